import type { DueDateTerms } from './due-dates.ts';
import { dueDayNumbers, refuseDueDateTerms } from './due-dates.ts';
import type { Fraction, Rounding } from './exact.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { InterestBasis, PeriodFactors } from './period-factors.ts';
import { factorAt, NO_INTEREST, periodFactors } from './period-factors.ts';
import { isKnownRate, parseAnnualRate } from './rate.ts';
import type { LevelSearch, ScheduleMethod, ScheduleTerms } from './schedule-terms.ts';

/** Valid terms, as the numbers that the amortisation needs. */
export type SchedulePlan = {
  readonly method: ScheduleMethod;
  /** The amortised amount: the principal less the down payment. */
  readonly principal: number;
  /** The base of flat interest: the whole principal. */
  readonly flatBase: number;
  readonly downPayment: number;
  /** The inputs of the due days, which `planDays` calculates. */
  readonly series: DueDateTerms;
  /** Maximum number of instalments after the down payment. */
  readonly count: number;
  /** Interest per unit of balance for each instalment. */
  readonly factors: PeriodFactors;
  /** The factors for calculating the level instalment. */
  readonly levelFactors: PeriodFactors;
  readonly levelSearch: LevelSearch;
  readonly instalmentRounding: Rounding;
  readonly multiple: number;
  readonly interestRounding: Rounding;
  readonly interestMultiple: number;
  readonly givenInstalment: number | undefined;
  readonly gracePrincipal: number;
  readonly graceInterest: number;
  readonly balloon: number;
  readonly openingInterest: number;
  readonly feeAtDisbursement: number;
  readonly feePerInstalment: number;
};

/** Checks the terms, and derives the inputs of the due days and the interest factors. */
export function planSchedule(terms: ScheduleTerms): Outcome<SchedulePlan> {
  const series = dueSeries(terms);
  const refusal =
    refusePrincipal(terms) ??
    refuseDueDateTerms(series) ??
    refuseAmounts(terms) ??
    refuseGrace(terms);
  if (refusal) return refusal;
  const { factors, levelFactors, levelSearch } = planFactors(terms, series);
  if (!areExact(factors)) return refusePeriods();
  const { grace } = terms;
  const downPayment = terms.downPaymentMinor ?? 0;
  // One literal without spreads, because merging objects costs more than the whole amortisation.
  return succeed({
    method: terms.method ?? 'equal_instalments',
    principal: terms.principalMinor - downPayment,
    flatBase: terms.principalMinor,
    downPayment,
    series,
    count: terms.instalmentCount,
    factors,
    levelFactors,
    levelSearch,
    instalmentRounding: terms.instalmentRounding ?? 'half_even',
    multiple: terms.instalmentMultipleMinor ?? 1,
    interestRounding: terms.interestRounding ?? 'half_even',
    interestMultiple: terms.interestMultipleMinor ?? 1,
    givenInstalment: terms.instalmentMinor,
    gracePrincipal: grace?.principal ?? 0,
    graceInterest: grace?.interestDeferred ?? 0,
    balloon: terms.balloonMinor ?? 0,
    openingInterest: terms.openingInterestMinor ?? 0,
    feeAtDisbursement: terms.fees?.atDisbursementMinor ?? 0,
    feePerInstalment: terms.fees?.perInstalmentMinor ?? 0,
  });
}

/**
 * Returns the day numbers of a plan's rows: disbursement, then every due day; a bullet has the last
 * one only.
 */
export function planDays({ method, series }: SchedulePlan): number[] {
  const days = dueDayNumbers(series);
  return method === 'bullet' ? [...days.slice(0, 1), ...days.slice(-1)] : days;
}

/**
 * Returns the interest factors of the periods, and those that the level instalment is calculated
 * from. With `annuity` the latter are by period if interest accrues by day. If it accrues by period
 * and a rescheduled loan has opening interest, they are those of regular periods, because the
 * opening interest makes up for the short first period.
 */
function planFactors(terms: ScheduleTerms, series: DueDateTerms) {
  const { annualRate, interval, interest = BY_PERIOD } = terms;
  const isByDay = interest.by === 'day';
  const levelSearch: LevelSearch = terms.levelSearch ?? (isByDay ? 'progressive' : 'annuity');
  const free = terms.grace?.interestFree ?? 0;
  const own = periodFactors(series, { annualRate, interval, interest });
  const factors = freeFirst(withFirst(own, terms.firstFactor), free);
  const isRegular = levelSearch === 'annuity' && (isByDay || (terms.openingInterestMinor ?? 0) > 0);
  if (!isRegular) return { levelSearch, factors, levelFactors: factors };
  const plain = isByDay ? series : { ...series, firstDueDate: undefined, dueDates: undefined };
  const regular = periodFactors(plain, { annualRate, interval, interest: BY_PERIOD });
  return { levelSearch, factors, levelFactors: freeFirst(regular, free) };
}

const BY_PERIOD: InterestBasis = { by: 'period' };

