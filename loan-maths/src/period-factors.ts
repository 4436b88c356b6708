import { dateOfDayNumber, dayNumber } from './calendar.ts';
import type { DayCount } from './day-count.ts';
import { yearFraction } from './day-count.ts';
import type { DueDateTerms, Interval } from './due-dates.ts';
import { dueDayNumbers, intervalsBefore } from './due-dates.ts';
import type { BigFraction, Fraction } from './exact.ts';
import { multiplyFractions, sumFractionsBig } from './exact.ts';
import type { AnnualRate } from './rate.ts';
import { monthlyFraction, rateFraction } from './rate.ts';

/** The basis of interest: a fixed part of the annual rate per period, or the days of the period. */
export type InterestBasis =
  | {
      readonly by: 'period';
      /**
       * Length of a regular period in years; default 1/12 per month, 1/52 per week, 1/365 per day.
       */
      readonly years?: Fraction | undefined;
      /**
       * The day-count convention for a part of a period; default: the calendar days of the period.
       */
      readonly dayCount?: ScheduleDayCount | undefined;
    }
  | { readonly by: 'day'; readonly dayCount: ScheduleDayCount };

/**
 * ACT/ACT ICMA needs a reference period and EU Annex I a unit, so schedules do not support them.
 */
export type ScheduleDayCount = Exclude<DayCount, 'ACT/ACT ICMA' | 'EU Annex I'>;

/**
 * Interest per unit of balance for each of `count` periods, as exact ratios. Most loans have one
 * ratio throughout, so it is stored once: `leading` holds the ratios of the first periods,
 * `regular` is the ratio of all later ones.
 */
export type PeriodFactors = {
  readonly leading: readonly Fraction[];
  readonly regular: Fraction;
  readonly count: number;
};

/**
 * Returns the interest factor of each period. If interest accrues by period, an irregular first
 * period counts by its days.
 */
export function periodFactors(
  series: DueDateTerms,
  terms: {
    readonly annualRate: AnnualRate;
    readonly interval: Interval;
    readonly interest: InterestBasis;
  },
): PeriodFactors {
  const { interest, interval, annualRate } = terms;
  const { count, startDate, firstDueDate } = series;
  if (interest.by === 'day') {
    const leading = dailyFactors(dueDayNumbers(series), {
      rate: rateFraction(annualRate),
      interest,
    });
    return { leading, regular: NO_INTEREST, count };
  }
  const regular = regularFactor(annualRate, { interval, years: interest.years });
  const odd =
    firstDueDate && periodsInFirst(dayNumber(startDate), dayNumber(firstDueDate), interval);
  return { leading: odd ? [multiplyFractions(regular, odd)] : NONE, regular, count };
}

const NONE: readonly Fraction[] = [];

/** Returns the factor of the period `k`, counted from 0. */
export function factorAt({ leading, regular }: PeriodFactors, k: number): Fraction {
  return k < leading.length ? (leading[k] ?? regular) : regular;
}

/** Returns the factors of all periods. */
export function listFactors(factors: PeriodFactors): Fraction[] {
  return Array.from({ length: factors.count }, (_, k) => factorAt(factors, k));
}

/** Returns the sum of the factors of all periods. */
export function sumFactors({ leading, regular, count }: PeriodFactors): BigFraction {
  const sum = sumFractionsBig(leading);
  const numerator = BigInt(regular.numerator) * BigInt(Math.max(count - leading.length, 0));
  const denominator = BigInt(regular.denominator);
  return {
    numerator: sum.numerator * denominator + numerator * sum.denominator,
    denominator: sum.denominator * denominator,
  };
}

export function regularFactor(
  rate: AnnualRate,
  { interval, years }: { interval: Interval; years?: Fraction | undefined },
): Fraction {
  if (years) return multiplyFractions(rateFraction(rate), years);
  if (interval.unit === 'months' && interval.every === 1) return monthlyFraction(rate);
  return multiplyFractions(rateFraction(rate), yearsOfInterval(interval));
}

function dailyFactors(
  days: readonly number[],
  { rate, interest }: { rate: Fraction; interest: { dayCount: ScheduleDayCount } },
): Fraction[] {
  return days.slice(1).map((end, k) => {
    const fraction = yearFraction({
      dayCount: interest.dayCount,
      start: dateOfDayNumber(days[k] ?? end),
      end: dateOfDayNumber(end),
    });
    // No convention of a schedule needs a reference period, so nothing is refused here.
    return fraction.ok ? multiplyFractions(rate, fraction.value) : NO_INTEREST;
  });
}

export const NO_INTEREST: Fraction = { numerator: 0, denominator: 1 };

function yearsOfInterval({ every, unit }: Interval): Fraction {
  const perYear = unit === 'months' ? 12 : unit === 'weeks' ? 52 : 365;
  return { numerator: every, denominator: perYear };
}

/**
 * Returns the number of regular periods in an irregular first one: whole intervals counted back
 * from the first due day, and the remaining days divided by the length of their interval (disbursed
 * on 15 January, first due on 1 February: 17/31). Undefined if the first period is regular.
 */
function periodsInFirst(start: number, firstDue: number, interval: Interval): Fraction | undefined {
  let whole = 0;
  let end = firstDue;
  let previous = intervalsBefore(firstDue, interval, 1);
  // A start on 31 January makes a first due day on 28 February regular, although the interval
  // counted back from it begins on 28 January.
  if (start > previous && start - previous <= 3 && followsFrom(start, firstDue, interval))
    return undefined;
  while (previous >= start) {
    whole += 1;
    end = previous;
    previous = intervalsBefore(firstDue, interval, whole + 1);
  }
  if (whole === 1 && end === start) return undefined;
  const length = end - previous;
  return { numerator: whole * length + (end - start), denominator: length };
}

function followsFrom(start: number, firstDue: number, interval: Interval): boolean {
  return interval.unit === 'months' && intervalsBefore(start, interval, -1) === firstDue;
}
