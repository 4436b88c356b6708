import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../../platform/database.ts';
import { FINDINGS_STORED_MAX, type NewFinding } from '../../../../platform/table-files/findings.ts';
import type { ImportKey } from '../imports.store.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import { changesAnything, compareLoan, type Comparing } from './compare-loan.ts';
import {
  storeComparisons,
  storeNewAndMissing,
  sumComparisons,
  type Comparison,
} from './comparisons.store.ts';
import {
  linkKnownLoans,
  readKnownRows,
  refuseRows,
  type KnownRow,
} from './loans-in-books.store.ts';

export type TapeSummary = {
  readonly currency: string;
  readonly cutOffOn: CalendarDate;
  readonly columns: ReadonlyMap<TapeField, string>;
};

/** Returns the fields that the tape has a column for, with their headings. */
export function columnsOf({ columns }: Pick<TapeReading, 'columns'>): TapeSummary['columns'] {
  return new Map(columns.flatMap(({ field, name }) => (field ? [[field, name] as const] : [])));
}

export type ComparedTape = {
  readonly summary: NonNullable<ImportSummary['comparison']>;
  readonly findings: readonly NewFinding[];
  readonly counts: Record<NewFinding['severity'], number>;
};

export const ROWS_COMPARED_AT_ONCE = 250;

/** Compares a newer tape with the booked loans; null if it contains none of them. */
export async function compareTape(
  transaction: Transaction,
  key: ImportKey,
  tapeSummary: TapeSummary,
): Promise<ComparedTape | null> {
  if (!(await linkKnownLoans(transaction, key))) return null;
  const compare = compareRows(tapeSummary);
  const findings: NewFinding[] = [];
  const counts = { error: 0, warning: 0 };
  const reading = { cutOffOn: tapeSummary.cutOffOn, batchSize: ROWS_COMPARED_AT_ONCE };
  for await (const known of readKnownRows(transaction, key, reading)) {
    const comparisons: Comparison[] = [];
    const refused: number[] = [];
    for await (const one of yieldingToEventLoop(known)) {
      const { comparison, found } = compare(one);
      if (comparison === null) refused.push(one.row);
      else comparisons.push(comparison);
      for (const finding of found) {
        counts[finding.severity] += 1;
        if (findings.length < FINDINGS_STORED_MAX) findings.push(finding);
      }
    }
    await refuseRows(transaction, key, refused);
    await storeComparisons(transaction, key, comparisons);
  }
  await storeNewAndMissing(transaction, key);
  return { summary: await sumComparisons(transaction, key), findings, counts };
}

/**
 * Compares row by row in file order, because the first row of a borrower describes the borrower. A
 * refused row does not describe its borrower, because booking skips it.
 */
export function compareRows(tapeSummary: TapeSummary) {
  const borrowers = new Set<string>();
  return (known: KnownRow): { comparison: Comparison | null; found: readonly NewFinding[] } => {
    const { borrowerId, loanId } = known.books;
    const comparing: Comparing = { ...tapeSummary, hasBorrowerDetails: borrowers.has(borrowerId) };
    const compared = compareLoan(known, comparing);
    const found = compared.findings;
    if (found.some(({ severity }) => severity === 'error')) return { comparison: null, found };
    borrowers.add(borrowerId);
    const { facts, payment } = compared;
    const comparison: Comparison = {
      kind: changesAnything(compared) ? 'changed' : 'same',
      row: known.row,
      externalId: known.tape.externalId,
      loanId,
      borrowerId,
      facts,
      payment: payment && { ...payment, id: uuidv7() },
    };
    return { comparison, found };
  };
}
