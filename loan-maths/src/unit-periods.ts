import type { CalendarDate } from './calendar.ts';
import { addMonths, calendarDaysBetween } from './calendar.ts';
import type { Fraction } from './exact.ts';

/** A unit-period of Regulation Z: the commonest interval between payments. */
export type UnitPeriod = {
  readonly every: number;
  readonly unit: 'days' | 'weeks' | 'semimonths' | 'months';
};

/**
 * Time from the beginning of the term to a payment: whole unit-periods counted back from the payment, and the days
 * left over over the days of a unit-period (30 a month, 15 a semimonth, 365 a year, else the days themselves).
 *
 * Source: 12 CFR 1026, Appendix J (b)(5). Whole months left over count 30 days each.
 * @example From 1978-01-10 to 1978-03-01 by two months: 0 unit-periods and 52/60.
 */
export function unitPeriodsBetween(term: {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  readonly unitPeriod: UnitPeriod;
}): { unitPeriods: number; oddFraction: Fraction; unitPeriodsPerYear: number } {
  const { start, end, unitPeriod } = term;
  const { every, unit } = unitPeriod;
  if (unit === 'days' || unit === 'weeks') {
    const length = every * (unit === 'weeks' ? 7 : 1);
    const days = calendarDaysBetween(start, end);
    const odd = days % length;
    return {
      unitPeriods: (days - odd) / length,
      oddFraction: { numerator: odd, denominator: length },
      unitPeriodsPerYear: unit === 'weeks' ? 52 / every : 365 / every,
    };
  }
  if (unit === 'semimonths') return semimonthsBetween(start, end);
  return monthsBetween({ start, end, every });
}

function monthsBetween({
  start,
  end,
  every,
}: {
  start: CalendarDate;
  end: CalendarDate;
  every: number;
}) {
  let months = 0;
  while (addMonths(end, -(months + 1)) >= start) months += 1;
  const oddDays = calendarDaysBetween(start, addMonths(end, -months));
  const whole = Math.floor(months / every);
  const yearly = every === 12;
  const leftMonths = months - whole * every;
  const numerator = yearly
    ? calendarDaysBetween(start, addMonths(end, -12 * whole))
    : leftMonths * 30 + oddDays;
  return {
    unitPeriods: whole,
    oddFraction: { numerator, denominator: yearly ? 365 : 30 * every },
    unitPeriodsPerYear: 12 / every,
  };
}

/** A month counts for two semimonths; 15 days left over make one more. */
function semimonthsBetween(start: CalendarDate, end: CalendarDate) {
  let months = 0;
  while (addMonths(end, -(months + 1)) >= start) months += 1;
  const days = calendarDaysBetween(start, addMonths(end, -months));
  const half = days >= 15 ? 1 : 0;
  return {
    unitPeriods: months * 2 + half,
    oddFraction: { numerator: days - half * 15, denominator: 15 },
    unitPeriodsPerYear: 24,
  };
}
