declare const calendarDateBrand: unique symbol;

/** A calendar day, `YYYY-MM-DD` in the proleptic Gregorian calendar, without time or time zone. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

export type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** Reads a day; returns `undefined` for anything else ("2023-02-29", "1.2.2023"). */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  return isCalendarDate(text) ? text : undefined;
}

export function isCalendarDate(text: string): text is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = dateParts(text);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Brands a day that the program itself wrote.
 *
 * @throws RangeError if it is not a day; read user input with `parseCalendarDate`.
 */
export function calendarDate(text: string): CalendarDate {
  const date = parseCalendarDate(text);
  if (date === undefined) throw new RangeError(`"${text}" is no calendar day.`);
  return date;
}

/**
 * Returns the date of a year, a month (1–12) and a day; a day beyond the month's end becomes the
 * month's last day.
 */
export function dateFromParts(year: number, month: number, day: number): CalendarDate {
  return dateOfDayNumber(dayNumberOfParts(year, month, Math.min(day, daysInMonth(year, month))));
}

export function dateParts(date: CalendarDate | string): DateParts {
  return {
    year: twoDigits(date, 0) * 100 + twoDigits(date, 2),
    month: twoDigits(date, 5),
    day: twoDigits(date, 8),
  };
}

/**
 * Reads character codes, because splitting the text costs more than all other calendar operations.
 */
function twoDigits(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - ZERO_CODE * 11;
}

const ZERO_CODE = 48;

/** Adds whole days, which may be negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

export function addWeeks(date: CalendarDate, weeks: number): CalendarDate {
  return addDays(date, weeks * 7);
}

/**
 * Adds whole months; a day that the month lacks becomes its last day.
 *
 * For a series, add k months to the *first* day each time: 31 Jan, 28 Feb, 31 Mar.
 * `stickToMonthEnd` keeps a series that starts on a month's last day on month ends (28 Feb, 31
 * Mar).
 */
export function addMonths(
  date: CalendarDate,
  months: number,
  options: { readonly stickToMonthEnd?: boolean } = {},
): CalendarDate {
  const { year, month, day } = dateParts(date);
  const index = year * 12 + (month - 1) + months;
  const sticks = options.stickToMonthEnd === true && day === daysInMonth(year, month);
  return dateFromParts(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, sticks ? 31 : day);
}

/**
 * Compares days for sorting: negative, zero or positive if `left` is before, on or after `right`.
 */
export function compareDates(left: CalendarDate, right: CalendarDate): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the calendar days from `start` to `end`; negative if `end` is earlier. */
export function calendarDaysBetween(start: CalendarDate, end: CalendarDate): number {
  return dayNumber(end) - dayNumber(start);
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isLastDayOfMonth(date: CalendarDate): boolean {
  const { year, month, day } = dateParts(date);
  return day === daysInMonth(year, month);
}

/** Returns 1 for Monday to 7 for Sunday (ISO 8601). */
export function isoWeekday(date: CalendarDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

/** Returns the days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  const { year, month, day } = dateParts(date);
  return dayNumberOfParts(year, month, day);
}

// Howard Hinnant's days_from_civil: https://howardhinnant.github.io/date_algorithms.html
export function dayNumberOfParts(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Returns the day number of the first day of a month, whose index is year × 12 + month − 1. */
export function firstDayOfMonth(monthIndex: number): number {
  return MONTHS_CACHED[monthIndex - FIRST_MONTH_CACHED] || monthOfIndex(monthIndex);
}

function monthOfIndex(monthIndex: number): number {
  const year = Math.floor(monthIndex / 12);
  const day = dayNumberOfParts(year, monthIndex - year * 12 + 1, 1);
  const place = monthIndex - FIRST_MONTH_CACHED;
  if (place >= 0 && place < MONTHS_CACHED.length) MONTHS_CACHED[place] = day;
  return day;
}

/** Caches months from 1970 to 2079; zero means not calculated yet. */
const MONTHS_CACHED = /* @__PURE__ */ new Int32Array(110 * 12);
const FIRST_MONTH_CACHED = 1970 * 12;

/** Returns the date that is this many days after 1970-01-01. */
export function dateOfDayNumber(dayCount: number): CalendarDate {
  const known = DATES_CACHED[dayCount];
  if (known !== undefined) return known;
  const date = dateOfDayCount(dayCount);
  if (dayCount >= 0 && dayCount < DATES_CACHED.length) DATES_CACHED[dayCount] = date;
  return date;
}

/**
 * Caches the text of days from 1970 to mid-2079, because schedules name the same days repeatedly.
 */
const DATES_CACHED = Array<CalendarDate | undefined>(40_000).fill(undefined);

// Howard Hinnant's civil_from_days, the inverse of days_from_civil.
function dateOfDayCount(dayCount: number): CalendarDate {
  const shifted = dayCount + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (year < 0 || year > 9999) throw new RangeError('A day is outside the years 0 to 9999.');
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDate;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
