import { parseCalendarDate } from '@bursar/loan-maths/calendar';
import {
  readDateAs,
  readMonthAs,
  type DateFormat,
} from '../../../../platform/table-files/date-format.ts';
import { dayOfSerial } from '../../../../platform/table-files/serial-days.ts';

/** How a column writes dates: a day, or a month of which the first day is meant. */
export type DateForm = 'day' | 'month';

/** The earliest day that a tape may state; an earlier one is an error in the file. */
export const EARLIEST_DAY = '1950-01-01';

/** The format of a column in which every date is unambiguous. */
export const anyFormat: DateFormat = { order: null, calendar: null };

type DateTerms = {
  readonly form: DateForm;
  readonly dateSystem: 1900 | 1904 | null;
  readonly format: DateFormat;
  /** The day to use for a month without a day; null if no user chose it. */
  readonly dayOfMonth?: 'first' | 'last' | null;
};

/** Reads a date cell as `YYYY-MM-DD`; null if it is not a date in the format of its column. */
export function readDate(text: string, terms: DateTerms): string | null {
  const { form, dateSystem } = terms;
  const day = storedDay(text, dateSystem) ?? writtenDay(text, terms);
  if (day === null || parseCalendarDate(day) === undefined) return null;
  return form === 'month' ? `${day.slice(0, 8)}01` : day;
}

function writtenDay(text: string, { form, format, dayOfMonth }: DateTerms): string | null {
  const meant = form === 'month' ? 'first' : dayOfMonth;
  return (meant && readMonthAs(text, format, meant)) ?? readDateAs(text, format);
}

/** Reads a day that a workbook stores as a number. */
export function storedDay(text: string, dateSystem: 1900 | 1904 | null): string | null {
  const isSerial = dateSystem !== null && /^\d{1,7}(\.\d+)?$/.test(text);
  return isSerial ? dayOfSerial(Number(text), dateSystem) : null;
}
