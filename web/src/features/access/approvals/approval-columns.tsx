import type { Approval, ApprovalFacts } from '@bursar/contracts/access/approvals';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonText } from '../audit-events/ReasonText.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { Column } from '../../../ui/table/columns.ts';

type ColumnOptions = {
  readonly state: 'waiting' | 'decided';
  /**
   * True in a narrow window, such as a tablet's: the amount is then below the kind, so that it is
   * never hidden.
   */
  readonly isNarrow: boolean;
  /** True if a listed request moves loans, one or several; a column then shows their number. */
  readonly hasLoans: boolean;
  /** The currency of all amounts, for their column's head; null if each row shows its own. */
  readonly currency: string | null;
  /** The buttons that decide a waiting request, or why there are none. */
  readonly decision: (row: Approval) => ReactNode;
};

/**
 * Returns the columns of the list. No column can be sorted, because the list is always newest
 * first.
 */
export function approvalColumns(
  t: TFunction<'approvals'>,
  { state, isNarrow, hasLoans, currency, decision }: ColumnOptions,
): readonly Column<Approval>[] {
  const columns: Omit<Column<Approval>, 'header'>[] = [
    {
      id: 'kind',
      cell: (row) => {
        const kind = t(`kind.${row.kind}`);
        return isNarrow ? <CellPair first={kind} second={<Amount row={row} />} /> : kind;
      },
      main: true,
      width: 168,
      wraps: true,
    },
    { id: 'subject', cell: (row) => <SubjectAndBorrower row={row} />, width: 136, wraps: true },
    {
      id: 'requestedBy',
      cell: (row) => <RequesterAndTime row={row} />,
      width: state === 'waiting' ? 132 : 160,
      wraps: true,
    },
    {
      id: 'reason',
      cell: (row) => <ReasonText reason={row.reason || '–'} />,
      width: state === 'waiting' ? 164 : 144,
      grow: 4,
      wraps: true,
    },
    ...(hasLoans ? [loansColumn] : []),
    ...(isNarrow ? [] : [amountColumn(currency)]),
    ...(state === 'decided'
      ? [
          {
            id: 'state',
            cell: (row: Approval) => <ApprovalStateBadge state={row.state} />,
            width: 120,
          },
          {
            id: 'decidedBy',
            cell: (row: Approval) => <bdi>{row.decidedBy}</bdi>,
            width: 168,
            spare: 2,
          },
        ]
      : [
          {
            id: 'decision',
            cell: decision,
            // In a narrow window the buttons of this column are one below the other.
            width: isNarrow ? 104 : 176,
            grow: 0,
            stays: true,
            wraps: true,
          },
        ]),
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/** The subject of the request; for an assignment, the previous and the new holder. */
export function Subject({ row }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  const move = holdersOf(row);
  return move ? t('fromTo', move) : <bdi>{row.subject}</bdi>;
}

/** The previous and the new holders of an assignment; null for other requests. */
function holdersOf({ before, after }: Approval): { from: string; to: string } | null {
  if (!('holder' in before && 'holder' in after)) return null;
  const named = (holder: ApprovalFacts[string] | undefined) =>
    isolated(typeof holder === 'string' ? holder : '–');
  return { from: named(before['holder']), to: named(after['holder']) };
}

const loansColumn: Omit<Column<Approval>, 'header'> = {
  id: 'loans',
  cell: ({ loans, loanId }) => {
    const count = loans ?? (loanId === null ? null : 1);
    return count === null ? '–' : <Count value={count} />;
  },
  align: 'end',
  width: 64,
  grow: 0,
  spare: 3,
};

const amountColumn = (currency: string | null): Omit<Column<Approval>, 'header'> => ({
  id: 'amount',
  unit: currency ?? undefined,
  cell: (row) => <Amount row={row} withCurrency={currency === null} />,
  align: 'end',
  width: 140,
  grow: 0,
  spare: 1,
});

/** The subject, and below it the borrower if the request is about one. */
function SubjectAndBorrower({ row }: { row: Approval }) {
  const subject = <Subject row={row} />;
  if (row.borrower === null) return subject;
  return <CellPair first={subject} second={<bdi>{row.borrower}</bdi>} />;
}

/**
 * The requester, with the time of the request. An approver judges a request by who made it, so this
 * column is never hidden.
 */
function RequesterAndTime({ row }: { row: Approval }) {
  const style = row.state === 'waiting' ? 'ago' : 'minute';
  return (
    <CellPair
      first={<Requester row={row} />}
      second={<InstantText at={row.requestedAt} style={style} />}
    />
  );
}

/** The requester. Users cannot decide their own requests, so these are marked. */
export function Requester({ row: { requestedBy, isOwn } }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  const name = isolated(requestedBy);
  return isOwn ? t('you', { name }) : name;
}

type AmountProps = { readonly row: Approval; readonly withCurrency?: boolean };

export function Amount({ row: { amountMinor, currency }, withCurrency = true }: AmountProps) {
  if (amountMinor === null || currency === null) return '–';
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={withCurrency} />;
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
