/**
 * One filter of a list, declared by the page. Its id is the name of its parameter in the address.
 */
export type Filter = {
  id: string;
  label: string;
  /**
   * Listed in a menu after the chips until it is needed, so that the most used filters fit on one
   * line.
   */
  isSeldom?: boolean;
  /**
   * The value when the list opens. The filter has this value if its parameter is missing from the
   * address; clearing the filter writes an empty parameter.
   */
  usual?: readonly string[];
} & (
  | { kind: 'search'; placeholder?: string }
  /** An exact text. */
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly FilterOption[] }
  | { kind: 'choices'; options: readonly FilterOption[] }
  | { kind: 'amounts'; currency: string }
  | { kind: 'percents' }
  | { kind: 'days'; presets?: readonly DayPreset[] }
);

export type FilterOption = { value: string; label: string; count?: number };

export type DayPreset = { label: string; range: DayRange };

export type AmountRange = { fromMinor?: number; toMinor?: number };

/** Per cent as plain decimals, such as `14.07`. */
export type PercentRange = { fromPercent?: string; toPercent?: string };

export type DayRange = { from?: string; to?: string };

export type FilterValue = string | readonly string[] | AmountRange | PercentRange | DayRange;

/** The filters that are set, by id; an unset filter has no entry. */
export type FilterValues = Readonly<Record<string, FilterValue | undefined>>;

/** Writes the filters into a copy of the address's parameters and goes back to the first page. */
export function filtersToSearch(
  filters: readonly Filter[],
  values: FilterValues,
  search: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  for (const { id, usual } of filters) {
    next.delete(id);
    const text = spellValue(values[id]);
    if (text !== spellValue(usual)) next.set(id, text);
  }
  return next;
}

/** Reads the filters from an address and ignores values that no filter could have written. */
export function filtersFromSearch(
  filters: readonly Filter[],
  search: URLSearchParams,
): FilterValues {
  const values: Record<string, FilterValue> = {};
  for (const filter of filters) {
    const value = readValue(filter, search.get(filter.id) ?? spellValue(filter.usual));
    if (value !== undefined) values[filter.id] = value;
  }
  return values;
}

/** Returns whether the filters differ from those that are set when the list opens. */
export function areUnusual(filters: readonly Filter[], values: FilterValues): boolean {
  return filters.some(({ id, usual }) => spellValue(values[id]) !== spellValue(usual));
}

/** Sets one filter, or removes it if the value is empty. */
export function setFilter(
  values: FilterValues,
  id: string,
  value: FilterValue | undefined,
): FilterValues {
  const { [id]: _former, ...rest } = values;
  return spellValue(value) === '' ? rest : { ...rest, [id]: value };
}

export function isList(value: FilterValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

export function isAmountRange(value: FilterValue | undefined): value is AmountRange {
  return typeof value === 'object' && ('fromMinor' in value || 'toMinor' in value);
}

export function isPercentRange(value: FilterValue | undefined): value is PercentRange {
  return typeof value === 'object' && ('fromPercent' in value || 'toPercent' in value);
}

export function isDayRange(value: FilterValue | undefined): value is DayRange {
  return typeof value === 'object' && ('from' in value || 'to' in value);
}

/**
 * Returns a value's text in the address. Options are joined by commas, so their values must not
 * contain any.
 */
function spellValue(value: FilterValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isList(value)) return value.join(',');
  if (isAmountRange(value)) return spellRange(value.fromMinor, value.toMinor);
  if (isPercentRange(value)) return spellRange(value.fromPercent, value.toPercent);
  return isDayRange(value) ? spellRange(value.from, value.to) : '';
}

function spellRange(from: string | number | undefined, to: string | number | undefined): string {
  return from === undefined && to === undefined ? '' : `${from ?? ''}..${to ?? ''}`;
}

function readValue(filter: Filter, text: string): FilterValue | undefined {
  if (text === '' || filter.kind === 'search' || filter.kind === 'text') return text || undefined;
  if (filter.kind === 'amounts') return readAmounts(text);
  if (filter.kind === 'percents') return readPercents(text);
  if (filter.kind === 'days') return readDays(text);
  const known = filter.options.map((option) => option.value);
  if (filter.kind === 'choice') return known.includes(text) ? text : undefined;
  const texts = text.split(',');
  const chosen = known.filter((value) => texts.includes(value));
  return chosen.length > 0 ? chosen : undefined;
}

function readAmounts(text: string): AmountRange | undefined {
  const match = /^(-?\d{1,15})?\.\.(-?\d{1,15})?$/.exec(text);
  if (!match || text === '..') return undefined;
  return {
    ...(match[1] !== undefined && { fromMinor: Number(match[1]) }),
    ...(match[2] !== undefined && { toMinor: Number(match[2]) }),
  };
}

function readPercents(text: string): PercentRange | undefined {
  const match = /^(\d{1,4}(?:\.\d{1,6})?)?\.\.(\d{1,4}(?:\.\d{1,6})?)?$/.exec(text);
  if (!match || text === '..') return undefined;
  return {
    ...(match[1] !== undefined && { fromPercent: match[1] }),
    ...(match[2] !== undefined && { toPercent: match[2] }),
  };
}

function readDays(text: string): DayRange | undefined {
  const match = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text);
  if (!match || text === '..') return undefined;
  return {
    ...(match[1] !== undefined && { from: match[1] }),
    ...(match[2] !== undefined && { to: match[2] }),
  };
}
