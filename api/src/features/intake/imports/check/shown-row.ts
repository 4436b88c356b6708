import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  displayedNumber,
  type NumberDisplay,
} from '../../../../platform/table-files/number-display.ts';
import { moveDecimalPoint, readNumberAs } from '../../../../platform/table-files/number-format.ts';
import type { DateSystem } from '../../../../platform/table-files/serial-days.ts';
import {
  shownDay,
  shownNumber,
  shownWithExponent,
} from '../../../../platform/table-files/shown-cells.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { currencyCell } from '../read/currency-columns.ts';
import {
  countFields,
  dayFields,
  idFields,
  moneyFields,
  percentFields,
} from '../read/number-fields.ts';
import type { TapeContext } from '../read/tape-context.ts';

type Terms = Pick<TapeContext, 'columns' | 'currencyColumns' | 'currency' | 'dateSystem'>;
type Show = (text: string, display: NumberDisplay) => string;

/**
 * Writes a workbook's rows as a text file would have them, for the file of refused rows: if that
 * file is imported, each cell means the same as on the tape, or is refused again. The rows of other
 * files are returned unchanged.
 */
export function showRows(terms: Terms): (row: TapeRow) => readonly string[] {
  const { columns, currencyColumns, dateSystem } = terms;
  if (dateSystem === null) return ({ cells }) => cells;
  const fields = new Map([...columns.places].map(([field, { index }]) => [index, field]));
  const shows = columns.names.map((_, index) =>
    showOf(fields.get(index), { currency: terms.currency, dateSystem }),
  );
  const currencies = new Set(currencyColumns.map(({ index }) => index));
  return (row) =>
    row.cells.map((text, index) => {
      const display = row.numbers?.[index];
      if (display === undefined) return text;
      if (currencies.has(index)) return currencyCell(row, index);
      return shows[index]?.(text.trim(), display) ?? text;
    });
}

function showOf(
  field: TapeField | undefined,
  { currency, dateSystem }: { currency: string; dateSystem: DateSystem },
): Show {
  if (field === undefined) return showAny(dateSystem);
  if (dayFields.has(field)) return (text, display) => shownDay(text, { display, dateSystem });
  if (numberFields.has(field)) return showAmount(currency);
  return textFields.has(field) ? showText(dateSystem) : (text) => text;
}

const showAny =
  (dateSystem: DateSystem): Show =>
  (text, display) =>
    percentOf(text, display) ?? shownNumber(text, { display, dateSystem });

/**
 * Writes an amount as the workbook stores it, with the unit, the percent sign or the other currency
 * that its format adds, because these change its meaning.
 */
const showAmount =
  (currency: string): Show =>
  (text, display) => {
    const { kind, unit, currencies } = display;
    if (kind === 'other-unit') return `${text} (${unit})`;
    const [first] = currencies?.includes(currency) ? [] : (currencies ?? []);
    return percentOf(text, display) ?? (first === undefined ? text : `${first} ${text}`);
  };

/**
 * Writes a text as the workbook displays it. If the format hides digits, the text is refused on the
 * tape, so here it is written in a form that is refused again.
 */
const showText =
  (dateSystem: DateSystem): Show =>
  (text, display) => {
    const isHidden = display.kind !== 'date' && displayedNumber(text, display) === null;
    if (isHidden) return percentOf(text, display) ?? shownWithExponent(text);
    return shownNumber(text, { display, dateSystem });
  };

function percentOf(text: string, { kind }: NumberDisplay): string | null {
  if (kind !== 'percent') return null;
  const stored = readNumberAs(text, 'point');
  return stored && `${moveDecimalPoint(stored.decimal, 2)}%`;
}

const numberFields: ReadonlySet<TapeField> = new Set([
  ...moneyFields,
  ...percentFields,
  ...countFields,
]);

/** Fields whose numbers are read as the workbook displays them. */
const textFields: ReadonlySet<TapeField> = new Set<TapeField>([
  ...idFields,
  'email',
  'givenName',
  'familyName',
  ...tapeFacts.filter(({ fact }) => fact.kind === 'text').map(({ field }) => field),
]);
