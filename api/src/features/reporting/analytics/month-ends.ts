import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';

/**
 * Number of stored month ends: the last twelve, and the one before them, from which the first roll
 * rates start.
 */
export const MONTH_ENDS_STORED = 13;

/** Returns the last day of the month before a day. */
export function monthEndBefore(day: string): string {
  const { year, month } = dateParts(calendarDate(day));
  return addDays(dateFromParts(year, month, 1), -1);
}

/** Returns the month ends whose figures are stored, the oldest first. */
export function monthEndsUpTo(last: string): string[] {
  const next = addDays(calendarDate(last), 1);
  return Array.from({ length: MONTH_ENDS_STORED }, (_, at) =>
    addDays(addMonths(next, at + 1 - MONTH_ENDS_STORED), -1),
  );
}
