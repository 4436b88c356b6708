import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { subjectName, subjectText } from './audit-text.ts';
import { nameOr } from './AuditDrawer.tsx';

/** An event as a card, for narrow screens. */
export function AuditCard({ row }: { row: AuditEvent }) {
  const { t } = useTranslation('audit');
  return (
    <Box flow="grid" as="span" columns="minmax(0, 1fr) auto" lines={1} gap={3}>
      <Text as="span" weight="medium">
        {eventText(t, row.event)}
      </Text>
      <Box as="span" tone="muted" size="table" text="end">
        <InstantText at={row.at} />
      </Box>
      <Text as="span" tone="muted" size="table">
        <Subject row={row} />
      </Text>
      <Box as="span" tone="muted" size="table" text="end">
        {nameOr(row.actor, t('noPerson'))}
      </Box>
    </Box>
  );
}

/** The columns of the trail; it is always newest first. */
export function auditColumns(t: TFunction<['audit', 'app']>): readonly Column<AuditEvent>[] {
  const columns: Omit<Column<AuditEvent>, 'header'>[] = [
    { id: 'event', cell: (row) => eventText(t, row.event), main: true, width: 176 },
    {
      id: 'subject',
      cell: (row) => <Subject row={row} />,
      width: 184,
      grow: 2,
    },
    { id: 'person', cell: (row) => nameOr(row.actor, t('noPerson')), width: 160 },
    { id: 'portfolio', cell: (row) => nameOr(row.portfolio, '–'), width: 180, spare: 1 },
    { id: 'at', cell: (row) => <InstantText at={row.at} />, align: 'end', width: 188, grow: 0 },
    { id: 'request', cell: (row) => row.requestId ?? '–', width: 200, hidden: true },
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/** The kind and the name of the subject: `Loan L-000123`. */
function Subject({ row }: { row: AuditEvent }) {
  const { t } = useTranslation(['audit', 'app']);
  return (
    <>
      {subjectText(t, row.subject)} <bdi>{subjectName(t, row)}</bdi>
    </>
  );
}
