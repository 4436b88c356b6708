import type { CalendarDate } from './calendar.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  calendarDaysBetween,
  dateParts,
  isLeapYear,
} from './calendar.ts';
import type { Fraction } from './exact.ts';

/**
 * Returns the addends of ACT/ACT ISDA: days in leap years divided by 366, the others by 365; a year
 * begins on 1 January.
 */
export function isdaAddends(start: CalendarDate, end: CalendarDate): Fraction[] {
  let leapDays = 0;
  let otherDays = 0;
  for (let from = start; from < end;) {
    const { year } = dateParts(from);
    const nextYear = year === 9999 ? end : firstOfYear(year + 1);
    const to = end < nextYear ? end : nextYear;
    const days = calendarDaysBetween(from, to);
    if (isLeapYear(year)) leapDays += days;
    else otherDays += days;
    from = to;
  }
  return nonZero([
    { numerator: otherDays, denominator: 365 },
    { numerator: leapDays, denominator: 366 },
  ]);
}

/**
 * Returns the addends of ACT/ACT AFB: whole years counted back from the end, and the remaining days
 * divided by 366 if they include a 29 February, by 365 otherwise.
 */
export function afbAddends(start: CalendarDate, end: CalendarDate): Fraction[] {
  let years = 0;
  let to = end;
  for (let back = yearBackAfb(to); back >= start && back < to; back = yearBackAfb(to)) {
    years += 1;
    to = back;
  }
  const rest = {
    numerator: calendarDaysBetween(start, to),
    denominator: includesLeapDay(start, to) ? 366 : 365,
  };
  return nonZero([{ numerator: years, denominator: 1 }, rest]);
}

function yearBackAfb(date: CalendarDate): CalendarDate {
  const back = addMonths(date, -12);
  const { year, month, day } = dateParts(back);
  return month === 2 && day === 28 && isLeapYear(year) ? addDays(back, 1) : back;
}

/**
 * Returns whether a 29 February is on or after `start` and before `end`, which are at most a year
 * apart.
 */
function includesLeapDay(start: CalendarDate, end: CalendarDate): boolean {
  return [dateParts(start).year, dateParts(end).year].some((year) => {
    if (!isLeapYear(year)) return false;
    const leapDay = `${pad(year)}-02-29`;
    return start <= leapDay && end > leapDay;
  });
}

type Reference = { readonly start: CalendarDate; readonly end: CalendarDate };

/**
 * Returns the addends of ACT/ACT ICMA, rule 251: days divided by the days of their coupon period
 * times the periods per year. A long period is split into notional coupon periods before or after
 * the reference period.
 */
export function icmaAddends(
  start: CalendarDate,
  end: CalendarDate,
  reference: Reference,
): Fraction[] {
  if (start === end) return [];
  const months = Math.round((12 * calendarDaysBetween(reference.start, reference.end)) / 365);
  if (months === 0) {
    return icmaAddends(start, end, { start, end: addMonths(start, 12) });
  }
  if (end > reference.end) return icmaAfter(start, end, { ...reference, months });
  if (start < reference.start) {
    const previous = { start: addMonths(reference.start, -months), end: reference.start };
    if (end <= reference.start) return icmaAddends(start, end, previous);
    return [
      ...icmaAddends(start, reference.start, previous),
      ...icmaAddends(reference.start, end, reference),
    ];
  }
  return [
    {
      numerator: calendarDaysBetween(start, end) * months,
      denominator: calendarDaysBetween(reference.start, reference.end) * 12,
    },
  ];
}

function icmaAfter(
  start: CalendarDate,
  end: CalendarDate,
  reference: Reference & { readonly months: number },
): Fraction[] {
  const { months } = reference;
  let whole = 0;
  while (addMonths(reference.end, months * (whole + 1)) <= end) whole += 1;
  const from = addMonths(reference.end, months * whole);
  return [
    ...icmaAddends(start, reference.end, reference),
    ...nonZero([{ numerator: whole * months, denominator: 12 }]),
    ...icmaAddends(from, end, { start: from, end: addMonths(reference.end, months * (whole + 1)) }),
  ];
}

/**
 * Returns the addends of Directives 2008/48/EC and 2014/17/EU, Annex I remark (c): whole units are
 * counted back from the later day; the remaining days are divided by the length of the year that
 * ends on the day reached.
 */
export function euAddends(
  start: CalendarDate,
  end: CalendarDate,
  unit: 'years' | 'months' | 'weeks' | 'days',
): Fraction[] {
  const perYear = { years: 1, months: 12, weeks: 52, days: 0 }[unit];
  const back = (units: number) =>
    unit === 'weeks' ? addDays(end, -7 * units) : addMonths(end, (-12 / perYear) * units);
  let whole = 0;
  if (perYear > 0) while (back(whole + 1) >= start) whole += 1;
  const reached = whole === 0 ? end : back(whole);
  const yearLength = calendarDaysBetween(addMonths(reached, -12), reached);
  const rest = { numerator: calendarDaysBetween(start, reached), denominator: yearLength };
  return nonZero([{ numerator: whole, denominator: perYear || 1 }, rest]);
}

function firstOfYear(year: number): CalendarDate {
  return calendarDate(`${pad(year)}-01-01`);
}

function pad(year: number): string {
  return String(year).padStart(4, '0');
}

function nonZero(addends: Fraction[]): Fraction[] {
  const others = addends.filter(({ numerator }) => numerator !== 0);
  return others.length > 0 ? others : addends.slice(-1);
}
