import type { StaffRow } from '@bursar/contracts/staff';
import { useEffect, useState } from 'react';
import { isRowSelected, nothingSelected } from '../../ui/table/row-selection.ts';
import type { RowSelection } from '../../ui/table/row-selection.ts';
import type { StaffListState } from './use-staff-list.ts';

/**
 * The people picked. They are picked within one filter and go with it. Each is changed by name, so
 * that *all that match* are loaded once they are picked.
 */
export function useStaffSelection({ filterKey, rows, query }: StaffListState) {
  const [picked, setPicked] = useState({ filterKey, selection: nothingSelected });
  const selection = picked.filterKey === filterKey ? picked.selection : nothingSelected;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isMoreWanted = selection.kind === 'all' && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  }, [isMoreWanted, fetchNextPage]);
  const setSelection = (next: RowSelection) => setPicked({ filterKey, selection: next });
  const chosen: readonly StaffRow[] = rows.filter(({ id }) => isRowSelected(selection, id));
  return { selection, setSelection, chosen, clear: () => setSelection(nothingSelected) };
}
