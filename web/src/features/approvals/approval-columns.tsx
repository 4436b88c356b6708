import type { Approval } from '@bursar/contracts/approvals';
import type { TFunction } from 'i18next';
import { Count } from '../../ui/format/Count.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { ApprovalStateBadge } from './ApprovalStateBadge.tsx';

/** Newest first, always; what was decided says so. */
export function approvalColumns(
  t: TFunction<'approvals'>,
  state: 'waiting' | 'decided',
): readonly Column<Approval>[] {
  const columns: Omit<Column<Approval>, 'header'>[] = [
    { id: 'kind', cell: (row) => t(`kind.${row.kind}`), main: true, width: 200 },
    { id: 'subject', cell: (row) => <bdi>{row.subject}</bdi>, width: 160 },
    { id: 'amount', cell: (row) => <Amount row={row} />, align: 'end', width: 160 },
    {
      id: 'loans',
      cell: (row) => (row.loans === null ? '–' : <Count value={row.loans} />),
      align: 'end',
      width: 96,
    },
    { id: 'requestedBy', cell: (row) => <bdi>{row.requestedBy}</bdi>, width: 168 },
    {
      id: 'requestedAt',
      cell: (row) => <InstantText at={row.requestedAt} />,
      align: 'end',
      width: 168,
      grow: 0,
    },
    ...(state === 'decided'
      ? [
          {
            id: 'state',
            cell: (row: Approval) => <ApprovalStateBadge state={row.state} />,
            width: 144,
          },
          { id: 'decidedBy', cell: (row: Approval) => <bdi>{row.decidedBy}</bdi>, width: 168 },
        ]
      : []),
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

export function Amount({ row: { amountMinor, currency } }: { row: Approval }) {
  if (amountMinor === null || currency === null) return '–';
  return <Money amountMinor={amountMinor} currency={currency} />;
}
