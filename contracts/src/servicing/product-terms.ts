import {
  addDays,
  annualRate,
  buildSchedule,
  calendarDate,
  feeOf,
  loanCost,
  minorUnits,
  type AllocationOrder,
  type CalendarDate,
  type DayOffRule,
  type Interval,
  type LoanCost,
  type LoanFee,
  type Outcome,
  type Rounding,
  type Schedule,
  type ScheduleMethod,
  type ScheduleTerms,
  type WorkingDays,
} from '@bursar/loan-maths';

/**
 * The terms of a loan product. This file does not import zod, because the web app loads it for the
 * form and the example schedule. A new version of a product does not change the terms of loans that
 * were made before.
 */
export type ProductTerms = {
  readonly scheduleMethod: ScheduleMethod;
  readonly dayCount: ProductDayCount;
  readonly frequencyUnit: Interval['unit'];
  readonly frequencyEvery: number;
  readonly instalmentCount: number;
  readonly instalmentCountMin: number;
  readonly instalmentCountMax: number;
  readonly principalMinMinor: number;
  readonly principalMaxMinor: number;
  readonly annualRatePercent: string;
  readonly annualRateMinPercent: string;
  readonly annualRateMaxPercent: string;
  readonly instalmentRounding: Rounding;
  /** The multiple that an instalment is rounded to: 1 is the minor unit, 100 a whole dollar. */
  readonly instalmentMultipleMinor: number;
  /**
   * Number of first instalments without principal, or without interest. That interest accrues and
   * is due later.
   */
  readonly gracePrincipal: number;
  readonly graceInterest: number;
  /** The fee withheld from the amount paid out. */
  readonly disbursementFee: LoanFee | null;
  readonly instalmentFee: LoanFee | null;
  readonly penalty: ProductPenalty | null;
  readonly allocationOrder: AllocationOrder;
  readonly dayOffRule: DayOffRule;
};

/**
 * The penalty of an overdue instalment after the grace days: a single amount, or an annual rate on
 * the overdue amount.
 */
export type ProductPenalty = LoanFee & {
  readonly graceDays: number;
  /** Maximum penalty of one instalment. */
  readonly capMinor: number | null;
};

export const scheduleMethods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const satisfies readonly ScheduleMethod[];

/** `30/360` counts each period as the same part of a year; the others count its days. */
export const productDayCounts = [
  '30/360',
  '30/360 US',
  '30E/360',
  'ACT/360',
  'ACT/365F',
  'ACT/ACT ISDA',
] as const;
export type ProductDayCount = (typeof productDayCounts)[number];

export const frequencyUnits = ['days', 'weeks', 'months'] as const;
export const roundings = ['half_even', 'half_up', 'up', 'down'] as const;
export const dayOffRules = [
  'as_is',
  'following',
  'modified_following',
  'preceding',
  'skip',
] as const satisfies readonly DayOffRule[];

export const GRACE_DAYS_MAX = 365;
export const FREQUENCY_MAX = 366;

/** The terms of one loan within a product's bounds. */
export type ProductLoan = {
  readonly currency: string;
  readonly principalMinor: number;
  readonly disbursementDate: CalendarDate;
  /** Default: one interval after disbursement. */
  readonly firstDueDate?: CalendarDate | undefined;
  readonly annualRatePercent: string;
  readonly instalmentCount: number;
  /** The days on which the loan's office is closed. */
  readonly businessCalendar: BusinessCalendarDates;
};

