import { loanColumnIds } from '@bursar/contracts/list-columns';
import { loanSorts } from '@bursar/contracts/loan-sorts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Filter } from '../../ui/filters/filter-values.ts';
import { defaultTableState, type TableState, useListAddress } from '../../ui/table/table-state.ts';
import type { ExportAsked } from '../../ui/table/ExportMenu.tsx';
import { loanSelectionOf, useLoanSelection } from './loan-selection.ts';
import { loanFilterOf, type LoanListFacts } from './loan-lists.ts';
import { loanListQuery, useExportLoans } from './loans.queries.ts';

/**
 * A list’s question, kept in the address, and the server’s answer to it. The selection is not in
 * the address: it belongs to the rows of one filter and goes when the filter changes.
 */
export function useLoanList(facts: LoanListFacts, filters: readonly Filter[]) {
  const defaults = useMemo(
    () => ({ ...defaultTableState, sort: facts.sort, pinned: ['reference'] }),
    [facts],
  );
  const address = useListAddress(filters, defaults);
  const { state, values, setSearch } = address;
  const filter = useMemo(() => loanFilterOf(facts.view, values), [facts, values]);
  const asked = { ...filter, ...sortOf(state, facts) };
  const query = useInfiniteQuery(loanListQuery(asked));
  const exporting = useExportLoans();
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { selection, setSelection } = useLoanSelection(filter, {
    order: JSON.stringify(asked),
    loaded: query.isPlaceholderData || query.isFetching ? null : rows,
  });

  const openAddress = useCallback(
    (search: string, options?: { replace: boolean }) =>
      setSearch(new URLSearchParams(search), options),
    [setSearch],
  );

  return {
    address,
    query,
    rows,
    /** Counted and summed with the page that came last. */
    sums: query.data?.pages.at(-1)?.sums,
    filter,
    save: ({ format, columns, selection: picked }: ExportAsked) => {
      if (exporting.isPending) return;
      const { loanIds, exceptLoanIds } = picked ? loanSelectionOf(picked, filter) : {};
      exporting.mutate({
        format,
        filter,
        ...(loanIds && { loanIds }),
        ...(exceptLoanIds && { exceptLoanIds }),
        ...sortOf(state, facts),
        columns: columns.flatMap((shown) => loanColumnIds.filter((id) => id === shown)),
      });
    },
    /** Takes over a whole question, which is what a saved view is. */
    openAddress,
    selection,
    setSelection,
  };
}

export type LoanListState = ReturnType<typeof useLoanList>;

function sortOf({ sort }: TableState, facts: LoanListFacts) {
  const column = loanSorts.find((one) => one === sort?.column);
  return sort && column
    ? { sort: column, direction: sort.direction }
    : { sort: facts.sort.column, direction: facts.sort.direction };
}
