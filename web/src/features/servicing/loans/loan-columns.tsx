import { factsWith, type Fact } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { loanColumnIds, type LoanColumnId } from '@bursar/contracts/list-columns';
import type { LoanRow } from '@bursar/contracts/servicing/loans';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { ArrearsBadge, InPlaceOfArrears } from '../loan-account/ArrearsBadge.tsx';
import { TagRow } from '../../../ui/status/Tag.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { BorrowerName, LoanStatusIn } from './LoanLabels.tsx';
import type { LoanSums } from './loans.queries.ts';
import { workColumns } from './work-columns.tsx';

type Translate = TFunction<['loans', 'facts']>;

type ColumnOptions = {
  /** Holders that need a column: a team's own list has no column for the team. */
  readonly holders: readonly ('team' | 'agent')[];
  /**
   * The only currency of the list, shown in the headers of its amount columns; null if each row
   * shows its own.
   */
  readonly currency: string | null;
  /** The widths that the rows' amounts need. */
  readonly amounts: AmountWidths;
};

/** The columns of every loan list. The ids of sortable columns are the sort names of the API. */
export function loanColumns(
  t: Translate,
  { holders, currency, amounts }: ColumnOptions,
): readonly Column<LoanRow>[] {
  const money = (loan: LoanRow, amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={loan.currency} withCurrency={currency === null} />
  );
  const isRtl = document.documentElement.dir === 'rtl';
  const isTeams = holders.length === 1;
  const columns: Drawn[] = [
    {
      id: 'reference',
      cell: (loan) => loan.reference,
      main: true,
      sort: 'asc',
      width: isRtl ? 86 : 103,
      grow: 0,
    },
    {
      id: 'borrower',
      cell: (loan) => <BorrowerName name={loan.borrower.name} externalId={loan.externalId} />,
      sort: 'asc',
      // Most names fit even if the list has no width to spare.
      width: 134,
    },
    {
      id: 'status',
      header: t('loans:column.loanStatus'),
      hidden: true,
      cell: (loan) => <LoanStatusIn t={t} status={loan.status} />,
      width: 104,
      grow: 0,
    },
    {
      id: 'arrears',
      // Shows the arrears of an active loan, and the status of any other loan.
      header: t('loans:column.status'),
      cell: (loan) => arrears(t, loan),
      sort: 'desc',
      // Fits the text "Written off" and the mark before it.
      width: 122,
      grow: 0,
    },
    {
      id: 'outstanding',
      cell: (loan) => money(loan, loan.outstandingMinor),
      isAmount: true,
      align: 'end',
      sort: 'desc',
      width: 140,
    },
    {
      id: 'due',
      cell: (loan) => (loan.nextDueOn ? <DayText day={loan.nextDueOn} /> : none),
      sort: 'asc',
      // The Arabic name of August is the longest month name. In a left-to-right layout, the width
      // includes a gap to the amount column before this one.
      width: isRtl ? 132 : 128,
      grow: 0,
    },
    {
      id: 'dueAmount',
      cell: (loan) => (loan.nextDueOn ? money(loan, loan.dueMinor) : none),
      isAmount: true,
      align: 'end',
      sort: 'desc',
      // Fits the head with the currency and the mark of the order.
      width: isRtl ? 160 : 148,
    },
    {
      id: 'arrearsAmount',
      // For most late loans this is the due amount again; they differ only on a due date.
      hidden: true,
      cell: (loan) => (loan.arrearsMinor > 0 ? money(loan, loan.arrearsMinor) : none),
      isAmount: true,
      align: 'end',
      sort: 'desc',
      width: 148,
    },
    { id: 'team', cell: (loan) => holderName(loan.team), width: 80 },
    // In a left-to-right layout, the width includes a gap to the amount column before this one.
    { id: 'agent', cell: (loan) => holderName(loan.agent), width: isRtl ? 106 : 124 },
    ...factColumns(t, currency),
    {
      id: 'tags',
      cell: (loan) => (loan.tags.length > 0 ? <TagRow tags={loan.tags} oneLine /> : none),
      width: 148,
    },
    ...workColumns(t, currency),
  ];
  return columns
    .filter(({ id }) => (id !== 'team' && id !== 'agent') || holders.includes(id))
    .map((column) => {
      const spare = (isTeams ? teamSpareColumns : spareColumns).indexOf(column.id);
      const header = column.header ?? t(`loans:column.${column.id}`);
      const isAmount = column.isAmount ?? false;
      return {
        ...column,
        ...(spare >= 0 && { spare }),
        width: Math.max(column.width ?? 0, roomOf(amounts, column.id)),
        header,
        ...(isAmount && currency !== null && { unit: currency }),
      };
    });
}

/** Columns that a narrow list omits, starting with the last one. */
const spareColumns: readonly LoanColumnId[] = [
  'dueAmount',
  'agent',
  'team',
  'arrearsAmount',
  'rate',
  'principal',
  'tags',
];

/**
 * The spare columns of a team's lists. These lists are about the team's agents, so the agent column
 * stays visible longer than the due amount.
 */
