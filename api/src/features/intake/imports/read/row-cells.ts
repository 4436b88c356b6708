import type { HolderField } from '@bursar/contracts/intake/tape-words.values';
import type { FindingCode } from '@bursar/contracts/intake/finding-codes';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { isVisibleName } from '@bursar/contracts/visible-names';
import { parseCalendarDate, type CalendarDate } from '@bursar/loan-maths/calendar';
import { formatUnits, parseMoney } from '@bursar/loan-maths/money';
import { parseAnnualRate, type AnnualRate } from '@bursar/loan-maths/rate';
import {
  moveDecimalPoint,
  readNumberAs,
  type CellNumber,
} from '../../../../platform/table-files/number-format.ts';
import { looksLikeFormula } from '../../../../platform/cell-formulas.ts';
import { currenciesStated } from '../../../../platform/table-files/stated-currencies.ts';
import { currencyCell } from './currency-columns.ts';
import {
  endsAsCutToFifteenDigits,
  isCutToExponent,
  isSpreadsheetError,
  isTurnedIntoDate,
} from './damaged-values.ts';
import {
  displayedNumber,
  OTHER_UNIT,
  type NumberDisplay,
} from '../../../../platform/table-files/number-display.ts';
import { isEmptyCell } from './empty-cells.ts';
import { readAmountAs } from './account-sides.ts';
import { isWordField, type StatedStatus } from './known-words.ts';
import type { LoanHolder } from './tape-holders.ts';
import { idFields } from './number-fields.ts';
import { SPREADSHEET_DIGITS_MAX } from './profile-columns.ts';
import { anyFormat, EARLIEST_DAY, readDate, type DateForm } from './read-date.ts';
import { ratePeriodIn } from './rate-period.ts';
import { inPercent, inPercentAYear, statedPeriod, unitOfRate } from './rate-unit.ts';
import type { TapeInterval } from './tape-loan.ts';
import type { TapeContext } from './tape-context.ts';
import { countOfTerm } from './term-units.ts';
import { unsupportedTerms } from './unsupported-terms.ts';
import {
  errorFinding,
  storable,
  warningFinding,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';

/**
 * Maximum amount, a hundred thousand million, so that sums over a realistic file are still exact.
 */
const MONEY_MAX = 100_000_000_000;
/** Maximum rate, as for loan products. */
const RATE_PERCENT_MAX = 1000;
const RATE_DECIMALS_MAX = 6;

type TextOptions = { readonly max?: number; readonly isName?: true };
type MoneyOptions = { readonly mustBePositive?: boolean; readonly isControl?: boolean };

/**
 * Reads the cells of one row by field. An empty or wrong cell reads as null. Errors are in
 * `findings`, and `isSound` says whether the row can still become a loan.
 */
export class RowCells {
  readonly findings: NewFinding[] = [];
  isSound = true;
  readonly #row: TapeRow;
  readonly #context: TapeContext;
  readonly #rounded = new Set<TapeField>();

  constructor(row: TapeRow, context: TapeContext) {
    this.#row = row;
    this.#context = context;
  }

  has(field: TapeField): boolean {
    return this.#context.columns.places.has(field);
  }

  /** Returns the heading of the field's column; empty if it has none. */
  heading(field: TapeField): string {
    return this.#context.columns.places.get(field)?.name ?? '';
  }

  text(field: TapeField, { max = 200, isName }: TextOptions = {}): string | null {
    const value = this.#shown(field);
    if (value !== null && isName && !isVisibleName(value)) {
      return this.#refuse('value_not_visible', field, {});
    }
    if (value === null || value.length <= max) return value;
    return this.#refuse('value_too_long', field, { max, length: value.length });
  }

  money(field: TapeField, { mustBePositive, isControl }: MoneyOptions = {}): number | null {
    const number = this.#number(field);
    if (number === null) return null;
    const { currency, currencyDecimals } = this.#context;
    if (number.currencies && !number.currencies.includes(currency)) {
      return this.#refuseCurrency(field, number.currencies);
    }
    if (number.isPercent) return this.#refuseNumber(field);
    const parsed = parseMoney(number.decimal, currency);
    if (!parsed.ok) return this.#refuseNumber(field);
    const { amountMinor, digitsWereLost } = parsed.value;
    if (mustBePositive && amountMinor <= 0) return this.#refuse('value_not_positive', field);
    if (amountMinor < 0 || amountMinor > MONEY_MAX * 10 ** currencyDecimals) {
      return this.#refuse('value_out_of_range', field, { min: 0, max: MONEY_MAX });
    }
    if (digitsWereLost) this.#rounded.add(field);
    if (digitsWereLost && !isControl) {
      const rounded = formatUnits(amountMinor, currencyDecimals);
      this.#warn('money_rounded_to_minor_unit', field, { rounded });
    }
    return amountMinor;
  }

  /** Returns whether the amount had more decimals than the currency. */
  isRounded(field: TapeField): boolean {
    return this.#rounded.has(field);
  }

  /**
   * Refuses the row if it states a currency other than the portfolio's. A column with currencies
   * counts even if the user chose not to use it.
   */
  checkCurrency(): void {
    const { currencyColumns, currency } = this.#context;
    for (const column of currencyColumns) {
      const text = storable(currencyCell(this.#row, column.index));
      const meant = currenciesStated(text);
      if (text === '' || meant.includes(currency)) continue;
      this.isSound = false;
      const about = { row: this.#row.number, column: column.name, value: text };
      const [stated] = meant;
      this.findings.push(
        stated === undefined
          ? errorFinding('currency_not_known', { ...about, details: { currency } })
          : errorFinding('currency_differs', { ...about, details: { currency, stated } }),
      );
    }
  }

  /** Rejects a row with loan terms that tapes do not support. */
  checkTerms(status: StatedStatus | null): void {
    const findings = unsupportedTerms(this.#row, this.#context.termColumns, {
      status,
      ratePeriod: this.#context.format.ratePeriod,
    });
    if (findings.length > 0) this.isSound = false;
    this.findings.push(...findings);
  }

  /** Reads a count; `interval` is that of the loan if the cell may have a unit, as in "36 months". */
  wholeNumber(
    field: TapeField,
    { min, max, interval }: { min: number; max: number; interval?: TapeInterval },
  ): number | null {
    const { termUnit } = this.#context;
    const count = interval && ((cell: string) => countOfTerm(cell, interval, termUnit));
    const value = this.#forAll(field) ?? this.#plainNumber(field, count);
    if (value === null) return null;
    if (!/^[+-]?\d+(\.0*)?$/.test(value)) return this.#refuse('value_not_a_whole_number', field);
    const number = Number(value);
    if (number < min || number > max)
      return this.#refuse('value_out_of_range', field, { min, max });
    return number;
  }

  /** Reads a number that is only informative, without rounding it. */
  decimal(field: TapeField, { max }: { max: number }): string | null {
    const number = this.#number(field);
    if (number === null) return null;
    if (number.currencies) return this.#refuseNumber(field);
    const value = Number(number.decimal);
    if (value < 0 || value > max) return this.#refuse('value_out_of_range', field, { min: 0, max });
    return number.decimal;
  }

  rate(field: TapeField): AnnualRate | null {
    const forAll = this.#forAll(field);
    if (forAll !== null) return this.#annualRate(field, forAll);
    const { rateUnit, profiles } = this.#context.format;
    const { text, period: inCell } = ratePeriodIn(this.#raw(field));
    const inHeading = inCell === null ? null : statedPeriod(this.#context.columns);
    if (inHeading !== null && inHeading !== inCell) {
      return this.#refuse('rate_period_contradicts', field);
    }
    const period = inCell ?? this.#context.format.ratePeriod;
    const stated = this.#rateWithUnit(field, text);
    if (stated !== null) return this.#annualRate(field, inPercentAYear(stated, period));
    const number = this.#number(field, () => text);
    if (number === null) return null;
    if (number.currencies) return this.#refuseNumber(field);
    // If the column has fractions, 13.49 is a percentage that was not converted, and 1349 % would
    // be wrong.
    const hasFractions = rateUnit === 'fraction' && (profiles.get(field)?.belowOne.count ?? 0) > 0;
    if (hasFractions && !number.isPercent && Number(number.decimal) > 1) {
      return this.#refuse('value_out_of_range', field, { min: 0, max: 1 });
    }
    const value = number.isPercent ? number.decimal : inPercent(number.decimal, rateUnit);
    return this.#annualRate(field, inPercentAYear(value, period));
  }

  #annualRate(field: TapeField, value: string): AnnualRate | null {
    const parsed = parseAnnualRate(value);
    const decimals = parsed.ok ? (parsed.value.split('.')[1]?.length ?? 0) : Infinity;
    if (parsed.ok && Number(parsed.value) <= RATE_PERCENT_MAX && decimals <= RATE_DECIMALS_MAX) {
      return parsed.value;
    }
    const details = { min: 0, max: RATE_PERCENT_MAX, decimals: RATE_DECIMALS_MAX };
    return this.#refuse('value_out_of_range', field, details);
  }

  date(field: TapeField, form: DateForm): CalendarDate | null {
    const forAll = this.#forAll(field);
    const value = forAll ?? this.#value(field);
    if (value === null) return null;
    const { dateSystem } = this.#context;
    const format = this.#context.format.dates.get(field) ?? anyFormat;
    const { dayOfMonth } = this.#context.format;
    const read = forAll ?? readDate(value, { form, dateSystem, format, dayOfMonth });
    const date = read === null ? undefined : parseCalendarDate(read);
    if (date === undefined) return this.#refuse('value_not_a_date', field, { form });
    if (date < EARLIEST_DAY)
      return this.#refuse('value_out_of_range', field, { min: EARLIEST_DAY });
    return date;
  }

  choice<Choice>(field: TapeField, choices: ReadonlyMap<string, Choice>): Choice | null {
    const value = this.#forAll(field) ?? this.#value(field);
    if (value === null) return null;
    const name = isWordField(field) ? this.#context.words.meaningOf(field, value) : value;
    if (name === 'left_empty') return null;
    for (const [known, choice] of choices) {
      if (known.toLowerCase() === name?.toLowerCase()) return choice;
    }
    return this.#refuse('value_not_in_list', field, { choices: [...choices.keys()].join(', ') });
  }

  /** Reads the team or agent that a cell names; null for an empty cell. */
  holder(field: HolderField): LoanHolder | null {
    const value = this.#value(field);
    if (value === null) return null;
    const { words, holders } = this.#context;
    const meaning = words.meaningOf(field, value);
    const holder = meaning === null ? null : holders.byMeaning(meaning);
    return holder ?? this.#refuse('holder_not_known', field);
  }

  /** Reports an error that the caller found, and refuses the row. */
  refuse(code: FindingCode, field: TapeField, details: NewFinding['details']): void {
    this.#refuse(code, field, details);
  }

  warn(code: FindingCode, field: TapeField, details: NewFinding['details']): void {
    this.#warn(code, field, details);
  }

  /**
   * Returns the trimmed value; null for an empty cell, and with an error for an empty required
   * cell, a formula without a result or a spreadsheet error.
   */
  #value(field: TapeField): string | null {
    const { layout, places } = this.#context.columns;
    const place = places.get(field);
    if (!place) return null;
    const value = this.#raw(field);
    // A workbook also stores the result of a formula; a text file, or a cell without a result, has
    // no value.
    const isFormula = this.#row.formulas.includes(place.index);
    if (isFormula && (value === '' || looksLikeFormula(value))) {
      return this.#refuse('value_is_a_formula', field);
    }
    if (isSpreadsheetError(value)) return this.#refuse('value_is_a_spreadsheet_error', field);
    if (!isEmptyCell(value)) return value;
    const isRequired = layout.columns.some((one) => one.field === field && one.isRequired);
    return isRequired ? this.#refuse('value_missing', field) : null;
  }

  /** Returns a text as its author saw it; null with a finding if a spreadsheet has damaged it. */
  #shown(field: TapeField): string | null {
    const value = this.#value(field);
    if (value === null) return null;
    const display = this.#display(field);
    if (display) return this.#shownNumber(field, { value, display });
    if (isCutToExponent(value)) return this.#refuse('value_cut_by_spreadsheet', field);
    if (!idFields.has(field)) return value;
    // Spreadsheets mark text that looks like a number or formula with an apostrophe.
    const text = value.replace(/^'(?=[\d+\-=@])/, '');
    if (isTurnedIntoDate(text)) return this.#refuse('value_turned_into_a_date', field);
    const profile = this.#context.format.profiles.get(field);
    const isCut = endsAsCutToFifteenDigits(text) && profile?.longIds === profile?.longIdsCut;
    return isCut ? this.#refuse('value_cut_by_spreadsheet', field) : text;
  }

  #shownNumber(
    field: TapeField,
    { value, display }: { value: string; display: NumberDisplay },
  ): string | null {
    if (display.kind === 'date') return this.#refuse('value_turned_into_a_date', field);
    if (value.replaceAll(/\D/g, '').length > SPREADSHEET_DIGITS_MAX) {
      const details = { max: SPREADSHEET_DIGITS_MAX };
      return this.#refuse('number_too_long_for_spreadsheet', field, details);
    }
    const shown = displayedNumber(value, display);
    if (shown === null) return this.#refuse('value_cut_by_spreadsheet', field);
    const hasLostZeros =
      display.pattern === null && this.#context.format.profiles.get(field)?.hasLeadingZeros;
    return hasLostZeros ? this.#refuse('leading_zeros_lost', field) : shown;
  }

  /** Returns the value that a user gave for all rows, if no column has the field. */
  #forAll(field: TapeField): string | null {
    const { columns, forAll } = this.#context;
    if (columns.places.has(field)) return null;
    const given = wholeFileFields.find((one) => one === field);
    return (given && forAll[given]) ?? null;
  }

  /** Reads a rate with a per mille or basis-point sign, in percent; null for other cells. */
  #rateWithUnit(field: TapeField, text: string): string | null {
    const unit = this.#display(field) ? null : unitOfRate(text);
    if (unit === null) return null;
    const mark = this.#context.format.marks.get(field) ?? null;
    const number = readNumberAs(text.replace(OTHER_UNIT, '').trim(), mark);
    const isPlain = number !== null && !number.isPercent && number.currencies === null;
    return isPlain ? inPercent(number.decimal, unit) : null;
  }

  #display(field: TapeField): NumberDisplay | undefined {
    const index = this.#context.columns.places.get(field)?.index;
    return index === undefined ? undefined : this.#row.numbers?.[index];
  }

  #raw(field: TapeField): string {
    const place = this.#context.columns.places.get(field);
    return storable(this.#row.cells[place?.index ?? -1] ?? '').trim();
  }

  /** Reads a number with the currency or percent sign that the cell or its format states. */
  #number(field: TapeField, plainText?: (cell: string) => string): CellNumber | null {
    const written = this.#value(field);
    if (written === null) return null;
    const value = plainText ? plainText(written) : written;
    const display = this.#display(field);
    if (display?.kind === 'other-unit' || OTHER_UNIT.test(value)) {
      return this.#refuse('value_in_another_unit', field);
    }
    if (display) {
      // A workbook stores a plain number, whatever it displays.
      const stored = display.kind === 'date' ? null : readNumberAs(value, 'point');
      const isPercent = display.kind === 'percent';
      if (stored === null) return this.#refuseNumber(field);
      const decimal = isPercent ? moveDecimalPoint(stored.decimal, 2) : stored.decimal;
      return { decimal, currencies: display.currencies, isPercent };
    }
    const mark = this.#context.format.marks.get(field) ?? null;
    return readAmountAs(field, value, mark) ?? this.#refuseNumber(field);
  }

  #plainNumber(field: TapeField, plainText?: (cell: string) => string): string | null {
    const number = this.#number(field, plainText);
    if (number === null) return null;
    return number.isPercent || number.currencies ? this.#refuseNumber(field) : number.decimal;
  }

  #refuseCurrency(field: TapeField, stated: readonly string[]): null {
    const { currency } = this.#context;
    return this.#refuse('currency_differs', field, { currency, stated: stated[0] ?? '' });
  }

  #refuseNumber(field: TapeField): null {
    const isCut = isCutToExponent(this.#raw(field));
    return this.#refuse(isCut ? 'value_cut_by_spreadsheet' : 'value_not_a_number', field);
  }

  #refuse(code: FindingCode, field: TapeField, details: NewFinding['details'] = {}): null {
    this.isSound = false;
    this.findings.push(errorFinding(code, this.#about(field, details)));
    return null;
  }

  #warn(code: FindingCode, field: TapeField, details: NewFinding['details']): void {
    this.findings.push(warningFinding(code, this.#about(field, details)));
  }

  #about(field: TapeField, details: NewFinding['details']) {
    const { columns } = this.#context;
    const inFile = columns.places.get(field)?.name;
    const column =
      inFile ?? columns.layout.columns.find((one) => one.field === field)?.name ?? null;
    return { row: this.#row.number, column, value: this.#raw(field), details };
  }
}
