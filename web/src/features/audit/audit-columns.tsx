import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { eventText, subjectName, subjectText } from './audit-words.ts';
import type { AuditEvent } from '@bursar/contracts/audit';

/** The columns of the trail; it is always newest first. */
export function auditColumns(t: TFunction<['audit', 'app']>): readonly Column<AuditEvent>[] {
  const columns: Omit<Column<AuditEvent>, 'header'>[] = [
    { id: 'event', cell: (row) => eventText(t, row.event), main: true, width: 200 },
    {
      id: 'subject',
      cell: (row) => <Subject row={row} />,
      width: 220,
    },
    { id: 'person', cell: (row) => nameOr(row.actor, t('noPerson')), width: 160 },
    { id: 'portfolio', cell: (row) => nameOr(row.portfolio, '–'), width: 180 },
    { id: 'at', cell: (row) => <InstantText at={row.at} />, align: 'end', width: 168, grow: 0 },
    { id: 'request', cell: (row) => row.requestId ?? '–', width: 200, hidden: true },
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/** What kind of thing it is, and which: `Loan L-000123`. */
export function Subject({ row }: { row: AuditEvent }) {
  const { t } = useTranslation(['audit', 'app']);
  return (
    <>
      {subjectText(t, row.subject)} <bdi>{subjectName(t, row)}</bdi>
    </>
  );
}

export function nameOr(named: { name: string } | null, none: string): ReactNode {
  return named ? <bdi>{named.name}</bdi> : none;
}
