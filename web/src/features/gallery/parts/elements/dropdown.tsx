import { IconCheck, IconCoin, IconDots, IconNotes, IconPrinter } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Menu, type MenuAction } from '../../../../ui/menu/Menu.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Verbs, OneChosen, WithAHead, UnderThePointer },
  components: [
    documented<ComponentProps<typeof Menu>>('Menu', [
      { name: 'trigger', type: 'ReactElement' },
      { name: 'actions', type: 'MenuAction[]' },
      { name: 'head', type: 'ReactNode', standard: '–' },
      { name: 'align', type: "'start' | 'end'", standard: "'end'" },
      { name: 'width', type: 'number', standard: '–' },
      { name: 'opensOnHover', type: 'boolean', standard: 'false' },
    ]),
    documented<MenuAction>('MenuAction', [
      { name: 'apart', type: 'boolean', standard: 'false' },
      { name: 'disabled', type: 'boolean', standard: 'false' },
      { name: 'current', type: "'page' | 'true'", standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Enter', '↓'], does: 'openMenu' },
    { keys: ['↑', '↓'], does: 'walkMenu' },
    { keys: ['A–Z'], does: 'typeAhead' },
    { keys: ['Esc'], does: 'close' },
  ],
};

function Verbs() {
  const { t } = useTranslation('gallery-elements');
  const say = (verb: 'post' | 'note' | 'print') => () =>
    notify.passing(t(`dropdown.words.${verb}`));
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label={t('dropdown.words.more')} icon={<IconDots size={18} stroke={1.5} />} />
      }
      actions={[
        {
          id: 'post',
          label: t('dropdown.words.post'),
          icon: <IconCoin size={18} stroke={1.5} />,
          onSelect: say('post'),
        },
        {
          id: 'note',
          label: t('dropdown.words.note'),
          icon: <IconNotes size={18} stroke={1.5} />,
          onSelect: say('note'),
        },
        {
          id: 'print',
          label: t('dropdown.words.print'),
          icon: <IconPrinter size={18} stroke={1.5} />,
          apart: true,
          onSelect: say('print'),
        },
        {
          id: 'reverse',
          label: t('dropdown.words.reverse'),
          disabled: true,
          onSelect: () => undefined,
        },
      ]}
    />
  );
}

function OneChosen() {
  const { t } = useTranslation('gallery-elements');
  const [order, setOrder] = useState<'due' | 'amount' | 'days'>('due');
  return (
    <Menu
      align="start"
      trigger={
        <Button>{t('dropdown.words.sortedBy', { order: t(`dropdown.words.${order}`) })}</Button>
      }
      actions={(['due', 'amount', 'days'] as const).map((id) => ({
        id,
        label: t(`dropdown.words.${id}`),
        current: id === order ? ('true' as const) : undefined,
        end: id === order && <IconCheck size={16} stroke={1.5} />,
        onSelect: () => setOrder(id),
      }))}
    />
  );
}

function WithAHead() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Menu
      align="start"
      width={240}
      head={
        <Text tone="muted" size="caption">
          {t('dropdown.words.head')}
        </Text>
      }
      trigger={<Button>{t('dropdown.words.account')}</Button>}
      actions={[
        { id: 'profile', label: t('dropdown.words.profile'), to: paths.profile },
        { id: 'roles', label: t('dropdown.words.roles'), to: paths.roles },
      ]}
    />
  );
}

function UnderThePointer() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Menu
      align="start"
      opensOnHover
      trigger={<Button kind="quiet">{t('dropdown.words.office')}</Button>}
      actions={[
        { id: 'roles', label: t('dropdown.words.roles'), to: paths.roles },
        { id: 'approvals', label: t('dropdown.words.approvals'), to: paths.approvals },
      ]}
    />
  );
}
