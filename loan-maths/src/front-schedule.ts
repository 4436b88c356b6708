import { amortisationTable } from './amortisation-table.ts';
import type { CalendarDate } from './calendar.ts';
import type { DayCountPeriod, YearFraction } from './day-count.ts';
import { daysBetween as daysOf, yearFraction as fractionOf } from './day-count.ts';
import type { YearFractionInWords } from './day-count-words.ts';
import { readDayCountPeriod, tellYearFraction } from './day-count-words.ts';
import type { DueDateTerms } from './due-dates.ts';
import { dueDates as dueDatesOf } from './due-dates.ts';
import { divideRounded } from './exact.ts';
import { formatUnits } from './money.ts';
import type { Outcome } from './outcome.ts';
import { listFactors } from './period-factors.ts';
import { planSchedule } from './schedule-plan.ts';
import { succeed } from './outcome.ts';
import type { Schedule } from './schedule.ts';
import { buildSchedule as scheduleOf } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import type { ScheduleInWords } from './schedule-told.ts';
import { tellSchedule } from './schedule-told.ts';
import { hasDates, readDueDateTerms } from './date-words.ts';
import { readDecimals, readScheduleTerms } from './schedule-words.ts';
import { asksForUnroundedTable, readTableTerms, tellTable } from './table-words.ts';
import type { InWords, Words } from './words.ts';
import { isTyped, readingWords } from './words.ts';

/*
 * The front door of schedules. Each function takes its typed terms, or terms in the words of the published cases
 * (snake_case, decimal strings), and then answers in those words. docs/loan-maths.md has an example of each.
 */

/** `buildSchedule` of schedule.ts; words whose `rounding` is "none" get a table of unrounded balances. */
export function buildSchedule<Currency extends string>(
  terms: ScheduleTerms<Currency>,
): Outcome<Schedule<Currency>>;
export function buildSchedule(words: InWords<'principalMinor'>): Outcome<ScheduleInWords>;
export function buildSchedule(
  terms: ScheduleTerms | InWords<'principalMinor'>,
): Outcome<Schedule | ScheduleInWords> {
  if (isTyped<ScheduleTerms>(terms, 'principalMinor')) return scheduleOf(terms);
  return readingWords<ScheduleInWords>(() => {
    const decimals = readDecimals(terms);
    if (asksForUnroundedTable(terms)) {
      return tellTable(amortisationTable(readTableTerms(terms)), decimals);
    }
    const built = scheduleOf(readScheduleTerms(terms));
    if (!built.ok) return built;
    return succeed(tellSchedule(built.value, { decimals, isDated: hasDates(terms) }));
  });
}

/** `dueDates` of due-dates.ts. */
export function dueDates(terms: DueDateTerms | InWords<'interval'>): Outcome<CalendarDate[]> {
  if (isTyped<DueDateTerms>(terms, 'interval')) return dueDatesOf(terms);
  return readingWords(() => dueDatesOf(readDueDateTerms(terms)));
}

/** `daysBetween` of day-count.ts; words may name no convention, so they are answered by an outcome. */
export function daysBetween(period: DayCountPeriod): number;
export function daysBetween(words: InWords<'dayCount'>): Outcome<number>;
export function daysBetween(
  period: DayCountPeriod | InWords<'dayCount'>,
): number | Outcome<number> {
  if (isTyped<DayCountPeriod>(period, 'dayCount')) return daysOf(period);
  return readingWords(() => succeed(daysOf(readDayCountPeriod(period))));
}

/** `yearFraction` of day-count.ts. */
export function yearFraction(period: DayCountPeriod): Outcome<YearFraction>;
export function yearFraction(words: InWords<'dayCount'>): Outcome<YearFractionInWords>;
export function yearFraction(
  period: DayCountPeriod | InWords<'dayCount'>,
): Outcome<YearFraction | YearFractionInWords> {
  if (isTyped<DayCountPeriod>(period, 'dayCount')) return fractionOf(period);
  return readingWords(() => {
    const read = readDayCountPeriod(period);
    const fraction = fractionOf(read);
    if (!fraction.ok) return fraction;
    return succeed(tellYearFraction(daysOf(read), fraction.value));
  });
}

/**
 * The interest factors of a loan's periods in words: the annual rate times each period's part of a year, as decimals.
 *
 * Rounded half-even to 12 decimals. `principal` is not needed.
 * @example 9.4822 % on actual days over 365 from 2024-01-01: 0.008053375342 for January.
 */
export function rateFactors(words: Words): Outcome<string[]> {
  return readingWords(() => {
    const terms = readScheduleTerms({ principal: '1', ...words });
    const planned = planSchedule(terms);
    if (!planned.ok) return planned;
    return succeed(
      listFactors(planned.value.factors).map(({ numerator, denominator }) => {
        const units = divideRounded(
          BigInt(numerator) * 10n ** 12n,
          BigInt(denominator),
          'half_even',
        );
        return formatUnits(units, 12);
      }),
    );
  });
}
