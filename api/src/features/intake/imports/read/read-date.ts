import { parseCalendarDate } from '@bursar/loan-maths/calendar';
import { dayOfSerial } from '../../../../platform/table-files/serial-days.ts';

/** How a column writes dates: a day, or a month of which the first day is meant. */
export type DateForm = 'day' | 'month';

/** An earlier day on a tape is an error in the file. */
export const EARLIEST_DAY = '1950-01-01';

/**
 * Reads a date cell as `YYYY-MM-DD`; null if it is not a date. Ambiguous dates such as 03/04/2018
 * are not guessed.
 */
export function readDate(
  text: string,
  { form, dateSystem }: { form: DateForm; dateSystem: 1900 | 1904 | null },
): string | null {
  const isSerial = dateSystem !== null && /^\d{1,7}(\.\d+)?$/.test(text);
  const day = isSerial ? dayOfSerial(Number(text), dateSystem) : dayOfText(text, form);
  if (day === null || parseCalendarDate(day) === undefined) return null;
  return form === 'month' ? `${day.slice(0, 8)}01` : day;
}

function dayOfText(text: string, form: DateForm): string | null {
  // Some workbooks write a date as text with a time of midnight.
  const day = /^(\d{4}-\d{2}-\d{2})(T00:00:00(\.0+)?Z?)?$/.exec(text)?.[1];
  if (day !== undefined || form === 'day') return day ?? null;
  const [, name = '', year = ''] = /^([A-Za-z]{3})-(\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-01` : null;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
