import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { filtersFromSearch, filtersToSearch } from '../filters/filter-values.ts';
import type { Filter, FilterValues } from '../filters/filter-values.ts';
import { tableStateFromSearch, tableStateToSearch } from './table-state.ts';
import type { TableState } from './table-state.ts';

/**
 * A list’s question as the page’s address holds it: its filters and what the reader did to the
 * table. `filters` and `defaults` keep their identity while they mean the same.
 */
export function useListAddress(filters: readonly Filter[], defaults: TableState) {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => tableStateFromSearch(search, defaults), [search, defaults]);
  const values = useMemo(() => filtersFromSearch(filters, search), [filters, search]);
  return {
    search,
    setSearch,
    state,
    setState: (next: TableState) => setSearch(tableStateToSearch(next, search, defaults), quietly),
    filters,
    values,
    setValues: (next: FilterValues) => setSearch(filtersToSearch(filters, next, search), quietly),
    isFiltered: Object.keys(values).length > 0,
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;

/** The page before stays one step back, and the list where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;
