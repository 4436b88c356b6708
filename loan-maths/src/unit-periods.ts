import type { CalendarDate } from './calendar.ts';
import { addMonths, calendarDaysBetween } from './calendar.ts';
import type { Interval } from './due-dates.ts';
import type { Fraction } from './exact.ts';

/** A unit-period of Regulation Z: the most common interval between payments. */
export type UnitPeriod = {
  readonly every: number;
  readonly unit: 'days' | 'weeks' | 'semimonths' | 'months';
};

/**
 * Returns the unit-period of payments at an interval: the interval itself, but at most a year.
 *
 * Source: 12 CFR 1026, Appendix J (b)(4)(i).
 * @example Payments every 18 months have a unit-period of 12 months.
 */
export function unitPeriodOf(interval: Interval): UnitPeriod {
  return interval.every > YEAR_OF[interval.unit] ? YEAR : interval;
}

const YEAR: UnitPeriod = { every: 12, unit: 'months' };

const YEAR_OF = { days: 364, weeks: 52, months: 12 } as const;

/**
 * Returns the time between a single advance and a single payment. The unit-period is the term, but
 * at most a year: whole months have 12 ÷ months unit-periods per year, any other term has 365 ÷
 * days.
 *
 * Source: 12 CFR 1026, Appendix J (b)(4)(ii) and (b)(5)(vi), (vii).
 * @example From 1978-07-15 to 1979-01-15: 1 unit-period, 2 per year.
 */
export function singlePaymentTerm(start: CalendarDate, end: CalendarDate): UnitPeriodTime {
  if (end >= addMonths(start, 12)) return unitPeriodsBetween({ start, end, unitPeriod: YEAR });
  const { months, oddDays } = monthsBack(start, end);
  const isWholeMonths = months > 0 && oddDays === 0;
  return {
    unitPeriods: 1,
    oddFraction: { numerator: 0, denominator: 1 },
    unitPeriodsPerYear: isWholeMonths ? 12 / months : 365 / calendarDaysBetween(start, end),
  };
}

export type UnitPeriodTime = {
  readonly unitPeriods: number;
  readonly oddFraction: Fraction;
  readonly unitPeriodsPerYear: number;
};

/**
 * Returns the time from the beginning of the term to a payment: whole unit-periods counted back
 * from the payment, and the remaining days divided by the days of a unit-period (30 per month, 15
 * per semimonth, the actual days for days and weeks).
 *
 * Remaining whole months count 30 days each. If the unit-period is a year, they count a twelfth
 * each; with further days, all remaining days are divided by 365.
 *
 * Source: 12 CFR 1026, Appendix J (b)(5).
 * @example From 1978-01-10 to 1978-03-01 by two months: 0 unit-periods and 52/60.
 */
export function unitPeriodsBetween(term: {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  readonly unitPeriod: UnitPeriod;
}): UnitPeriodTime {
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
}): UnitPeriodTime {
  const { months, oddDays } = monthsBack(start, end);
  const whole = Math.floor(months / every);
  const leftMonths = months - whole * every;
  return {
    unitPeriods: whole,
    oddFraction:
      every === 12
        ? partOfYear({ leftMonths, oddDays, start, end: addMonths(end, -12 * whole) })
        : { numerator: leftMonths * 30 + oddDays, denominator: 30 * every },
    unitPeriodsPerYear: 12 / every,
  };
}

function partOfYear(left: {
  leftMonths: number;
  oddDays: number;
  start: CalendarDate;
  end: CalendarDate;
}): Fraction {
  if (left.oddDays === 0) return { numerator: left.leftMonths, denominator: 12 };
  return { numerator: calendarDaysBetween(left.start, left.end), denominator: 365 };
}

/** Returns the whole months counted back from the end, and the days before the first of them. */
function monthsBack(start: CalendarDate, end: CalendarDate) {
  let months = 0;
  while (addMonths(end, -(months + 1)) >= start) months += 1;
  return { months, oddDays: calendarDaysBetween(start, addMonths(end, -months)) };
}

/**
 * Returns the time in semimonths. A month counts as two semimonths; 15 of the remaining days are
 * one more.
 */
function semimonthsBetween(start: CalendarDate, end: CalendarDate): UnitPeriodTime {
  const { months, oddDays: days } = monthsBack(start, end);
  const half = days >= 15 ? 1 : 0;
  return {
    unitPeriods: months * 2 + half,
    oddFraction: { numerator: days - half * 15, denominator: 15 },
    unitPeriodsPerYear: 24,
  };
}
