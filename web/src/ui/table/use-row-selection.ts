import { useState } from 'react';
import { nothingSelected, type RowSelection } from './row-selection.ts';

/**
 * The selected rows of a list. They belong to the list's filter: with another one, nothing is
 * selected, because rows that are no longer shown must not be changed or exported.
 */
export function useRowSelection(filterKey: string) {
  const [picked, setPicked] = useState({ filterKey, selection: nothingSelected });
  const selection = picked.filterKey === filterKey ? picked.selection : nothingSelected;
  const setSelection = (next: RowSelection) => setPicked({ filterKey, selection: next });
  return [selection, setSelection] as const;
}
