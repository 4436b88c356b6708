import { IconCheck, IconCoin, IconDots, IconNotes, IconPrinter } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Menu, type MenuAction } from '../../../../ui/menu/Menu.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { OpensLabel } from '../../opens-label.tsx';
import flush from '../../flush.module.css';
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
    { keys: ['Enter', '↓'], does: 'open' },
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['A–Z'], does: 'typeAhead' },
    { keys: ['Esc'], does: 'close' },
  ],
};

function Verbs() {
  const { t } = useTranslation('gallery-samples');
  const say = (verb: 'postPayment' | 'addNote' | 'print') => () => notify.passing(t(verb));
  return (
    <Menu
      align="start"
      trigger={
        <IconButton
          label={t('more')}
          icon={<IconDots size={18} stroke={1.5} />}
          className={flush.flush}
        />
      }
      actions={[
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
      ]}
    />
  );
}

function OneChosen() {
  const { t } = useTranslation('gallery-samples');
  const [order, setOrder] = useState<'nextDue' | 'amount' | 'daysLate'>('nextDue');
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          <OpensLabel>{t('chosen', { name: t(order) })}</OpensLabel>
        </Button>
      }
      actions={(['nextDue', 'amount', 'daysLate'] as const).map((id) => ({
        id,
        label: t(id),
        current: id === order ? ('true' as const) : undefined,
        end: id === order && <IconCheck size={16} stroke={1.5} />,
        onSelect: () => setOrder(id),
      }))}
    />
  );
}

function WithAHead() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Menu
      align="start"
      width={240}
      head={
        <Text tone="muted" size="caption">
          {t('agent')}
        </Text>
      }
      trigger={
        <Button>
          <OpensLabel>{t('amira')}</OpensLabel>
        </Button>
      }
      actions={[
        { id: 'profile', label: t('app:title.usersProfile'), to: paths.profile },
        { id: 'roles', label: t('app:title.roles'), to: paths.roles },
      ]}
    />
  );
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
      actions={[
        { id: 'roles', label: t('app:title.roles'), to: paths.roles },
        { id: 'approvals', label: t('app:title.approvals'), to: paths.approvals },
      ]}
    />
  );
}
