import {
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
  type Rounding,
  type ScheduleMethod,
  type ScheduleTerms,
  type WorkingDays,
} from '@bursar/loan-maths';

/**
 * What a loan product says of the loans to come, zod-free: the wire, the form and the example schedule read it.
 * Loans keep the version that they were made from.
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
  /** What an instalment is rounded to: 1 is the minor unit, 100 a whole dollar. */
  readonly instalmentMultipleMinor: number;
  /** First instalments without principal, and without interest, which accrues and is due later. */
  readonly gracePrincipal: number;
  readonly graceInterest: number;
  /** Withheld from what is paid out. */
  readonly disbursementFee: LoanFee | null;
  readonly instalmentFee: LoanFee | null;
  readonly penalty: ProductPenalty | null;
  readonly allocationOrder: AllocationOrder;
  readonly dayOffRule: DayOffRule;
};

/** On an overdue instalment: an amount once, or a rate a year on what is overdue, after the grace days. */
export type ProductPenalty = LoanFee & {
  readonly graceDays: number;
  /** The most that one instalment is charged. */
  readonly capMinor: number | null;
};

export const scheduleMethods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const satisfies readonly ScheduleMethod[];

/** `30/360` reckons each period as the same part of a year; the others count its days. */
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
export const dayOffRules = ['as_is', 'following', 'modified_following', 'preceding'] as const;

export const GRACE_DAYS_MAX = 365;
export const FREQUENCY_MAX = 366;

/** What is asked of a product: one loan within its bounds. */
export type ProductLoan = {
  readonly currency: string;
  readonly principalMinor: number;
  readonly disbursementDate: CalendarDate;
  /** Default: one interval after disbursement. */
  readonly firstDueDate?: CalendarDate | undefined;
  readonly annualRatePercent: string;
  readonly instalmentCount: number;
  /** When its office is closed. */
  readonly daysOff: OfficeDaysOff;
};

export type OfficeDaysOff = {
  /** Of every week, 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly holidays: readonly { readonly day: string }[];
};

/** How a due date that falls on a day off moves. */
export function workingDaysOf(
  rule: DayOffRule,
  { weekdays, holidays }: OfficeDaysOff,
): WorkingDays {
  return { rule, weeklyDaysOff: weekdays, holidays: holidays.map(({ day }) => calendarDate(day)) };
}

/** The terms of a schedule that one loan of the product gets. */
export function scheduleTermsOf(terms: ProductTerms, loan: ProductLoan): ScheduleTerms {
  const { dayCount, disbursementFee, instalmentFee } = terms;
  const { currency, principalMinor } = loan;
  const money = (amount: number) => minorUnits(amount, currency);
  const fee = (told: LoanFee | null) => (told ? money(feeOf(told, principalMinor)) : undefined);
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
    workingDays: workingDaysOf(terms.dayOffRule, loan.daysOff),
    sticksToMonthEnd: true,
  };
}

/** What such a loan costs, and its schedule; null where the terms make none. */
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
    | 'terms_make_no_schedule';
};

/** What of the terms contradicts another one, the first of each field; the form and the server ask this alone. */
export function problemsOfTerms(terms: ProductTerms): readonly TermsProblem[] {
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
  ];
  const found = problems.filter((problem) => problem !== false);
  return found.length > 0 || makesSchedules(terms) ? found : [noSchedule];
}

const noSchedule: TermsProblem = { field: 'scheduleMethod', code: 'terms_make_no_schedule' };

/** At its bounds: each of a product's loans lies between them. */
function makesSchedules(terms: ProductTerms): boolean {
  const bounds: [number, string, number][] = [
    [terms.principalMinMinor, terms.annualRateMinPercent, terms.instalmentCountMax],
    [terms.principalMaxMinor, terms.annualRateMaxPercent, terms.instalmentCountMax],
    [terms.principalMaxMinor, terms.annualRateMaxPercent, terms.instalmentCountMin],
  ];
  return bounds.every(([principalMinor, annualRatePercent, instalmentCount]) => {
    const loan = { ...someLoan, principalMinor, annualRatePercent, instalmentCount };
    return buildSchedule(scheduleTermsOf(terms, loan)).ok;
  });
}

// Any currency, day and days off will do: whether a schedule can be made depends on none of them.
const someLoan = {
  currency: 'USD',
  disbursementDate: calendarDate('2026-01-31'),
  daysOff: { weekdays: [6, 7], holidays: [] },
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
