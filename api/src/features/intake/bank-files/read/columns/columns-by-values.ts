import { yieldingToEventLoop } from '../../../imports/yield-to-event-loop.ts';
import { currenciesMeant } from '../../../../../platform/table-files/currency-signs.ts';
import { isWeakStatus, sideMeant, statusMeant } from '../bank-terms.ts';

type Cells = readonly { readonly cells: readonly string[] }[];

/** Columns without a known heading whose cells state a direction, a status or a currency. */
export type ColumnsByValues = {
  readonly side: readonly number[];
  readonly status: readonly number[];
  readonly currency: readonly number[];
  /** Columns of words that state neither a direction nor a status. */
  readonly text: readonly number[];
};

/**
 * Judges columns without a known heading by their cells, because a heading such as "Flow" or
 * "Estado" must not hide that a line went out or failed.
 */
export async function columnsByValues(
  rows: Cells,
  columns: readonly number[],
): Promise<ColumnsByValues> {
  const found: Record<keyof ColumnsByValues, number[]> = {
    side: [],
    status: [],
    currency: [],
    text: [],
  };
  for await (const place of yieldingToEventLoop(columns)) {
    const values = new Set(rows.map(({ cells }) => cells[place]?.trim() ?? ''));
    values.delete('');
    const texts = [...values];
    if (texts.length === 0) continue;
    if (statesSides(texts)) found.side.push(place);
    if (texts.some(statesNoMoney)) found.status.push(place);
    if (texts.every(isCurrency)) found.currency.push(place);
    else if (texts.every(isText)) found.text.push(place);
  }
  return found;
}

const statesSides = (texts: readonly string[]): boolean =>
  texts.some(isWordOfSide) || (texts.every(isSide) && texts.some((text) => text !== '-'));

const isText = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !isSide(text) && statusMeant(text) === null;

const isSide = (text: string): boolean => sideMeant(text) !== null;

/**
 * True if a text of several letters states a direction. A single letter such as "D" does so only in
 * a column of directions, and "-" may mean nothing.
 */
const isWordOfSide = (text: string): boolean => text.length > 1 && isSide(text);

/**
 * Returns whether the text alone says that the line is not booked, has failed or was reversed.
 * Words that are common in purposes do not count.
 */
export function statesNoMoney(text: string): boolean {
  const meant = statusMeant(text);
  return meant !== null && meant !== 'booked' && !isWeakStatus(text);
}

const isCurrency = (text: string): boolean =>
  /^(\p{Lu}{3}|\p{L}{0,3}\p{Sc})$/u.test(text) && currenciesMeant(text).length > 0;
