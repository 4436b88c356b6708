import { useState } from 'react';
import { nothingSelected, type RowSelection } from './row-selection.ts';

/**
 * Returns the selected rows of a list and their setter. A selection belongs to one filter: with
 * another filter nothing is selected, because rows that are no longer shown must not be changed or
 * exported.
 */
export function useRowSelection(filterKey: string) {
  const [picked, setPicked] = useState({ filterKey, selection: nothingSelected });
  const selection = picked.filterKey === filterKey ? picked.selection : nothingSelected;
  const setSelection = (next: RowSelection) => setPicked({ filterKey, selection: next });
  return [selection, setSelection] as const;
}
