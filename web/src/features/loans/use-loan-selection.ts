import type { LoanFilter } from '@bursar/contracts/loan-lists';
import type { LoanRow } from '@bursar/contracts/loans';
import { useMemo, useState } from 'react';
import { nothingSelected } from '../../ui/table/row-selection.ts';
import type { RowSelection } from '../../ui/table/row-selection.ts';
import { selectionStillThere } from './chosen-loans.ts';

type Listed = {
  /** The list’s question with its order. */
  readonly order: string;
  /** Its rows as the server has them now; null while they are on their way. */
  readonly loaded: readonly LoanRow[] | null;
};

/**
 * The rows picked. They are picked within one filter and go with it; those that someone else has
 * moved meanwhile fall out as soon as the list shows it.
 */
export function useLoanSelection(filter: LoanFilter, { order, loaded }: Listed) {
  const filterKey = JSON.stringify(filter);
  const [picked, setPicked] = useState<Picked>({ filterKey, order, selection: nothingSelected });
  const isPicked = picked.filterKey === filterKey;
  const selection = useMemo(() => {
    if (!isPicked) return nothingSelected;
    // In another order rows that were picked may lie beyond those that are loaded.
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
  /** The order in which all of them were picked; null where they were picked in several. */
  readonly order: string | null;
  readonly selection: RowSelection;
};

function hasRows(selection: RowSelection): boolean {
  return selection.kind === 'all' || selection.ids.size > 0;
}
