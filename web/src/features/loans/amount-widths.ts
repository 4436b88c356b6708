import type { LoanRow } from '@bursar/contracts/loans';
import type { LoanSums } from './loans.queries.ts';

/** Columns of amounts that are as wide as what stands in them. */
export type AmountWidths = Readonly<Record<(typeof amountColumns)[number], number>>;

const amountColumns = ['outstanding', 'principal', 'dueAmount', 'arrearsAmount'] as const;

type Listed = { readonly rows: readonly LoanRow[]; readonly sums: LoanSums | undefined };

/** In pixels, what the longest amount of each column takes: a figure that is cut is another figure. */
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

/** A tabular digit of a table's medium weight, and what stands around a cell's text. */
const DIGIT = 7.9;
const PADDING = 26;
