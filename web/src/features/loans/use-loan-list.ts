import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { filtersFromSearch, filtersToSearch } from '../../ui/filters/filter-values.ts';
import type { Filter, FilterValues } from '../../ui/filters/filter-values.ts';
import {
  defaultTableState,
  tableStateFromSearch,
  tableStateToSearch,
} from '../../ui/table/table-state.ts';
import type { TableState } from '../../ui/table/table-state.ts';
import { loanFilterOf } from './loan-list-filters.ts';
import type { LoanListFacts } from './loan-lists.ts';
import { useLoanSelection } from './use-loan-selection.ts';
import { loanListQuery, loanSorts, useExportLoans } from './loans.queries.ts';

/**
 * A list’s question, kept in the address, and the server’s answer to it. The selection is not in
 * the address: it belongs to the rows of one filter and goes when the filter changes.
 */
export function useLoanList(facts: LoanListFacts, filters: readonly Filter[]) {
  const [search, setSearch] = useSearchParams();
  const defaults = useMemo(
    () => ({ ...defaultTableState, sort: facts.sort, pinned: ['reference'] }),
    [facts],
  );
  const state = useMemo(() => tableStateFromSearch(search, defaults), [search, defaults]);
  const values = useMemo(() => filtersFromSearch(filters, search), [filters, search]);
  const filter = useMemo(() => loanFilterOf(facts.view, values), [facts, values]);
  const asked = { ...filter, ...sortOf(state, facts) };
  const query = useInfiniteQuery(loanListQuery(asked));
  const exporting = useExportLoans(asked);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { selection, setSelection } = useLoanSelection(filter, {
    order: JSON.stringify(asked),
    loaded: query.isPlaceholderData || query.isFetching ? null : rows,
  });

  const openAddress = useCallback(
    (address: string, options?: { replace: boolean }) =>
      setSearch(new URLSearchParams(address), options),
    [setSearch],
  );

  return {
    query,
    rows,
    /** Counted and summed with the page that came last. */
    sums: query.data?.pages.at(-1)?.sums,
    state,
    setState: (next: TableState) => setSearch(tableStateToSearch(next, search, defaults), quietly),
    filter,
    save: (format: 'csv' | 'xlsx') => {
      if (!exporting.isPending) exporting.mutate(format);
    },
    values,
    setValues: (next: FilterValues) => setSearch(filtersToSearch(filters, next, search), quietly),
    /** The whole question as the address holds it, which is what a saved view is. */
    address: search.toString(),
    openAddress,
    selection,
    setSelection,
  };
}

export type LoanListState = ReturnType<typeof useLoanList>;

/** The page before stays one step back, and the list where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;

function sortOf({ sort }: TableState, facts: LoanListFacts) {
  const column = loanSorts.find((one) => one === sort?.column);
  return sort && column
    ? { sort: column, direction: sort.direction }
    : { sort: facts.sort.column, direction: facts.sort.direction };
}
