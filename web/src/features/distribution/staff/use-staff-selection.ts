import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { accountsAtOnceMax } from '@bursar/contracts/distribution/staff-limits';
import { useEffect } from 'react';
import { isRowSelected, nothingSelected, selectedCount } from '../../../ui/table/row-selection.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import type { StaffListState } from './use-staff-list.ts';

/**
 * The selected accounts. A change names each account by its id, so selected accounts that are not
 * loaded are loaded first, page by page.
 */
export function useStaffSelection({ filterKey, rows, sums, query }: StaffListState) {
  const [selection, setSelection] = useRowSelection(filterKey);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch, isError } = query;
  const count = selectedCount(selection, sums?.count ?? rows.length);
  const chosen: readonly StaffRow[] = rows.filter(({ id }) => isRowSelected(selection, id));
  const isTooMany = count > accountsAtOnceMax;
  // In another order, rows may be placeholders of the former one.
  const isListLoaded = query.data !== undefined && !query.isPlaceholderData && !hasNextPage;
  const isPartial =
    !isListLoaded && (selection.kind === 'all' || chosen.length < selection.ids.size);
  // After a failure, the user decides whether to try again.
  const isMoreWanted = isPartial && !isTooMany && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  }, [isMoreWanted, fetchNextPage]);
  return {
    selection,
    setSelection,
    isTooMany,
    chosen,
    /** The state of loading the rest; null if all selected accounts are loaded. */
    loading: isPartial
      ? {
          hasFailed: isError,
          isBusy: query.isFetching,
          retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
        }
      : null,
    clear: () => setSelection(nothingSelected),
  };
}

export type StaffSelection = ReturnType<typeof useStaffSelection>;
