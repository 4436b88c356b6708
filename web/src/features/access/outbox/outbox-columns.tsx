import type { OutboxRow } from '@bursar/contracts/access/outbox';
import type { TFunction } from 'i18next';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';

export function outboxColumns(t: TFunction<'outbox'>): readonly Column<OutboxRow>[] {
  return [
    {
      id: 'to',
      header: t('column.to'),
      cell: (mail) => <bdi>{mail.to}</bdi>,
      main: true,
      width: 224,
    },
    {
      id: 'subject',
      header: t('column.subject'),
      cell: (mail) => <bdi>{mail.subject}</bdi>,
      width: 224,
      grow: 2,
    },
    {
      id: 'state',
      header: t('column.state'),
      cell: (mail) => <MailState state={mail.state} />,
      width: 112,
      grow: 0,
    },
    {
      id: 'failure',
      header: t('column.failure'),
      cell: (mail) => (mail.failure === null ? '–' : <bdi dir="ltr">{mail.failure}</bdi>),
      width: 224,
      grow: 2,
      spare: 1,
    },
    {
      id: 'created',
      header: t('column.created'),
      cell: (mail) => <InstantText at={mail.createdAt} />,
      width: 148,
    },
  ];
}

export function MailState({ state }: { state: OutboxRow['state'] }) {
  const { t } = useTranslation('outbox');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}

const tones: Record<OutboxRow['state'], StatusTone> = {
  waiting: 'soon',
  sent: 'good',
  failed: 'late',
};
