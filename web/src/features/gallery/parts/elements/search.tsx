import { Highlight, type HighlightProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { SearchBox } from '../../../../ui/filters/SearchBox.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { CommandPalette } from '../../../../ui/palette/CommandPalette.tsx';
import { rankItems } from '../../../../ui/palette/rank-items.ts';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';
import classes from './search.module.css';

export const part: Part = {
  examples: { OverAList, EverythingByName },
  stills: { EverythingByName: PaletteOpen },
  components: [
    documented<ComponentProps<typeof SearchBox>>('SearchBox', [
      { name: 'filter', type: '{ id, label, placeholder? }' },
      { name: 'value', type: 'string | undefined' },
      { name: 'onChange', type: '(value) => void' },
    ]),
    documented<ComponentProps<typeof CommandPalette>>('CommandPalette', [
      { name: 'actions', type: 'PaletteItem[]' },
      { name: 'results', type: 'PaletteItem[]' },
      { name: 'searching', type: 'boolean' },
      { name: 'outdated', type: 'boolean' },
    ]),
    documented<HighlightProps>('Highlight', [{ name: 'highlight', type: 'string | string[]' }]),
  ],
  keyboard: [
    { keys: ['/'], does: 'toSearch' },
    { keys: ['Enter'], does: 'searchNow' },
    { keys: ['Esc'], does: 'clear' },
    { keys: ['↑', '↓'], does: 'move' },
  ],
};

function OverAList() {
  const { t } = useTranslation('gallery-samples');
  const [typed, setTyped] = useState<string | undefined>(t('searchedName'));
  const names = people.map((id) => ({ id, label: t(id) }));
  const found = rankItems(names, typed ?? '');
  return (
    <Stack gap={3}>
      <SearchBox
        filter={{ id: 'name', kind: 'search', label: t('borrowers') }}
        value={typed}
        onChange={setTyped}
      />
      <Box as="ul" line="between" aria-live="polite">
        {found.map(({ id, label }) => (
          <Box as="li" key={id} pad={[2, 0]}>
            <Highlight component="span" highlight={typed ?? ''} className={classes.found}>
              {label}
            </Highlight>
          </Box>
        ))}
      </Box>
      {found.length === 0 && <Text tone="muted">{t('ui:form.nothingFound')}</Text>}
    </Stack>
  );
}

const people = ['yusuf', 'layla', 'sami', 'rami', 'nadia'] as const;

function EverythingByName() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('app:search')}</Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('gallery-samples');
  const [query, setQuery] = useState('');
  return (
    <CommandPalette
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      searching={false}
      results={[]}
      actions={people.map((id) => ({
        id,
        label: t(id),
        group: t('borrowers'),
        run: () => notify.passing(t('chosen', { name: t(id) })),
      }))}
    />
  );
}

function PaletteOpen() {
  return <Palette onClose={noChange} />;
}