function dueSeries(terms: ScheduleTerms): DueDateTerms {
  return {
    startDate: terms.disbursementDate,
    firstDueDate: terms.firstDueDate,
    interval: terms.interval,
    count: terms.instalmentCount,
    sticksToMonthEnd: terms.sticksToMonthEnd,
    dayOfMonth: terms.dayOfMonth,
    workingDays: terms.workingDays,
    dueDates: terms.dueDates,
  };
}

function refusePrincipal({
  principalMinor,
  annualRate,
}: ScheduleTerms): Outcome<never> | undefined {
  if (!Number.isSafeInteger(principalMinor)) {
    return refuse('amount_exceeds_safe_integers', 'principalMinor', 'The principal is not exact.');
  }
  if (principalMinor <= 0) {
    return refuse('amount_is_not_positive', 'principalMinor', 'The principal is not positive.');
  }
  if (isKnownRate(annualRate)) return undefined;
  const rate = parseAnnualRate(annualRate);
  return rate.ok ? undefined : rate;
}

function refuseAmounts(terms: ScheduleTerms): Outcome<never> | undefined {
  const { principalMinor, downPaymentMinor, balloonMinor, instalmentMinor } = terms;
  if (!isAmount(downPaymentMinor) || (downPaymentMinor ?? 0) >= principalMinor) {
    return refuse(
      'down_payment_is_out_of_range',
      'downPaymentMinor',
      'A down payment is at least zero and less than the principal.',
    );
  }
  if (!isAmount(balloonMinor) || (balloonMinor ?? 0) > principalMinor - (downPaymentMinor ?? 0)) {
    return refuse(
      'balloon_is_out_of_range',
      'balloonMinor',
      'A balloon is at least zero and at most the principal after the down payment.',
    );
  }
  if (!isAmount(instalmentMinor) || instalmentMinor === 0) {
    return refuse('amount_is_not_positive', 'instalmentMinor', 'The instalment is not positive.');
  }
  if (!isAmount(terms.openingInterestMinor)) {
    return refuse('amount_is_negative', 'openingInterestMinor', 'Interest cannot be negative.');
  }
  return (
    refuseMultiple('instalmentMultipleMinor', terms.instalmentMultipleMinor) ??
    refuseMultiple('interestMultipleMinor', terms.interestMultipleMinor) ??
    refuseFee('atDisbursementMinor', terms.fees?.atDisbursementMinor) ??
    refuseFee('perInstalmentMinor', terms.fees?.perInstalmentMinor)
  );
}

function refuseMultiple(field: string, multiple: number | undefined): Outcome<never> | undefined {
  if (isAmount(multiple) && multiple !== 0) return undefined;
  return refuse('multiple_is_out_of_range', field, 'A multiple is at least one minor unit.');
}

function refuseFee(field: string, fee: number | undefined): Outcome<never> | undefined {
  if (isAmount(fee)) return undefined;
  return refuse('amount_is_negative', `fees.${field}`, 'A fee cannot be negative.');
}

/** Returns whether an amount is absent, or a safe integer that is not negative. */
function isAmount(amount: number | undefined): boolean {
  return amount === undefined || (Number.isSafeInteger(amount) && amount >= 0);
}

function refuseGrace({ grace, instalmentCount: count }: ScheduleTerms): Outcome<never> | undefined {
  if (grace === undefined) return undefined;
  return (
    refuseGraceOf('principal', { graced: grace.principal, most: count - 1, count }) ??
    refuseGraceOf('interestDeferred', { graced: grace.interestDeferred, most: count - 1, count }) ??
    refuseGraceOf('interestFree', { graced: grace.interestFree, most: count, count })
  );
}

function refuseGraceOf(
  field: string,
  { graced = 0, most, count }: { graced: number | undefined; most: number; count: number },
): Outcome<never> | undefined {
  if (Number.isInteger(graced) && graced >= 0 && graced <= most) return undefined;
  return refuse(
    'grace_is_out_of_range',
    `grace.${field}`,
    `Grace covers 0 to ${most} of ${count} instalments, not ${graced}.`,
  );
}

function withFirst(factors: PeriodFactors, first: Fraction | undefined): PeriodFactors {
  return first ? { ...factors, leading: [first, ...factors.leading.slice(1)] } : factors;
}

function freeFirst(factors: PeriodFactors, free: number): PeriodFactors {
  if (free === 0) return factors;
  const length = Math.max(free, factors.leading.length);
  const leading = Array.from({ length }, (_, k) => (k < free ? NO_INTEREST : factorAt(factors, k)));
  return { ...factors, leading };
}

function areExact({ leading, regular }: PeriodFactors): boolean {
  return isExact(regular) && leading.every(isExact);
}

function isExact({ numerator, denominator }: Fraction): boolean {
  return Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator);
}

function refusePeriods(): Outcome<never> {
  return refuse(
    'interval_is_out_of_range',
    'firstDueDate',
    'A period is too long for its interest to be exact.',
  );
}
