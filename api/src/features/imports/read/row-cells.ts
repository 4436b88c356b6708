import type { FindingCode } from '@bursar/contracts/imports';
import type { TapeField } from '@bursar/contracts/tape-fields';
import { parseCalendarDate, type CalendarDate } from '@bursar/loan-maths/calendar';
import { formatUnits, parseMoney } from '@bursar/loan-maths/money';
import { parseAnnualRate, type AnnualRate } from '@bursar/loan-maths/rate';
import { readNumber } from './read-number.ts';
import { readDate, type DateForm } from './read-date.ts';
import { errorFinding, storable, warningFinding, type NewFinding } from '../findings.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow, TapeRows } from './tape-rows.ts';

export type TapeContext = Pick<TapeRows, 'dateSystem' | 'delimiter'> & {
  readonly columns: RecognisedColumns;
  readonly currency: string;
  readonly currencyDecimals: number;
  /** The portfolio's business date: nothing on a tape happened later. */
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
};

/** A hundred thousand million: sums over a file of such amounts are still exact. */
const MONEY_MAX = 100_000_000_000;
export const RATE_PERCENT_MAX = 100;
const RATE_DECIMALS_MAX = 6;
const EARLIEST_DAY = '1950-01-01';

type TextOptions = { readonly max?: number };
type MoneyOptions = { readonly mustBePositive?: boolean; readonly isControl?: boolean };

/**
 * The cells of one row, read by field. A cell that is empty or wrong reads as null; what is wrong
 * with it stands in `findings`, and `isSound` tells whether the row can still become a loan.
 */
export class RowCells {
  readonly findings: NewFinding[] = [];
  isSound = true;
  readonly #row: TapeRow;
  readonly #context: TapeContext;

  constructor(row: TapeRow, context: TapeContext) {
    this.#row = row;
    this.#context = context;
  }

  text(field: TapeField, { max = 200 }: TextOptions = {}): string | null {
    const value = this.#value(field);
    if (value === null || value.length <= max) return value;
    return this.#refuse('value_too_long', field, { max, length: value.length });
  }

  money(field: TapeField, { mustBePositive, isControl }: MoneyOptions = {}): number | null {
    const value = this.#number(field);
    if (value === null) return null;
    const { currency, currencyDecimals } = this.#context;
    const parsed = parseMoney(value, currency);
    if (!parsed.ok) return this.#refuseNumber(field);
    const { amountMinor, digitsWereLost } = parsed.value;
    if (mustBePositive && amountMinor <= 0) return this.#refuse('value_not_positive', field);
    if (amountMinor < 0 || amountMinor > MONEY_MAX * 10 ** currencyDecimals) {
      return this.#refuse('value_out_of_range', field, { min: 0, max: MONEY_MAX });
    }
    if (digitsWereLost && !isControl) {
      const rounded = formatUnits(amountMinor, currencyDecimals);
      this.#warn('money_rounded_to_minor_unit', field, { rounded });
    }
    return amountMinor;
  }

  wholeNumber(field: TapeField, { min, max }: { min: number; max: number }): number | null {
    const value = this.#number(field);
    if (value === null) return null;
    if (!/^[+-]?\d+(\.0*)?$/.test(value)) return this.#refuse('value_not_a_whole_number', field);
    const number = Number(value);
    if (number < min || number > max)
      return this.#refuse('value_out_of_range', field, { min, max });
    return number;
  }

  /** A figure of no more than information, kept as it is written. */
  decimal(field: TapeField, { max }: { max: number }): string | null {
    const value = this.#number(field);
    if (value === null) return null;
    const number = Number(value);
    if (number < 0 || number > max)
      return this.#refuse('value_out_of_range', field, { min: 0, max });
    return value;
  }

  rate(field: TapeField): AnnualRate | null {
    const value = this.#number(field);
    if (value === null) return null;
    const parsed = parseAnnualRate(value);
    const decimals = parsed.ok ? (parsed.value.split('.')[1]?.length ?? 0) : Infinity;
    if (parsed.ok && Number(parsed.value) <= RATE_PERCENT_MAX && decimals <= RATE_DECIMALS_MAX) {
      return parsed.value;
    }
    const details = { min: 0, max: RATE_PERCENT_MAX, decimals: RATE_DECIMALS_MAX };
    return this.#refuse('value_out_of_range', field, details);
  }

  date(field: TapeField, form: DateForm): CalendarDate | null {
    const value = this.#value(field);
    if (value === null) return null;
    const read = readDate(value, { form, dateSystem: this.#context.dateSystem });
    const date = read === null ? undefined : parseCalendarDate(read);
    if (date === undefined) return this.#refuse('value_not_a_date', field, { form });
    if (date < EARLIEST_DAY)
      return this.#refuse('value_out_of_range', field, { min: EARLIEST_DAY });
    return date;
  }

  choice<Choice>(field: TapeField, choices: ReadonlyMap<string, Choice>): Choice | null {
    const value = this.#value(field);
    if (value === null) return null;
    for (const [name, choice] of choices) {
      if (name.toLowerCase() === value.toLowerCase()) return choice;
    }
    return this.#refuse('value_not_in_list', field, { choices: [...choices.keys()].join(', ') });
  }

  /** Reports a finding about this row that no single cell shows. */
  refuse(code: FindingCode, field: TapeField, details: NewFinding['details']): void {
    this.#refuse(code, field, details);
  }

  warn(code: FindingCode, field: TapeField, details: NewFinding['details']): void {
    this.#warn(code, field, details);
  }

  /** Trimmed; `NA` and nothing are null, an error where the column must be filled. */
  #value(field: TapeField): string | null {
    const { layout, places } = this.#context.columns;
    const place = places.get(field);
    if (!place) return null;
    if (this.#row.formulas.includes(place.index)) return this.#refuse('value_is_a_formula', field);
    const value = this.#raw(field);
    if (value !== '' && value !== 'NA') return value;
    const isRequired = layout.columns.some((one) => one.field === field && one.isRequired);
    return isRequired ? this.#refuse('value_missing', field) : null;
  }

  #raw(field: TapeField): string {
    const place = this.#context.columns.places.get(field);
    return storable(this.#row.cells[place?.index ?? -1] ?? '').trim();
  }

  #number(field: TapeField): string | null {
    const value = this.#value(field);
    if (value === null) return null;
    return readNumber(value, this.#context.delimiter) ?? this.#refuseNumber(field);
  }

  #refuseNumber(field: TapeField): null {
    return this.#refuse('value_not_a_number', field);
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
