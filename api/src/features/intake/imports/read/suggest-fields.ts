import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import type { TapeColumn } from '@bursar/contracts/intake/tape-reading';
import { readNumberAs } from '../../../../platform/table-files/number-format.ts';
import { hintsAt } from './heading-hints.ts';
import { looksLikeDay } from '../../bank-files/read/columns/value-shapes.ts';

type Column = {
  readonly place: number;
  readonly name: string;
  readonly values: readonly string[];
};

/**
 * Suggests fields for columns without a known heading: first by words in their headings with
 * fitting values, then by values alone. A user must confirm a suggestion before it is used. A field
 * that fits several columns is not suggested, except the id by its values and the principal, which
 * is the largest amount.
 */
export function suggestFields(
  columns: readonly Pick<TapeColumn, 'field' | 'name'>[],
  rows: readonly (readonly string[])[],
): ReadonlyMap<number, TapeField> {
  const suggested = new Map<number, TapeField>();
  const open = columns.flatMap(({ field, name }, place): Column[] => {
    const values = rows.map((cells) => cells[place]?.trim() ?? '');
    return field === null && values.some((text) => text !== '') ? [{ place, name, values }] : [];
  });
  const isFree = ({ place }: Column) => !suggested.has(place);
  const suggest = (field: TapeField, fitting: readonly Column[]) => {
    const [only, ...others] = fitting;
    const isTaken = columns.some((column) => column.field === field);
    if (!only || others.length > 0 || isTaken || [...suggested.values()].includes(field)) return;
    suggested.set(only.place, field);
  };
  const those = (fits: (values: readonly string[]) => boolean) =>
    open.filter((column) => isFree(column) && fits(column.values.filter((text) => text !== '')));
  for (const [field, fits] of shapes) {
    const named = those(fits).filter(({ name }) => hintsAt(field, name));
    suggest(field, field === 'principal' ? largestOf(named) : named);
  }
  suggest('externalId', those((values) => areIds(values, rows.length)).slice(0, 1));
  suggest(
    'disbursedOn',
    those((values) => values.every(looksLikeDay)),
  );
  suggest('annualRate', those(areRates));
  suggest('instalmentCount', those(areTerms));
  suggest('principal', largestOf(those(areAmounts)));
  suggest('borrowerName', those(areNames));
  suggest('status', those(areStatuses));
  return suggested;
}

const areFilled = (values: readonly string[]): boolean => values.length > 0;

const areNumbers = (values: readonly string[]): boolean =>
  areFilled(values) && values.every((text) => numberIn(text) !== null && !looksLikeDay(text));

/** Checks of a column's values for a field that its heading hints at. */
const shapes: readonly (readonly [TapeField, (values: readonly string[]) => boolean])[] = [
  ['disbursedOn', (values) => areFilled(values) && values.every(looksLikeDay)],
  ['status', (values) => areFilled(values) && values.every((text) => /\p{L}/u.test(text))],
  [
    'externalId',
    (values) =>
      new Set(values).size === values.length &&
      areFilled(values) &&
      values.every((text) => /\p{Nd}/u.test(text) && !looksLikeDay(text)),
  ],
  [
    'borrowerName',
    (values) => areFilled(values) && values.every((text) => /^\p{L}\D*$/u.test(text)),
  ],
  [
    'instalmentCount',
    (values) =>
      areFilled(values) && values.every((text) => /^\p{Nd}{1,3}(\s?\p{L}+)?$/u.test(text)),
  ],
  [
    'annualRate',
    (values) => areNumbers(values) && values.every((text) => (numberIn(text) ?? 0) < 1500),
  ],
  ['balance', areNumbers],
  ['principal', areNumbers],
];

/**
 * True if the values can be ids. Whole numbers alone can be amounts or terms, so an id must have a
 * letter and a digit.
 */
const areIds = (values: readonly string[], rows: number): boolean =>
  rows > 1 &&
  new Set(values).size === rows &&
  values.every((text) => /\d/.test(text) && /\p{L}/u.test(text) && !/\s|%/.test(text)) &&
  !values.some((text) => looksLikeDay(text) || numberIn(text) !== null);

const areRates = (values: readonly string[]): boolean =>
  values.every((text) => readNumberAs(text, 'point')?.isPercent && /%/.test(text));

/**
 * True if the values can be terms, which repeat from loan to loan; numbers that never repeat can be
 * ids.
 */
const areTerms = (values: readonly string[]): boolean =>
  new Set(values).size < values.length &&
  values.every((text) => /^\d{1,3}$/.test(text) && Number(text) > 0) &&
  values.some((text) => Number(text) > 1);

const areAmounts = (values: readonly string[]): boolean =>
  values.every((text) => numberIn(text) !== null && !/%/.test(text) && !looksLikeDay(text)) &&
  values.some((text) => (numberIn(text) ?? 0) >= 100);

const areNames = (values: readonly string[]): boolean =>
  values.length > 1 &&
  new Set(values).size > values.length / 2 &&
  values.every((text) => /^\p{L}[\p{L}\p{M}.'’-]*(\s+\p{L}[\p{L}\p{M}.'’-]*)+$/u.test(text));

const STATUSES_MAX = 8;

const areStatuses = (values: readonly string[]): boolean => {
  const words = new Set(values);
  const isWord = (text: string) => /^\p{L}[\p{L}\p{M}\s_-]+$/u.test(text);
  return words.size > 1 && words.size <= STATUSES_MAX && words.size < values.length
    ? values.every(isWord)
    : false;
};

/**
 * Returns the columns that no other amount of the same loan exceeds: the principal, not the balance
 * or the amount paid.
 */
function largestOf(amounts: readonly Column[]): readonly Column[] {
  const sizeAt = ({ values }: Column, row: number) => numberIn(values[row] ?? '') ?? 0;
  const isLargest = (column: Column) =>
    amounts.every(
      (other) =>
        other === column ||
        column.values.every((_, row) => sizeAt(column, row) >= sizeAt(other, row)),
    );
  return amounts.filter((column) => isLargest(column) && !areNumbered(column.values));
}

/**
 * True for whole numbers of one length that never repeat, which are more often ids or phone
 * numbers.
 */
const areNumbered = (values: readonly string[]): boolean =>
  new Set(values).size === values.length &&
  values.every((text) => /^\d+$/.test(text) && text.length === values[0]?.length);

/**
 * Reads a number with the decimal mark that it seems to have; the result only supports a
 * suggestion.
 */
function numberIn(cell: string): number | null {
  const isComma = /,\d{1,2}(?!\d)\D*$/.test(cell);
  const read = readNumberAs(cell, isComma ? 'comma' : 'point');
  return read && Number(read.decimal);
}
