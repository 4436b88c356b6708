import { IconCheck, IconCoin, IconDots, IconNotes, IconPrinter } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Menu, type MenuAction } from '../../../../ui/menu/Menu.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { OpensLabel } from '../../opens-label.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange, StillMenu } from '../../still-panels.tsx';

export const part: Part = {
  examples: { Verbs, OneChosen, WithAHead, UnderThePointer },
  stills: {
    Verbs: VerbsOpen,
    OneChosen: OrdersOpen,
    WithAHead: AccountOpen,
    UnderThePointer: PlacesOpen,
  },
  hangs: { Verbs: 'end', OneChosen: 'start', WithAHead: 'start', UnderThePointer: 'start' },
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
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['A–Z'], does: 'typeAhead' },
    { keys: ['Esc'], does: 'closeMenu' },
  ],
};

function Verbs() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Menu
      trigger={<IconButton label={t('more')} icon={<IconDots size={18} stroke={1.5} />} />}
      actions={useVerbs()}
    />
  );
}

function useVerbs(): readonly MenuAction[] {
  const { t } = useTranslation('gallery-samples');
  const say = (verb: 'postPayment' | 'addNote' | 'print') => () => notify.passing(t(verb));
  return [
    {
      id: 'post',
      label: t('postPayment'),
      icon: <IconCoin size={18} stroke={1.5} />,
      onSelect: say('postPayment'),
    },
    {
      id: 'note',
      label: t('addNote'),
      icon: <IconNotes size={18} stroke={1.5} />,
      onSelect: say('addNote'),
    },
    {
      id: 'print',
      label: t('print'),
      icon: <IconPrinter size={18} stroke={1.5} />,
      apart: true,
      onSelect: say('print'),
    },
    {
      id: 'reverse',
      label: t('reverse'),
      disabled: true,
      onSelect: () => undefined,
    },
  ];
}

function VerbsOpen() {
  return <StillMenu actions={useVerbs()} />;
}

function OneChosen() {
  const { t } = useTranslation('gallery-samples');
  const [order, setOrder] = useState<Order>('nextDue');
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          <OpensLabel>{t('chosen', { name: t(order) })}</OpensLabel>
        </Button>
      }
      actions={useOrders(order, setOrder)}
    />
  );
}

const orders = ['nextDue', 'amount', 'daysLate'] as const;
type Order = (typeof orders)[number];

function useOrders(order: Order, onChoose: (next: Order) => void): readonly MenuAction[] {
  const { t } = useTranslation('gallery-samples');
  return orders.map((id) => ({
    id,
    label: t(id),
    current: id === order ? 'true' : undefined,
    end: id === order && <IconCheck size={16} stroke={1.5} />,
    onSelect: () => onChoose(id),
  }));
}

function OrdersOpen() {
  return <StillMenu actions={useOrders('nextDue', noChange)} />;
}

function WithAHead() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Menu
      align="start"
      width={240}
      {...useAccount()}
      trigger={
        <Button>
          <OpensLabel>{t('amira')}</OpensLabel>
        </Button>
      }
    />
  );
}

function useAccount() {
  const { t } = useTranslation('gallery-samples');
  return {
    head: (
      <Box tone="muted" size="caption" pad={[2, 3, 1]}>
        {t('agent')}
      </Box>
    ),
    actions: [
      { id: 'profile', label: t('app:title.usersProfile'), to: paths.profile },
      { id: 'roles', label: t('app:title.roles'), to: paths.roles },
    ],
  };
}

function AccountOpen() {
  return <StillMenu width={240} {...useAccount()} />;
}

function UnderThePointer() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Menu
      align="start"
      opensOnHover
      trigger={
        <Button>
          <OpensLabel>{t('more')}</OpensLabel>
        </Button>
      }
      actions={usePlaces()}
    />
  );
}

function usePlaces(): readonly MenuAction[] {
  const { t } = useTranslation('app');
  return [
    { id: 'roles', label: t('title.roles'), to: paths.roles },
    { id: 'approvals', label: t('title.approvals'), to: paths.approvals },
  ];
}

function PlacesOpen() {
  return <StillMenu actions={usePlaces()} />;
}
