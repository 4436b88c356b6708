import { interestOn } from './amortise.ts';
import type { CalendarDate } from './calendar.ts';
import { calendarDaysBetween } from './calendar.ts';
import { yearFraction } from './day-count.ts';
import type { Fraction } from './exact.ts';
import { multiplyFractions, reduceFraction, scaleRounded, subtractFractions } from './exact.ts';
import { regularFactor } from './period-factors.ts';
import { rateFraction } from './rate.ts';
import { amortiseTerms } from './schedule-amounts.ts';
import { planSchedule } from './schedule-plan.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/** The inputs for calculating an instalment's accrued interest on a day before its due date. */
export type InterestAccrual = {
  readonly fromDate: CalendarDate;
  /** Interest accrued before `fromDate` by an earlier schedule, or deferred by grace. */
  readonly carriedMinor: number;
  /** The interest of the period, if a different amount falls due with the instalment. */
  readonly earnedMinor?: number | undefined;
  /**
   * The interest-bearing balance and its terms. If absent, interest accrues as a share of the
   * scheduled interest.
   */
  readonly on?: { readonly balanceMinor: number; readonly terms: ScheduleTerms } | undefined;
};

/**
 * Returns the interest of an instalment accrued by a day, in minor units: all of it from the due
 * date on, a part by days before that.
 *
 * The part is exact if the terms calculate interest on the balance; otherwise it is a share of the
 * scheduled interest by calendar days. It is rounded once. Without `earnedMinor` it never exceeds
 * the scheduled interest.
 */
export function interestAccrued(
  row: {
    readonly dueDate: CalendarDate;
    readonly interestMinor: number;
    readonly accrual: InterestAccrual;
  },
  date: CalendarDate,
): number {
  const { dueDate, interestMinor, accrual } = row;
  if (date >= dueDate) return interestMinor;
  const { fromDate, earnedMinor, on } = accrual;
  const carried =
    earnedMinor === undefined
      ? Math.min(accrual.carriedMinor, interestMinor)
      : accrual.carriedMinor;
  const earned = earnedMinor ?? interestMinor - carried;
  if (date <= fromDate) return carried;
  const factor = on && balanceFactor(on.terms, { fromDate, dueDate, date });
  if (!on || !factor)
    return carried + scaleRounded(earned, partOfDays(accrual, row, date), 'half_even');
  const rounding = on.terms.interestRounding ?? 'half_even';
  return carried + Math.min(scaleRounded(on.balanceMinor, factor, rounding), earned);
}

/**
 * Returns the interest per unit of balance that a row's period still earns after a day; undefined
 * if interest accrues by day or the row's accrual has no balance. For interest on the balance, the
 * factor times the balance, added to the accrued interest, gives the interest of the whole period,
 * so that a prepayment of zero changes nothing.
 */
export function factorLeft(
  row: Parameters<typeof interestAccrued>[0],
  date: CalendarDate,
): Fraction | undefined {
  const { on, fromDate } = row.accrual;
  if (!on || on.terms.interest?.by === 'day') return undefined;
  const whole = wholeFactor(row, on);
  if (date <= fromDate) return whole;
  const elapsed = balanceFactor(on.terms, { fromDate, dueDate: row.dueDate, date });
  return subtractFractions(
    whole,
    elapsed ?? multiplyFractions(whole, partOfDays(row.accrual, row, date)),
  );
}

/**
 * Returns the interest factor of a row's whole period. The period is regular if its interest is
 * within one minor unit of a regular period's; otherwise the factor is its interest divided by the
 * balance.
 */
function wholeFactor(
  { interestMinor, accrual }: Parameters<typeof interestAccrued>[0],
  { balanceMinor, terms }: NonNullable<InterestAccrual['on']>,
): Fraction {
  const { annualRate, interval, interest, method, interestRounding = 'half_even' } = terms;
  const years = interest?.by === 'period' ? interest.years : undefined;
  const regular = regularFactor(annualRate, { interval, years });
  // Flat interest accrues on the whole principal, and only a first period can be irregular.
  const isFlat = method === 'flat';
  if (isFlat && accrual.fromDate > terms.disbursementDate) return regular;
  const base = isFlat ? terms.principalMinor : balanceMinor;
  const earned =
    accrual.earnedMinor ?? interestMinor - Math.min(accrual.carriedMinor, interestMinor);
  const isRegular = Math.abs(scaleRounded(base, regular, interestRounding) - earned) <= 1;
  return isRegular || base <= 0
    ? regular
    : reduceFraction({ numerator: earned, denominator: base });
}

