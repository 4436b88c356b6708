import type { LoanSelection } from '@bursar/contracts/assignments';
import type { LoanFilter } from '@bursar/contracts/loan-lists';
import type { LoanRow } from '@bursar/contracts/loans';
import type { RowSelection } from '../../ui/table/row-selection.ts';
import type { LoanSums } from './loans.queries.ts';

/**
 * The rows a bulk action means, as the server is asked for them. Rows picked by hand must still
 * be in the view they were seen in, so that nobody else’s change in between is overwritten.
 */
export function loanSelectionOf(selection: RowSelection, filter: LoanFilter): LoanSelection {
  if (selection.kind === 'some') {
    return { loanIds: [...selection.ids], filter: { view: filter.view } };
  }
  return { filter, ...(selection.except.size > 0 && { exceptLoanIds: [...selection.except] }) };
}

type Owed = Pick<LoanRow, 'id' | 'currency' | 'outstandingMinor'>;

/** What the loans picked owe together; null where they are of several currencies or not all known. */
export function chosenOutstanding(
  selection: RowSelection,
  rows: readonly Owed[],
  sums: LoanSums | undefined,
): { amountMinor: number; currency: string } | null {
  const ids = selection.kind === 'some' ? selection.ids : selection.except;
  const named = rows.filter((row) => ids.has(row.id));
  const [first, ...others] = sums?.amounts ?? [];
  if (named.length !== ids.size || !first || others.length > 0) return null;
  const owed = named.reduce((total, row) => total + row.outstandingMinor, 0);
  const amountMinor = selection.kind === 'some' ? owed : first.outstandingMinor - owed;
  return { amountMinor, currency: first.currency };
}

/** Of rows picked one by one, those that the list still has. */
export function selectionStillThere(
  selection: RowSelection,
  rows: readonly Pick<LoanRow, 'id'>[],
): RowSelection {
  if (selection.kind === 'all') return selection;
  const ids = new Set(rows.map((row) => row.id));
  const kept = [...selection.ids].filter((id) => ids.has(id));
  return kept.length === selection.ids.size ? selection : { kind: 'some', ids: new Set(kept) };
}
