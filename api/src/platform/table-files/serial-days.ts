import { addDays, calendarDate } from '@bursar/loan-maths/calendar';

/** The year from which a workbook counts days. */
export type DateSystem = 1900 | 1904;

/**
 * Returns the day that a workbook stores as a number, as `YYYY-MM-DD`; null if the number is no
 * day. Spreadsheets count days from 1900, or from 1904 if the workbook states so. Day 60 of the
 * 1900 system, 29 February 1900, did not exist: Lotus had it, and later programs copied it. Days up
 * to 60 of that system therefore return null.
 *
 * @example dayOfSerial(43449, 1900) // '2018-12-15'
 */
export function dayOfSerial(serial: number, dateSystem: DateSystem): string | null {
  const days = Math.floor(serial);
  if (days > MAX_SERIAL) return null;
  if (dateSystem === 1904) return addDays(epoch1904, days);
  return days > 60 ? addDays(epoch1900, days) : null;
}

const epoch1900 = calendarDate('1899-12-30');
const epoch1904 = calendarDate('1904-01-01');
const MAX_SERIAL = 2_900_000;