export type BusinessCalendarDates = {
  /** The weekly days off; 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly holidays: readonly { readonly day: string }[];
};

/** Returns the rule for due dates on days off, together with the days off. */
export function workingDaysOf(
  rule: DayOffRule,
  { weekdays, holidays }: BusinessCalendarDates,
): WorkingDays {
  return { rule, weeklyDaysOff: weekdays, holidays: holidays.map(({ day }) => calendarDate(day)) };
}

/** Returns the schedule terms of one loan of the product. */
export function scheduleTermsOf(terms: ProductTerms, loan: ProductLoan): ScheduleTerms {
  const { dayCount, disbursementFee, instalmentFee } = terms;
  const { currency, principalMinor } = loan;
  const money = (amount: number) => minorUnits(amount, currency);
  const fee = (loanFee: LoanFee | null) =>
    loanFee ? money(feeOf(loanFee, principalMinor)) : undefined;
  return {
    principalMinor: money(principalMinor),
    annualRate: annualRate(loan.annualRatePercent),
    instalmentCount: loan.instalmentCount,
    interval: { every: terms.frequencyEvery, unit: terms.frequencyUnit },
    disbursementDate: loan.disbursementDate,
    firstDueDate: loan.firstDueDate,
    method: terms.scheduleMethod,
    interest: dayCount === '30/360' ? { by: 'period' } : { by: 'day', dayCount },
    instalmentRounding: terms.instalmentRounding,
    instalmentMultipleMinor: money(terms.instalmentMultipleMinor),
    grace: { principal: terms.gracePrincipal, interestDeferred: terms.graceInterest },
    fees: { atDisbursementMinor: fee(disbursementFee), perInstalmentMinor: fee(instalmentFee) },
    workingDays: workingDaysOf(terms.dayOffRule, loan.businessCalendar),
    sticksToMonthEnd: true,
  };
}

/** Returns the cost and schedule of a loan on these terms; null if the terms allow no schedule. */
export function costOfLoan(terms: ProductTerms, loan: ProductLoan): LoanCost | null {
  const cost = loanCost(scheduleTermsOf(terms, loan));
  return cost.ok ? cost.value : null;
}

export type TermsProblem = {
  readonly field: keyof ProductTerms;
  readonly code:
    | 'bounds_upside_down'
    | 'usual_outside_bounds'
    | 'grace_too_long'
    | 'fee_exceeds_principal'
    | 'skip_needs_days_or_weeks'
    | ScheduleProblem;
};

/** Reasons why a loan of a product gets no schedule. */
export type ScheduleProblem =
  | 'terms_make_no_schedule'
  | 'multiple_exceeds_instalment'
  | 'due_dates_coincide';

/**
 * Returns the contradictions within the terms, at most one per field. The form and the server use
 * only this check. Whether due dates coincide depends on the days off.
 */
export function problemsOfTerms(
  terms: ProductTerms,
  businessCalendar: Pick<BusinessCalendarDates, 'weekdays'> = someLoan.businessCalendar,
): readonly TermsProblem[] {
  const { instalmentCount, instalmentCountMin, instalmentCountMax } = terms;
  const [lowest, highest] = [
    Number(terms.annualRateMinPercent),
    Number(terms.annualRateMaxPercent),
  ];
  const problems: (TermsProblem | false)[] = [
    instalmentCountMin > instalmentCountMax && upsideDown('instalmentCountMax'),
    isOutside(instalmentCount, [instalmentCountMin, instalmentCountMax]) &&
      outside('instalmentCount'),
    terms.principalMinMinor > terms.principalMaxMinor && upsideDown('principalMaxMinor'),
    lowest > highest && upsideDown('annualRateMaxPercent'),
    isOutside(Number(terms.annualRatePercent), [lowest, highest]) && outside('annualRatePercent'),
    terms.gracePrincipal >= instalmentCountMin && graceTooLong('gracePrincipal'),
    terms.graceInterest >= instalmentCountMin && graceTooLong('graceInterest'),
    terms.disbursementFee !== null &&
      feeOf(terms.disbursementFee, terms.principalMinMinor) >= terms.principalMinMinor && {
        field: 'disbursementFee',
        code: 'fee_exceeds_principal',
      },
    terms.dayOffRule === 'skip' &&
      terms.frequencyUnit === 'months' && { field: 'dayOffRule', code: 'skip_needs_days_or_weeks' },
  ];
  const found = problems.filter((problem) => problem !== false);
  if (found.length > 0) return found;
  const code = problemAtBounds(terms) ?? problemOfDays(terms, businessCalendar);
  return code ? [{ field: fieldOf[code], code }] : [];
}

const fieldOf = {
  terms_make_no_schedule: 'scheduleMethod',
  multiple_exceeds_instalment: 'instalmentMultipleMinor',
  due_dates_coincide: 'dayOffRule',
} as const satisfies Record<ScheduleProblem, keyof ProductTerms>;

/** Returns the schedule of one loan of a product, or why there is none. */
export function scheduleOfLoan(
  terms: ProductTerms,
  loan: ProductLoan,
): { readonly schedule: Schedule } | { readonly problem: ScheduleProblem } {
  const built = buildSchedule(scheduleTermsOf(terms, loan));
  const instalmentMinor = exactInstalment(terms, loan);
  if (instalmentMinor !== null && !isMultipleFitting(terms, { built, instalmentMinor })) {
    return { problem: 'multiple_exceeds_instalment' };
  }
  if (!built.ok) return { problem: 'terms_make_no_schedule' };
  const dates = built.value.rows.map(({ dueDate }) => dueDate);
  const isTwice = dates.some((date, index) => date === dates[index - 1]);
  return isTwice ? { problem: 'due_dates_coincide' } : { schedule: built.value };
}

/**
 * Returns the amount of the last instalment of the same loan without rounding to a multiple; null
 * if the multiple is the minor unit, or if there is no such schedule.
 */
function exactInstalment(terms: ProductTerms, loan: ProductLoan): number | null {
  if (terms.instalmentMultipleMinor === 1) return null;
  const plain = buildSchedule(scheduleTermsOf({ ...terms, instalmentMultipleMinor: 1 }, loan));
  const last = plain.ok && plain.value.rows.at(-1);
  return last ? last.principalMinor + last.interestMinor : null;
}

/**
 * Returns whether the schedule is valid and, for a flat loan, the multiple is at most the
 * instalment. A flat instalment that is rounded too far changes the loan: rounded to zero, it
 * leaves all principal to the last due date; rounded up, it repays too early.
 */
function isMultipleFitting(
  { scheduleMethod, instalmentMultipleMinor }: ProductTerms,
  { built, instalmentMinor }: { built: Outcome<Schedule>; instalmentMinor: number },
): boolean {
  if (!built.ok) return false;
  return scheduleMethod !== 'flat' || instalmentMultipleMinor <= instalmentMinor;
}

/**
 * Returns `due_dates_coincide` if instalments can fall on the same working day, for any weekday on
 * which a loan begins; otherwise null.
 */
function problemOfDays(
  terms: ProductTerms,
  { weekdays }: Pick<BusinessCalendarDates, 'weekdays'>,
): ScheduleProblem | null {
  if (terms.frequencyUnit !== 'days' || terms.scheduleMethod === 'bullet') return null;
  const instalmentCount = Math.min(terms.instalmentCountMax, terms.gracePrincipal + WEEK * WEEK);
  const businessCalendar = { weekdays, holidays: [] };
  const { principalMaxMinor: principalMinor, annualRateMinPercent: annualRatePercent } = terms;
  const days = Array.from({ length: WEEK }, (_, k) => addDays(someLoan.disbursementDate, k));
  const problems = days.map((disbursementDate) => {
    const loan = {
      ...someLoan,
      principalMinor,
      annualRatePercent,
      instalmentCount,
      businessCalendar,
    };
    const made = scheduleOfLoan(terms, { ...loan, disbursementDate });
    return 'problem' in made ? made.problem : null;
  });
  return problems.includes('due_dates_coincide') ? 'due_dates_coincide' : null;
}

const WEEK = 7;

/** Returns the number of instalments of a loan; a bullet loan has only one. */
export const instalmentsOf = (
  { scheduleMethod }: Pick<ProductTerms, 'scheduleMethod'>,
  instalmentCount: number,
): number => (scheduleMethod === 'bullet' ? 1 : instalmentCount);

/**
 * Returns why no schedule can be made at one of the bounds of the terms; null if all can be made.
 * Every loan is between the bounds. Due dates have a separate check.
 */
function problemAtBounds(terms: ProductTerms): ScheduleProblem | null {
  const bounds: [number, string, number][] = [
    [terms.principalMinMinor, terms.annualRateMinPercent, terms.instalmentCountMax],
    [terms.principalMaxMinor, terms.annualRateMaxPercent, terms.instalmentCountMax],
    [terms.principalMaxMinor, terms.annualRateMaxPercent, terms.instalmentCountMin],
  ];
  for (const [principalMinor, annualRatePercent, instalmentCount] of bounds) {
    const loan = { ...someLoan, principalMinor, annualRatePercent, instalmentCount };
    const made = scheduleOfLoan({ ...terms, dayOffRule: 'as_is' }, loan);
    if ('problem' in made) return made.problem;
  }
  return null;
}

// Any currency and day work: neither affects whether a schedule can be made.
const someLoan = {
  currency: 'USD',
  disbursementDate: calendarDate('2026-01-31'),
  businessCalendar: { weekdays: [6, 7], holidays: [] },
};

function upsideDown(field: keyof ProductTerms): TermsProblem {
  return { field, code: 'bounds_upside_down' };
}

function outside(field: keyof ProductTerms): TermsProblem {
  return { field, code: 'usual_outside_bounds' };
}

function graceTooLong(field: keyof ProductTerms): TermsProblem {
  return { field, code: 'grace_too_long' };
}

function isOutside(value: number, [lowest, highest]: readonly [number, number]): boolean {
  return lowest <= highest && (value < lowest || value > highest);
}
