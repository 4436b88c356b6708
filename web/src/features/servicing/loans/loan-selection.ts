import type { LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import type { LoanRow } from '@bursar/contracts/servicing/loans';
import { useMemo, useState } from 'react';
import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { nothingSelected, type RowSelection } from '../../../ui/table/row-selection.ts';
import type { LoanSums } from './loans.queries.ts';

type Listed = {
  /** The list's query with its order. */
  readonly order: string;
  /** The list's current rows; null while they load. */
  readonly loaded: readonly LoanRow[] | null;
};

/**
 * Stores the selected rows. A selection belongs to one filter: it is empty under any other filter.
 * Selected rows that are no longer in the list are removed if the list still has the order in which
 * they were selected.
 */
export function useLoanSelection(filter: LoanFilter, { order, loaded }: Listed) {
  const filterKey = JSON.stringify(filter);
  const [picked, setPicked] = useState<Picked>({ filterKey, order, selection: nothingSelected });
  const isPicked = picked.filterKey === filterKey;
  const selection = useMemo(() => {
    if (!isPicked) return nothingSelected;
    // In another order, selected rows may be outside the loaded ones.
    if (picked.order !== order || loaded === null) return picked.selection;
    return selectionStillThere(picked.selection, loaded);
  }, [isPicked, picked, order, loaded]);
  const wasPickedElsewhere = isPicked && hasRows(selection) && picked.order !== order;
  const setSelection = useMemo(
    () => (next: RowSelection) =>
      setPicked({ filterKey, order: wasPickedElsewhere ? null : order, selection: next }),
    [filterKey, order, wasPickedElsewhere],
  );
  return { selection, setSelection };
}

type Picked = {
  readonly filterKey: string;
  /**
   * The list order in which all rows were selected; null if rows were selected in several orders.
   */
  readonly order: string | null;
  readonly selection: RowSelection;
};

function hasRows(selection: RowSelection): boolean {
  return selection.kind === 'all' || selection.ids.size > 0;
}

/**
 * Returns the selection in the form of the request. Rows selected by id must still be in the view
 * where the user saw them, so that no change by another user is overwritten.
 */
export function loanSelectionOf(selection: RowSelection, filter: LoanFilter): LoanSelection {
  if (selection.kind === 'some') {
    return { loanIds: [...selection.ids], filter: { view: filter.view } };
  }
  return { filter, ...(selection.except.size > 0 && { exceptLoanIds: [...selection.except] }) };
}

type Owed = Pick<LoanRow, 'id' | 'currency' | 'outstandingMinor'>;

/**
 * Returns the outstanding total of the selected loans; null if the list has several currencies, or
 * if a loan that the selection names is not loaded.
 */
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

/** Removes selected ids that are no longer in the list. */
export function selectionStillThere(
  selection: RowSelection,
  rows: readonly Pick<LoanRow, 'id'>[],
): RowSelection {
  if (selection.kind === 'all') return selection;
  const ids = new Set(rows.map((row) => row.id));
  const remaining = [...selection.ids].filter((id) => ids.has(id));
  return remaining.length === selection.ids.size
    ? selection
    : { kind: 'some', ids: new Set(remaining) };
}
