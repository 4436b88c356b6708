import type { CalendarDate } from './calendar.ts';
import { calendarDaysBetween } from './calendar.ts';
import type { Rounding } from './exact.ts';
import { multiplyFractions, scaleRounded } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { AnnualRate } from './rate.ts';
import { parseAnnualRate, rateFraction } from './rate.ts';

/**
 * Returns the penalty on an overdue amount: interest for the days overdue beyond the grace days,
 * actual days over 365, rounded once.
 *
 * There is no penalty within the grace days, and they are not charged later either.
 * @returns `rate_is_out_of_range`, `amount_is_negative`, `grace_is_out_of_range`.
 * @example 5,547.95 overdue for 30 days with 4 days of grace at 25 % a year: 98.80.
 */
export function overduePenalty<Currency extends string>(overdue: {
  readonly amountMinor: MinorUnits<Currency>;
  readonly dueDate: CalendarDate;
  readonly asOf: CalendarDate;
  readonly annualRate: AnnualRate;
  readonly graceDays?: number | undefined;
  readonly rounding?: Rounding | undefined;
}): Outcome<MinorUnits<Currency>> {
  const { amountMinor, dueDate, asOf, annualRate, graceDays = 0 } = overdue;
  const rate = parseAnnualRate(annualRate);
  if (!rate.ok) return rate;
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    return refuse('amount_is_negative', 'amountMinor', 'An overdue amount cannot be negative.');
  }
  if (!Number.isInteger(graceDays) || graceDays < 0) {
    return refuse('grace_is_out_of_range', 'graceDays', 'Grace is a number of days.');
  }
  const days = Math.max(calendarDaysBetween(dueDate, asOf) - graceDays, 0);
  const factor = multiplyFractions(rateFraction(rate.value), { numerator: days, denominator: 365 });
  return succeed(brandMinor(scaleRounded(amountMinor, factor, overdue.rounding ?? 'half_even')));
}