export type DeferredInterest = Pick<InterestAccrual, 'carriedMinor' | 'earnedMinor'>;

/**
 * Returns for each instalment the interest that grace defers into it and the interest of its
 * period. Without such grace, and for bullet loans, the list is empty, or holds only the opening
 * interest of the first instalment.
 */
export function deferredInterest(terms: ScheduleTerms): DeferredInterest[] {
  const opening = terms.openingInterestMinor ?? 0;
  if (!terms.grace?.interestDeferred || terms.method === 'bullet') {
    return opening > 0 ? [{ carriedMinor: opening }] : [];
  }
  const amortised = amortiseTerms(terms);
  if (!amortised.ok) return [];
  const { plan, parts } = amortised.value;
  let carriedMinor = opening;
  let balance = plan.principal;
  return parts.interest.map((interest, k) => {
    const earnedMinor = interestOn(plan.method === 'flat' ? plan.flatBase : balance, plan, k);
    const deferred = { carriedMinor, earnedMinor };
    carriedMinor += earnedMinor - interest;
    balance = parts.balance[k] ?? 0;
    return deferred;
  });
}

/**
 * Returns the interest that grace defers into each row of an existing schedule. It uses the rows
 * themselves, so that a prepayment within the grace period counts too.
 */
export function deferredOfRows(
  rows: readonly {
    readonly dueDate: CalendarDate;
    readonly principalMinor: number;
    readonly interestMinor: number;
    readonly accrual?: InterestAccrual | undefined;
  }[],
  terms: ScheduleTerms,
): DeferredInterest[] {
  const graced = terms.grace?.interestDeferred ?? 0;
  if (graced === 0 || terms.method === 'bullet' || rows.length <= graced) {
    return deferredInterest(terms);
  }
  const dueDates = rows.map(({ dueDate }) => dueDate);
  const planned = planSchedule({ ...terms, instalmentCount: rows.length, dueDates });
  if (!planned.ok) return [];
  const plan = planned.value;
  let balance = rows.reduce((sum, row) => sum + row.principalMinor, 0);
  let carriedMinor = plan.openingInterest;
  return rows.map(({ principalMinor, interestMinor, accrual }, k) => {
    const base = plan.method === 'flat' ? plan.flatBase : balance;
    const deferred = {
      carriedMinor: accrual?.carriedMinor ?? carriedMinor,
      earnedMinor: accrual?.earnedMinor ?? interestOn(base, plan, k),
    };
    balance -= principalMinor;
    carriedMinor = Math.max(deferred.carriedMinor + deferred.earnedMinor - interestMinor, 0);
    return k >= graced && deferred.carriedMinor === 0 ? { carriedMinor: 0 } : deferred;
  });
}

function partOfDays(
  { fromDate }: InterestAccrual,
  { dueDate }: { readonly dueDate: CalendarDate },
  date: CalendarDate,
): Fraction {
  return {
    numerator: calendarDaysBetween(fromDate, date),
    denominator: calendarDaysBetween(fromDate, dueDate),
  };
}

/**
 * Returns the interest factor from the start of a period to a day; undefined if interest accrues as
 * a share of the scheduled interest.
 */
function balanceFactor(
  terms: ScheduleTerms,
  period: { fromDate: CalendarDate; dueDate: CalendarDate; date: CalendarDate },
): Fraction | undefined {
  const { method = 'equal_instalments', interest = { by: 'period' }, interval, grace } = terms;
  const isDeclining = method === 'equal_instalments' || method === 'equal_principal';
  if (!isDeclining || terms.openingInterestMinor || grace?.interestFree) {
    return undefined;
  }
  const rate = rateFraction(terms.annualRate);
  const { dayCount } = interest;
  if (dayCount) {
    const elapsed = yearFraction({ dayCount, start: period.fromDate, end: period.date });
    return elapsed.ok ? multiplyFractions(rate, elapsed.value) : undefined;
  }

  const days = calendarDaysBetween(period.fromDate, period.dueDate);
  const isRegular =
    interval.unit === 'months' && days >= interval.every * 28 && days <= interval.every * 31;
  if (!isRegular) return undefined;
  const years = interest.years ?? { numerator: interval.every, denominator: 12 };
  const elapsed = {
    numerator: calendarDaysBetween(period.fromDate, period.date),
    denominator: days,
  };
  return multiplyFractions(multiplyFractions(rate, years), elapsed);
}
