import { useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import {
  areUnusual,
  filtersFromSearch,
  filtersToSearch,
  type Filter,
  type FilterValues,
} from '../filters/filter-values.ts';
import type { ColumnChoice } from './columns.ts';

/**
 * The state of a table. A page stores it in its address, so that a link, a reload and the back
 * button show the same table: `?sort=-dueDate&cols=reference,~borrower&rows=compact`. A column
 * after `~` is hidden if there is no room for it.
 */
export type TableState = {
  sort: TableSort | null;
  /** Further sort columns, in a table that sorts by several. */
  thenBy: readonly TableSort[];
  /** Ids of the chosen columns, in their order; null for the page's default. */
  columns: readonly string[] | null;
  /** Ids of the chosen columns that are hidden if there is no room for them. */
  ifRoom: readonly string[];
  /** Widths in pixels of the columns that the user resized. */
  widths: Readonly<Record<string, number>>;
  /** Ids of the columns that stay at the inline start while the other columns scroll. */
  pinned: readonly string[];
  density: Density;
  /** The key of the current page, if a table is paged instead of scrolled. */
  cursor: string | null;
};

export type TableSort = { column: string; direction: 'asc' | 'desc' };

export type Density = 'comfortable' | 'compact';

export const defaultTableState: TableState = {
  sort: null,
  thenBy: [],
  columns: null,
  ifRoom: [],
  widths: {},
  pinned: [],
  density: 'comfortable',
  cursor: null,
};

/**
 * Writes a table's state into a copy of the address's parameters. Defaults are left out, and other
 * parameters stay unchanged.
 */
export function tableStateToSearch(
  state: TableState,
  search: URLSearchParams,
  defaults: TableState = defaultTableState,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const written = spell(state);
  const usual = spell(defaults);
  for (const key of tableKeys) {
    if (written[key] === usual[key]) next.delete(key);
    else next.set(key, written[key]);
  }
  return next;
}

/**
 * Reads a table's state from an address. Missing parts and an unknown row height fall back to the
 * defaults; other invalid values are dropped.
 */
export function tableStateFromSearch(
  search: URLSearchParams,
  defaults: TableState = defaultTableState,
): TableState {
  const widths = search.get('widths');
  const pinned = search.get('pin');
  const density = search.get('rows');
  return {
    ...readSorts(search.get('sort'), defaults),
    ...readColumns(search.get('cols'), defaults),
    widths: widths === null ? defaults.widths : readWidths(widths),
    pinned: pinned === null ? defaults.pinned : readList(pinned),
    density: density === 'compact' || density === 'comfortable' ? density : defaults.density,
    cursor: search.get('page') || defaults.cursor,
  };
}

/** Sets the order of a table and goes back to its first page. */
export function sortTable(
  state: TableState,
  sort: TableSort | null,
  thenBy: readonly TableSort[] = [],
): TableState {
  return { ...state, sort, thenBy, cursor: null };
}

/** Returns the sort as the address and the server write it: `-outstanding,name`. */
export function spellSorts({ sort, thenBy }: Pick<TableState, 'sort' | 'thenBy'>): string {
  return [...(sort ? [sort] : []), ...thenBy]
    .map(({ column, direction }) => `${direction === 'desc' ? '-' : ''}${column}`)
    .join(',');
}

const tableKeys = ['sort', 'cols', 'widths', 'pin', 'rows', 'page'] as const;

function spell(state: TableState): Record<(typeof tableKeys)[number], string> {
  return {
    sort: spellSorts(state),
    cols: (state.columns ?? []).map((id) => (state.ifRoom.includes(id) ? `~${id}` : id)).join(','),
    widths: Object.entries(state.widths)
      .map(([column, width]) => `${column}:${Math.round(width)}`)
      .join(','),
    pin: state.pinned.join(','),
    rows: state.density,
    page: state.cursor ?? '',
  };
}

function readSorts(text: string | null, defaults: TableState): Pick<TableState, 'sort' | 'thenBy'> {
  if (text === null) return { sort: defaults.sort, thenBy: defaults.thenBy };
  const [sort = null, ...thenBy] = readList(text).flatMap((part): TableSort[] => {
    const column = part.replace(/^-/, '');
    return column === '' ? [] : [{ column, direction: part.startsWith('-') ? 'desc' : 'asc' }];
  });
  return { sort, thenBy };
}

function readColumns(text: string | null, defaults: TableState): ColumnChoice {
  if (text === null) return { columns: defaults.columns, ifRoom: defaults.ifRoom };
  const parts = readList(text);
  const isIfRoom = (part: string) => part.startsWith('~');
  const idOf = (part: string) => (isIfRoom(part) ? part.slice(1) : part);
  return { columns: [...new Set(parts.map(idOf))], ifRoom: parts.filter(isIfRoom).map(idOf) };
}

function readList(text: string): string[] {
  return [...new Set(text.split(',').filter((part) => part !== ''))];
}

function readWidths(text: string): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const part of text.split(',')) {
    const [column, width] = part.split(':');
    const pixels = Number(width);
    if (column && Number.isFinite(pixels) && pixels >= 40 && pixels <= 1200)
      widths[column] = pixels;
  }
  return widths;
}

/**
 * Reads and writes a list's query in the page's address: its filters and the state of its table.
 * `filters` and `defaults` must be constants or memoised. A page with several lists names each: its
 * parameters are `<name>.sort` and so on.
 */
export function useListAddress(
  filters: readonly Filter[],
  defaults: TableState,
  { name }: { readonly name?: string } = {},
) {
  const [whole, setWhole] = useSearchParams();
  const search = useMemo(() => ownSearch(whole, name), [whole, name]);
  const state = useMemo(() => tableStateFromSearch(search, defaults), [search, defaults]);
  const values = useMemo(() => filtersFromSearch(filters, search), [filters, search]);
  const setSearch = (next: URLSearchParams, how?: NavigateOptions) =>
    setWhole(withOwnSearch(whole, next, name), how);
  return {
    search,
    setSearch,
    state,
    setState: (next: TableState) => setSearch(tableStateToSearch(next, search, defaults), quietly),
    filters,
    values,
    setValues: (next: FilterValues) => setSearch(filtersToSearch(filters, next, search), quietly),
    isFiltered: areUnusual(filters, values),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;

/** Returns the parameters of one list, without its name. */
export function ownSearch(whole: URLSearchParams, name: string | undefined): URLSearchParams {
  if (name === undefined) return whole;
  const own = [...whole].filter(([key]) => key.startsWith(`${name}.`));
  return new URLSearchParams(own.map(([key, value]) => [key.slice(name.length + 1), value]));
}

/** Returns the address's parameters with those of one list replaced. */
export function withOwnSearch(
  whole: URLSearchParams,
  own: URLSearchParams,
  name: string | undefined,
): URLSearchParams {
  if (name === undefined) return own;
  const others = [...whole].filter(([key]) => !key.startsWith(`${name}.`));
  return new URLSearchParams([
    ...others,
    ...[...own].map(([key, value]) => [`${name}.${key}`, value]),
  ]);
}

/**
 * Options for a change of the address: the back button still returns to the previous page, and the
 * list does not scroll.
 */
const quietly = { replace: true, preventScrollReset: true } as const;
