import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { TickBox } from '../../../../ui/form/TickBox.tsx';
import { Count } from '../../../../ui/format/Count.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ListRow } from '../../../../ui/list/ListRow.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './list-group.module.css';

export const part: Part = {
  examples: { ToRead, ThatLeadOn, OneChosen, SeveralChosen },
  components: [
    documented<ComponentProps<typeof ListRow<'button'>>>('ListRow', [
      { name: 'as', type: 'ElementType' },
      { name: 'chosen', type: 'boolean', standard: 'false' },
      { name: 'lined', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'press' },
    { keys: ['Space'], does: 'toggle' },
  ],
};

function ToRead() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="ul" line="between" className={`${classes.list} ${classes.amounts}`}>
      {(['principal', 'interest', 'fees'] as const).map((kind) => (
        <Box as="li" key={kind} pad={[0, 4]}>
          {t(kind)}
          <Money amountMinor={owed[kind]} currency="USD" />
        </Box>
      ))}
    </Box>
  );
}

const owed = { principal: 12_480_22, interest: 118_40, fees: 13_28 };

function ThatLeadOn() {
  const { t } = useTranslation('gallery-samples');
  return (
    <ul className={classes.list}>
      {ways.map(({ title, to }) => (
        <li key={to}>
          <ListRow as={Link} lined pad={4} height="control" to={to}>
            <Box as="span" grow>
              {t(title)}
            </Box>
            <IconChevronRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
          </ListRow>
        </li>
      ))}
    </ul>
  );
}

const ways = [
  { title: 'app:title.usersProfile', to: paths.profile },
  { title: 'app:title.roles', to: paths.roles },
  { title: 'app:title.approvals', to: paths.approvals },
] as const;

function OneChosen() {
  const { t } = useTranslation('gallery-samples');
  const [team, setTeam] = useState<'delta' | 'harbour'>('delta');
  return (
    <ul className={classes.list}>
      {teams.map(({ id, loans }) => (
        <li key={id}>
          <ListRow
            as="button"
            lined
            pad={4}
            height="control"
            chosen={team === id}
            aria-pressed={team === id}
            onClick={() => setTeam(id)}
          >
            <Box as="span" grow>
              {t(id)}
            </Box>
            <Text as="span" size="table">
              <Count value={loans} />
            </Text>
            <IconCheck
              size={16}
              stroke={1.5}
              // Hidden instead of omitted, so that the counts of all rows align.
              visibility={team === id ? undefined : 'hidden'}
              aria-hidden="true"
            />
          </ListRow>
        </li>
      ))}
    </ul>
  );
}

const teams = [
  { id: 'delta', loans: 812 },
  { id: 'harbour', loans: 640 },
] as const;

function SeveralChosen() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<readonly string[]>(['harbour']);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Stack gap={2}>
      <ul className={classes.list}>
        {teams.map(({ id }) => (
          <li key={id}>
            <ListRow as="label" lined pad={4} height="control" chosen={chosen.includes(id)}>
              <Box as="span" grow>
                {t(id)}
              </Box>
              <TickBox checked={chosen.includes(id)} onChange={() => toggle(id)} />
            </ListRow>
          </li>
        ))}
      </ul>
      <Text tone="muted" size="table" aria-live="polite">
        {t('ui:table.selected', { count: chosen.length, figure: chosen.length })}
      </Text>
    </Stack>
  );
}