const teamSpareColumns: readonly LoanColumnId[] = [
  'due',
  'agent',
  'dueAmount',
  ...spareColumns.slice(3),
];

function roomOf(amounts: Readonly<Partial<Record<LoanColumnId, number>>>, id: LoanColumnId) {
  return amounts[id] ?? 0;
}

/** A column whose header is optional: by default, the header is derived from the column's id. */
type Drawn = Omit<Column<LoanRow, LoanColumnId>, 'header'> & {
  readonly header?: string;
  readonly isAmount?: boolean;
};

/** The columns of listed facts. Width and sort order follow from the kind of fact. */
function factColumns(t: Translate, currency: string | null): readonly Drawn[] {
  return [
    ...Object.entries<Fact>(factsWith(loanFacts, 'list')).flatMap((fact) =>
      factColumn(fact, { t, currency, valuesOf: (loan) => loan }),
    ),
    ...Object.entries<Fact>(factsWith(borrowerFacts, 'list')).flatMap((fact) =>
      factColumn(fact, { t, currency, valuesOf: ({ borrower }) => borrower }),
    ),
  ];
}

type FactColumnOptions = {
  readonly t: Translate;
  readonly currency: string | null;
  readonly valuesOf: (loan: LoanRow) => Readonly<Record<string, unknown>>;
};

function factColumn(
  [name, fact]: [string, Fact],
  { t, currency, valuesOf }: FactColumnOptions,
): readonly Drawn[] {
  const { kind, list } = fact;
  const cell = (loan: LoanRow) => {
    const value = valuesOf(loan)[name];
    return isFactValue(value) ? (
      <FactText
        name={name}
        fieldFormat={fact}
        value={value}
        currency={loan.currency}
        withCurrency={currency === null}
      />
    ) : (
      none
    );
  };
  const isFigure = kind === 'money' || kind === 'rate' || kind === 'count';
  return loanColumnIds
    .filter((id) => id === list?.id)
    .map((id) => ({
      id,
      header: t(`facts:${name}`),
      cell,
      width: kind === 'text' && fact.max <= 10 ? 72 : widths[kind],
      isAmount: kind === 'money',
      hidden: !list?.isShown,
      ...(isFigure && { align: 'end' }),
      ...(list?.sorts && { sort: isFigure || kind === 'day' ? 'desc' : 'asc' }),
      ...(kind !== 'money' && kind !== 'text' && { grow: 0 }),
    }));
}

const widths = {
  text: 144,
  choice: 112,
  'yes-no': 84,
  count: 84,
  money: 136,
  rate: 84,
  day: 112,
} as const;

const isFactValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Returns the totals of all matching loans, by column; amounts in several currencies share one
 * cell.
 */
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

const none = '–';

/** Returns the arrears badge of an active loan, or the status of any other loan. */
function arrears(t: Translate, { status, bucket, daysPastDue }: LoanRow): ReactNode {
  if (status === 'active') return <ArrearsBadge bucket={bucket} daysPastDue={daysPastDue} />;
  return (
    <InPlaceOfArrears>
      <LoanStatusIn t={t} status={status} />
    </InPlaceOfArrears>
  );
}

/**
 * Returns the columns of an export: arrears and status share one column on screen and have two in a
 * file.
 */
export function fileColumns(shown: readonly string[]): LoanColumnId[] {
  const ids = shown.flatMap((one) => loanColumnIds.filter((id) => id === one));
  return ids.flatMap((id): LoanColumnId[] =>
    id === 'arrears' && !ids.includes('status') ? ['status', id] : [id],
  );
}

function holderName(holder: { name: string } | null): ReactNode {
  return holder ? <bdi>{holder.name}</bdi> : none;
}

/** The width of each amount column. */
type AmountWidths = Readonly<Record<(typeof amountColumns)[number], number>>;

const amountColumns = ['outstanding', 'principal', 'dueAmount', 'arrearsAmount'] as const;

type Listed = { readonly rows: readonly LoanRow[]; readonly sums: LoanSums | undefined };

/** Returns the width in pixels of each column's longest amount, so that no amount is cut off. */
export function amountWidths(
  { rows, sums }: Listed,
  write: (amountMinor: number, currency: string) => string,
): AmountWidths {
  const widest = (
    amountOf: (row: LoanRow) => number,
    sumOf: (sum: LoanSums['amounts'][number]) => number = () => 0,
  ) => {
    const written = [
      ...rows.map((row) => write(amountOf(row), row.currency).length),
      ...(sums?.amounts ?? []).map((sum) => write(sumOf(sum), sum.currency).length),
    ];
    return Math.ceil(Math.max(0, ...written) * DIGIT) + PADDING;
  };
  return {
    outstanding: widest(
      (row) => row.outstandingMinor,
      (sum) => sum.outstandingMinor,
    ),
    principal: widest(
      (row) => row.principalMinor,
      (sum) => sum.principalMinor,
    ),
    dueAmount: widest((row) => row.dueMinor),
    arrearsAmount: widest((row) => row.arrearsMinor),
  };
}

/** The width in pixels of a tabular digit in a table's medium weight, and the padding of a cell. */
const DIGIT = 7.9;
const PADDING = 26;
