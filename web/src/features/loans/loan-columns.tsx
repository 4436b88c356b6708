import type { LoanColumnId } from '@bursar/contracts/list-columns';
import type { LoanRow } from '@bursar/contracts/loans';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Rate } from '../../ui/format/Rate.tsx';
import { ArrearsBadge } from '../../ui/status/ArrearsBadge.tsx';
import { TagRow } from '../../ui/status/Tag.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { BorrowerName } from './BorrowerName.tsx';
import { LoanStatusIn } from './LoanStatusBadge.tsx';
import { purposeText } from './loan-words.ts';
import type { LoanSums } from './loans.queries.ts';

type ColumnOptions = {
  /** Holders that are worth a column: a team's own list has no column for the team. */
  readonly holders: readonly ('team' | 'agent')[];
  /** The one currency of the list, said in the heads; null where each row says its own. */
  readonly currency: string | null;
};

/** The columns of every loan list. An id that the server sorts by is the sort's own name. */
export function loanColumns(
  t: TFunction<'loans'>,
  { holders, currency }: ColumnOptions,
): readonly Column<LoanRow>[] {
  const money = (loan: LoanRow, amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={loan.currency} withCurrency={currency === null} />
  );
  const columns: Omit<Column<LoanRow, LoanColumnId>, 'header'>[] = [
    {
      id: 'reference',
      cell: (loan) => loan.reference,
      main: true,
      sort: 'asc',
      width: 124,
      grow: 0,
    },
    {
      id: 'borrower',
      cell: (loan) => <BorrowerName name={loan.borrower.name} externalId={loan.externalId} />,
      sort: 'asc',
      width: 184,
      grow: 3,
    },
    {
      id: 'status',
      cell: (loan) => <LoanStatusIn t={t} status={loan.status} />,
      width: 108,
      grow: 0,
    },
    { id: 'arrears', cell: arrears, sort: 'desc', width: 104, grow: 0 },
    {
      id: 'outstanding',
      cell: (loan) => money(loan, loan.outstandingMinor),
      align: 'end',
      sort: 'desc',
      width: 128,
    },
    {
      id: 'due',
      cell: (loan) => (loan.nextDueOn ? <DayText day={loan.nextDueOn} /> : none),
      align: 'end',
      sort: 'asc',
      width: 112,
      grow: 0,
    },
    {
      id: 'dueAmount',
      cell: (loan) => (loan.nextDueOn ? money(loan, loan.dueMinor) : none),
      align: 'end',
      sort: 'desc',
      width: 152,
    },
    {
      id: 'arrearsAmount',
      cell: (loan) => (loan.arrearsMinor > 0 ? money(loan, loan.arrearsMinor) : none),
      align: 'end',
      sort: 'desc',
      width: 116,
    },
    { id: 'team', cell: (loan) => holderName(loan.team), width: 104 },
    { id: 'agent', cell: (loan) => holderName(loan.agent), width: 120 },
    {
      id: 'principal',
      cell: (loan) => money(loan, loan.principalMinor),
      align: 'end',
      sort: 'desc',
      width: 136,
    },
    {
      id: 'rate',
      cell: (loan) => <Rate percent={loan.annualRatePercent} />,
      align: 'end',
      sort: 'desc',
      width: 84,
      grow: 0,
    },
    { id: 'purpose', cell: (loan) => purposeText(t, loan.purpose), width: 152, hidden: true },
    {
      id: 'tags',
      cell: (loan) => (loan.tags.length > 0 ? <TagRow tags={loan.tags} oneLine /> : none),
      width: 148,
    },
    { id: 'grade', cell: (loan) => loan.grade ?? none, width: 72, grow: 0, hidden: true },
    {
      id: 'disbursed',
      cell: (loan) => <DayText day={loan.disbursedOn} />,
      align: 'end',
      sort: 'desc',
      width: 112,
      hidden: true,
    },
    { id: 'externalId', cell: (loan) => loan.externalId ?? none, width: 128, hidden: true },
  ];
  return columns
    .filter(({ id }) => (id !== 'team' && id !== 'agent') || holders.includes(id))
    .map((column) => {
      const header = t(`column.${column.id}`);
      const isAmount = amountColumns.includes(column.id);
      return {
        ...column,
        header: isAmount && currency ? t('column.inCurrency', { header, currency }) : header,
      };
    });
}

/** Sums of all that match, under the columns they add up; several currencies stand in one cell. */
export function loanSums({ amounts }: LoanSums): Readonly<Record<string, ReactNode>> {
  const cell = (name: 'principalMinor' | 'outstandingMinor') =>
    amounts.map((sum) => (
      <Money
        key={sum.currency}
        amountMinor={sum[name]}
        currency={sum.currency}
        withCurrency={amounts.length > 1}
      />
    ));
  return { principal: cell('principalMinor'), outstanding: cell('outstandingMinor') };
}

const amountColumns = ['principal', 'outstanding', 'dueAmount', 'arrearsAmount'];

const none = '–';

/** A loan that is closed or lost is neither late nor on time. */
function arrears({ status, bucket, daysPastDue }: LoanRow): ReactNode {
  return status === 'active' ? <ArrearsBadge bucket={bucket} daysPastDue={daysPastDue} /> : none;
}

function holderName(holder: { name: string } | null): ReactNode {
  return holder ? <bdi>{holder.name}</bdi> : none;
}
