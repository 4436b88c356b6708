import { currenciesMeant } from '../../../../../platform/table-files/currency-signs.ts';
import { isWeakStatus, sideMeant, statusMeant } from '../bank-terms.ts';

type Cells = readonly { readonly cells: readonly string[] }[];

/** Columns without a known heading whose cells state a direction, a status or a currency. */
export type ColumnsByValues = {
  readonly side: readonly number[];
  readonly status: readonly number[];
  readonly currency: readonly number[];
  /** Columns of words that are none of these. */
  readonly text: readonly number[];
};

/**
 * Judges the columns whose headings are not known by their cells, because a heading such as "Flow"
 * or "Estado" must not hide that a line went out or failed.
 */
export function columnsByValues(rows: Cells, columns: readonly number[]): ColumnsByValues {
  const filled = columns
    .map((place) => ({
      place,
      texts: rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== ''),
    }))
    .filter(({ texts }) => texts.length > 0);
  const placesWhere = (isMeant: (texts: readonly string[]) => boolean) =>
    filled.filter(({ texts }) => isMeant(texts)).map(({ place }) => place);
  return {
    side: placesWhere(
      (texts) =>
        texts.some(isWordOfSide) || (texts.every(isSide) && texts.some((text) => text !== '-')),
    ),
    status: placesWhere((texts) => texts.some(statesNoMoney)),
    currency: placesWhere((texts) => texts.every(isCurrency)),
    text: placesWhere((texts) =>
      texts.every((text) => /\p{L}{2}/u.test(text) && !isSide(text) && statusMeant(text) === null),
    ),
  };
}

const isSide = (text: string): boolean => sideMeant(text) !== null;

/** A letter such as "D" is a direction only in a column of them, and "-" also means nothing. */
const isWordOfSide = (text: string): boolean => text.length > 1 && isSide(text);

/** Whether the text alone says that the line is not booked. Words that purposes use do not. */
export function statesNoMoney(text: string): boolean {
  const meant = statusMeant(text);
  return meant !== null && meant !== 'booked' && !isWeakStatus(text);
}

const isCurrency = (text: string): boolean =>
  /^(\p{Lu}{3}|\p{L}{0,3}\p{Sc})$/u.test(text) && currenciesMeant(text).length > 0;
