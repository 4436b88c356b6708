import type { Amortisation } from './amortise.ts';
import type { CalendarDate } from './calendar.ts';
import { dateOfDayNumber } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandColumn, brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import { amortiseTerms, levelOf } from './schedule-amounts.ts';
import type { SchedulePlan } from './schedule-plan.ts';
import { planDays } from './schedule-plan.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Builds the repayment schedule of a loan: one row per due date, amounts in minor units.
 *
 * Principal sums to the loan's principal, no amount is negative, the last balance is zero. Each
 * interest amount is rounded once (by `interestRounding`, default half-even), the level instalment
 * by `instalmentRounding`, and the last instalment absorbs the difference. A loan that upward
 * rounding repays early has fewer rows.
 *
 * @returns the schedule, or the first refusal: `rate_is_out_of_range`,
 * `instalment_count_is_out_of_range`, `first_due_date_before_disbursement`,
 * `instalment_never_repays`, … with the refused field.
 * @example 10,000.00 at 14.07 % a year, 36 months from 2018-03-01, rounded up: an instalment of
 * 342.12.
 */
export function buildSchedule<Currency extends string>(
  terms: ScheduleTerms<Currency>,
): Outcome<Schedule<Currency>> {
  const amortised = amortiseTerms(terms);
  if (!amortised.ok) return amortised;
  const { plan, parts } = amortised.value;
  const interest = parts.totalInterest;
  const fee = plan.feePerInstalment * parts.principal.length;
  return succeed({
    rows: scheduleRowsOf<Currency>(plan, parts),
    instalmentMinor: brandMinor<Currency>(levelOf(plan, parts)),
    disbursementFeeMinor: brandMinor<Currency>(plan.feeAtDisbursement),
    totals: {
      principalMinor: brandMinor<Currency>(plan.flatBase),
      interestMinor: brandMinor<Currency>(interest),
      feeMinor: brandMinor<Currency>(fee),
      totalMinor: brandMinor<Currency>(plan.flatBase + interest + fee),
    },
  });
}

export type ScheduleRow<Currency extends string = string> = {
  /** Counts from 1, including a down payment. */
  readonly number: number;
  readonly kind: 'down_payment' | 'instalment';
  readonly fromDate: CalendarDate;
  readonly dueDate: CalendarDate;
  /** Calendar days of the period. */
  readonly days: number;
  readonly principalMinor: MinorUnits<Currency>;
  readonly interestMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  /** Principal, interest and fee together. */
  readonly totalMinor: MinorUnits<Currency>;
  /** Principal owed after this row. */
  readonly balanceMinor: MinorUnits<Currency>;
};

export type Schedule<Currency extends string = string> = {
  readonly rows: readonly ScheduleRow<Currency>[];
  /** The level instalment without fees; the first one if instalments are not level. */
  readonly instalmentMinor: MinorUnits<Currency>;
  readonly disbursementFeeMinor: MinorUnits<Currency>;
  /** Totals of all rows, without the fee at disbursement. */
  readonly totals: {
    readonly principalMinor: MinorUnits<Currency>;
    readonly interestMinor: MinorUnits<Currency>;
    readonly feeMinor: MinorUnits<Currency>;
    readonly totalMinor: MinorUnits<Currency>;
  };
};

function scheduleRowsOf<Currency extends string>(
  plan: SchedulePlan,
  parts: Amortisation,
): ScheduleRow<Currency>[] {
  const days = planDays(plan);
  const principals = brandColumn<Currency>(parts.principal);
  const interests = brandColumn<Currency>(parts.interest);
  const balances = brandColumn<Currency>(parts.balance);
  const none = brandMinor<Currency>(0);
  const feeMinor = brandMinor<Currency>(plan.feePerInstalment);
  const before = plan.downPayment > 0 ? 1 : 0;
  const rows = Array<ScheduleRow<Currency>>(before + parts.principal.length);
  let fromDay = days[0] ?? 0;
  let fromDate = dateOfDayNumber(fromDay);
  if (before > 0) rows[0] = downPaymentRow<Currency>(plan, fromDate);
  for (let k = 0; k < principals.length; k++) {
    const principalMinor = principals[k] ?? none;
    const interestMinor = interests[k] ?? none;
    const dueDay = days[k + 1] ?? fromDay;
    const dueDate = dateOfDayNumber(dueDay);
    rows[before + k] = {
      number: before + k + 1,
      kind: 'instalment',
      fromDate,
      dueDate,
      days: dueDay - fromDay,
      principalMinor,
      interestMinor,
      feeMinor,
      totalMinor: brandMinor<Currency>(principalMinor + interestMinor + feeMinor),
      balanceMinor: balances[k] ?? none,
    };
    fromDay = dueDay;
    fromDate = dueDate;
  }
  return rows;
}

function downPaymentRow<Currency extends string>(
  plan: SchedulePlan,
  date: CalendarDate,
): ScheduleRow<Currency> {
  return {
    number: 1,
    kind: 'down_payment',
    fromDate: date,
    dueDate: date,
    days: 0,
    principalMinor: brandMinor(plan.downPayment),
    interestMinor: brandMinor(0),
    feeMinor: brandMinor(0),
    totalMinor: brandMinor(plan.downPayment),
    balanceMinor: brandMinor(plan.flatBase - plan.downPayment),
  };
}
