import { readNumberAs } from '../../../../platform/table-files/number-format.ts';
import {
  announcesCurrency,
  currenciesInText,
  currenciesOfHeading,
  currenciesStated,
  isPlainlyCurrency,
  isWordAndCode,
} from '../../../../platform/table-files/stated-currencies.ts';
import { errorFinding, type NewFinding } from '../../../../platform/table-files/findings.ts';
import { moneyFields } from './number-fields.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';

export type CurrencyColumn = { readonly index: number; readonly name: string };

type Watched = CurrencyColumn & {
  readonly isAnnounced: boolean;
  /** Each different value, and whether it is a currency. */
  readonly seen: Map<string, boolean>;
  filled: number;
  currencies: number;
  hasPlainCurrency: boolean;
  hasNumber: boolean;
};

/**
 * Finds columns that state the currency of their rows. A column without a field is judged by its
 * cells, because its heading may be in any language.
 */
export function profileCurrencies(columns: RecognisedColumns, currency: string) {
  const stated = columns.places.get('currency') ?? columns.placesByName.get('currency');
  const used = new Set([...columns.places.values()].map(({ index }) => index));
  const watched: Watched[] = columns.names.flatMap((name, index) => {
    if (used.has(index) || index === stated?.index) return [];
    const counts = { filled: 0, currencies: 0, hasPlainCurrency: false, hasNumber: false };
    return [{ index, name, isAnnounced: announcesCurrency(name), seen: new Map(), ...counts }];
  });
  return {
    note(row: TapeRow): void {
      for (const column of watched) {
        // A column with more different values than there are currencies holds something else.
        if (column.seen.size < VALUES_MAX) noteCell(column, currencyCell(row, column.index));
      }
    },
    columns(): readonly CurrencyColumn[] {
      return [...(stated ? [stated] : []), ...watched.filter(isCurrencyColumn)];
    },
    /** Returns an error for each unused amount column whose heading names another currency. */
    headings(): readonly NewFinding[] {
      const amounts = watched.filter(({ hasNumber }) => hasNumber);
      return amounts.flatMap(({ name }) => headingInOtherCurrency(name, currency));
    },
  };
}

/**
 * Returns an error for each used amount column whose heading, such as "Balance (EUR)", names
 * another currency.
 */
export function headingsInOtherCurrency(
  { places }: RecognisedColumns,
  currency: string,
): readonly NewFinding[] {
  return [...places].flatMap(([field, { name }]) =>
    moneyFields.has(field) ? headingInOtherCurrency(name, currency) : [],
  );
}

function headingInOtherCurrency(name: string, currency: string): readonly NewFinding[] {
  const stated = currenciesOfHeading(name);
  if (!stated || stated.includes(currency)) return [];
  const details = { currency, stated: stated[0] ?? '' };
  return [errorFinding('currency_differs', { column: name, value: name, details })];
}

/** Returns an error for each row above the header that states another currency. */
export function rowsInOtherCurrency(
  above: readonly TapeRow[],
  currency: string,
): readonly NewFinding[] {
  return above.flatMap(({ number: row, cells }) => {
    const text = cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' ');
    const other = currenciesInText(text).find((stated) => !stated.includes(currency));
    if (!other) return [];
    const details = { currency, stated: other[0] ?? '' };
    return [errorFinding('currency_differs', { row, value: text, details })];
  });
}

/** Returns the text of a currency cell; a workbook stores the ISO number 036 as 36. */
export function currencyCell({ cells, numbers }: TapeRow, index: number): string {
  const text = (cells[index] ?? '').trim();
  if (emptyMarks.has(text.toUpperCase())) return '';
  return numbers?.[index] && /^\d{1,2}$/.test(text) ? text.padStart(3, '0') : text;
}

const emptyMarks: ReadonlySet<string> = new Set(['NA', 'N/A', '-', '–', 'NULL']);

function noteCell(column: Watched, text: string): void {
  const { seen, isAnnounced } = column;
  if (text === '') return;
  column.filled += 1;
  const known = seen.get(text);
  if (known === true) column.currencies += 1;
  if (known !== undefined) return;
  const isPlain = isPlainlyCurrency(text);
  const isCurrency =
    isPlain || isWordAndCode(text) || (isAnnounced && currenciesStated(text).length > 0);
  seen.set(text, isCurrency);
  if (isCurrency) column.currencies += 1;
  if (isPlain) column.hasPlainCurrency = true;
  if (column.hasNumber) return;
  const number = readNumberAs(text, 'point') ?? readNumberAs(text, 'comma');
  if (number && !number.isPercent) column.hasNumber = true;
}

/**
 * Returns whether nearly all filled cells of a column are currencies, or half of them if the
 * heading names a currency. The other cells may be notes or errors; their rows are then refused.
 */
function isCurrencyColumn(column: Watched): boolean {
  const { seen, filled, currencies, isAnnounced, hasPlainCurrency } = column;
  if (currencies === 0 || seen.size >= VALUES_MAX) return false;
  if (isAnnounced) return currencies >= filled * ANNOUNCED_SHARE;
  return hasPlainCurrency && currencies >= filled * UNANNOUNCED_SHARE;
}

const VALUES_MAX = 200;
const ANNOUNCED_SHARE = 0.5;
const UNANNOUNCED_SHARE = 0.9;
