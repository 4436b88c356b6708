import type { CalendarDate } from '../calendar.ts';
import { isCalendarDate } from '../calendar.ts';
import type { Rounding } from '../exact.ts';
import { formatUnits, parseDecimalToUnits } from '../money.ts';
import type { FailureName, LoanMathsFailure, Outcome } from '../outcome.ts';
import type { AnnualRate } from '../rate.ts';
import { parseAnnualRate } from '../rate.ts';

/**
 * Fields of a published test case: snake_case names, with money and rates as decimal strings.
 * Readers throw refusals, which `readingFields` returns as outcomes.
 */
export type CaseFields = Readonly<Record<string, unknown>>;

class FieldRefusal extends Error {
  readonly failure: LoanMathsFailure;
  constructor(failure: LoanMathsFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs a reader. A value that it cannot read becomes a refusal with the field's name. */
export function readingFields<Value>(read: () => Outcome<Value>): Outcome<Value> {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldRefusal) return { ok: false, failure: error.failure };
    throw error;
  }
}

export function refuseField(name: FailureName, field: string, message: string): never {
  throw new FieldRefusal({ name, field, message });
}

/** Returns the value of an outcome; throws its refusal with the name of the case's field. */
export function acceptField<Value>(outcome: Outcome<Value>, field: string): Value {
  if (outcome.ok) return outcome.value;
  throw new FieldRefusal({ ...outcome.failure, field });
}

export function isPresent(caseFields: CaseFields, field: string): boolean {
  return caseFields[field] !== undefined && caseFields[field] !== null && caseFields[field] !== '';
}

export function readText(caseFields: CaseFields, field: string): string | undefined {
  const value = caseFields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return refuseField('term_is_unknown', field, `${field} is neither text nor a number.`);
}

export function requireText(caseFields: CaseFields, field: string): string {
  return (
    readText(caseFields, field) ?? refuseField('term_is_missing', field, `${field} is missing.`)
  );
}

export function readCount(caseFields: CaseFields, field: string): number | undefined {
  const text = readText(caseFields, field);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (text.trim() === '' || !Number.isInteger(count)) {
    return refuseField('amount_is_not_a_number', field, `${field} is no whole number: "${text}".`);
  }
  return count;
}

export function readDate(caseFields: CaseFields, field: string): CalendarDate | undefined {
  const text = readText(caseFields, field);
  if (text === undefined || text === '') return undefined;
  if (!isCalendarDate(text)) {
    return refuseField('date_is_not_a_calendar_day', field, `"${text}" is no calendar day.`);
  }
  return text;
}

export function requireDate(caseFields: CaseFields, field: string): CalendarDate {
  return (
    readDate(caseFields, field) ?? refuseField('term_is_missing', field, `${field} is missing.`)
  );
}

/**
 * Reads money as a decimal of the currency's major unit; digits beyond the minor unit are refused,
 * not rounded.
 */
export function readAmount(
  caseFields: CaseFields,
  field: string,
  decimals: number,
): number | undefined {
  const text = readText(caseFields, field);
  if (text === undefined) return undefined;
  const { units, digitsWereLost } = acceptField(parseDecimalToUnits(text, decimals), field);
  if (digitsWereLost) {
    return refuseField(
      'amount_has_too_many_decimals',
      field,
      `${text} has more than ${decimals} decimals.`,
    );
  }
  return units;
}

export function requireAmount(caseFields: CaseFields, field: string, decimals: number): number {
  return (
    readAmount(caseFields, field, decimals) ??
    refuseField('term_is_missing', field, `${field} is missing.`)
  );
}

/**
 * Reads a percentage ("9.4822" or "6%") from `percentField`, or a ratio ("0.094822") from
 * `ratioField`.
 */
export function readRate(
  caseFields: CaseFields,
  percentField: string,
  ratioField: string,
): AnnualRate {
  const percent = readText(caseFields, percentField);
  if (percent !== undefined) {
    return acceptField(parseAnnualRate(percent.replace('%', '')), percentField);
  }
  const ratio = requireText(caseFields, ratioField);
  return acceptField(parseAnnualRate(shiftPoint(ratio, 2)), ratioField);
}

/** Moves the decimal point to the right: "0.094822" by 2 is "9.4822". */
function shiftPoint(text: string, places: number): string {
  const [whole = '', fraction = ''] = text.trim().split('.');
  const digits = fraction.padEnd(places, '0');
  return `${whole}${digits.slice(0, places)}.${digits.slice(places) || '0'}`;
}

/**
 * Reads "HALF_EVEN (default)", "half-up", "ceil to whole unit", "ROUND_UP", "floor"; undefined if
 * the field is absent or states only a multiple ("whole unit").
 */
export function readRounding(caseFields: CaseFields, field: string): Rounding | undefined {
  const given = readText(caseFields, field);
  const text = given?.toLowerCase().replace(/[\s_-]+/g, ' ');
  if (text === undefined) return undefined;
  if (/half even|bank/.test(text)) return 'half_even';
  if (/half up/.test(text)) return 'half_up';
  if (/half/.test(text)) return refuseRounding(field, given);
  if (/\b(ceil|ceiling|up|upward|upwards)\b/.test(text)) return 'up';
  if (/\b(floor|down|downward|downwards|truncate)\b/.test(text)) return 'down';
  return /whole unit/.test(text) ? undefined : refuseRounding(field, given);
}

function refuseRounding(field: string, text: string | undefined): never {
  return refuseField('term_is_unknown', field, `"${text}" is no rounding that a schedule has.`);
}

/** Reads one of the known values of a field; undefined if it is absent. */
export function requireOneOf(
  caseFields: CaseFields,
  field: string,
  known: readonly string[],
): string | undefined {
  const text = readText(caseFields, field);
  if (text === undefined || text === '') return undefined;
  const word = normaliseText(text);
  if (known.includes(word)) return word;
  return refuseField('term_is_unknown', field, `"${text}" is none of ${known.join(', ')}.`);
}

export function formatAmount(units: number, decimals: number): string {
  return formatUnits(units, decimals);
}

/**
 * Returns the text in upper case with single underscores, because "Equal instalments" and
 * "EQUAL_INSTALLMENTS" differ in spelling only.
 */
export function normaliseText(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9.]+/g, '_')
    .replace(/INSTALLMENT/g, 'INSTALMENT');
}

export function isCaseFields(value: unknown): value is CaseFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readList(caseFields: CaseFields, field: string): CaseFields[] {
  const list = caseFields[field];
  if (!Array.isArray(list)) return refuseField('term_is_missing', field, `${field} is no list.`);
  return list.map((item: unknown, index) =>
    isCaseFields(item)
      ? item
      : refuseField('term_is_unknown', `${field}[${index}]`, 'An item is no record.'),
  );
}
