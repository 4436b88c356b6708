import type { Approval, ApprovalFacts } from '@bursar/contracts/access/approvals';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { Column } from '../../../ui/table/columns.ts';

type ColumnOptions = {
  readonly state: 'waiting' | 'decided';
  /** The buttons that decide a waiting request. */
  readonly decision: (row: Approval) => ReactNode;
};

/** The rows are always sorted newest first; decided requests show their outcome. */
export function approvalColumns(
  t: TFunction<'approvals'>,
  { state, decision }: ColumnOptions,
): readonly Column<Approval>[] {
  const columns: Omit<Column<Approval>, 'header'>[] = [
    { id: 'kind', cell: (row) => t(`kind.${row.kind}`), main: true, width: 176 },
    { id: 'subject', cell: (row) => <Subject row={row} />, width: 136, wraps: true },
    { id: 'borrower', cell: (row) => <bdi>{row.borrower ?? '–'}</bdi>, width: 112, spare: 2 },
    { id: 'requestedBy', cell: (row) => <Requester row={row} />, width: 128, spare: 1 },
    {
      id: 'reason',
      cell: (row) => <bdi>{row.reason || '–'}</bdi>,
      width: 160,
      grow: 4,
      wraps: true,
    },
    {
      id: 'loans',
      cell: (row) => (row.loans === null ? '–' : <Count value={row.loans} />),
      align: 'end',
      width: 64,
      spare: 4,
    },
    { id: 'amount', cell: (row) => <Amount row={row} />, align: 'end', width: 136 },
    {
      id: 'requestedAt',
      cell: (row) => (
        <InstantText at={row.requestedAt} style={state === 'waiting' ? 'ago' : 'minute'} />
      ),
      align: 'end',
      width: state === 'waiting' ? 108 : 148,
      grow: 0,
      spare: 3,
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
      : [{ id: 'decision', cell: decision, width: 104, grow: 0, stays: true }]),
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/** The subject of the request; for an assignment, the previous and the new holder. */
export function Subject({ row: { subject, before, after } }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  if (!('holder' in before && 'holder' in after)) return <bdi>{subject}</bdi>;
  const named = (holder: ApprovalFacts[string] | undefined) =>
    `\u2068${typeof holder === 'string' ? holder : '–'}\u2069`;
  return t('fromTo', { from: named(before['holder']), to: named(after['holder']) });
}

/** The requester. Users cannot decide their own requests, so these are marked. */
export function Requester({ row: { requestedBy, isOwn } }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  const name = `\u2068${requestedBy}\u2069`;
  return isOwn ? t('you', { name }) : name;
}

export function Amount({ row: { amountMinor, currency } }: { row: Approval }) {
  if (amountMinor === null || currency === null) return '–';
  return <Money amountMinor={amountMinor} currency={currency} />;
}

const tones = {
  waiting: 'soon',
  approved: 'good',
  declined: 'late',
  withdrawn: 'done',
  failed: 'late',
} as const satisfies Record<Approval['state'], string>;

export function ApprovalStateBadge({ state }: { state: Approval['state'] }) {
  const { t } = useTranslation('approvals');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
