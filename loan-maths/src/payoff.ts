import type { OpenInstalment } from './allocation.ts';
import { chargesDue } from './allocation.ts';
import type { InterestAccrual } from './accrual.ts';
import { deferredOfRows, interestAccrued } from './accrual.ts';
import type { CalendarDate } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { AllocationSums } from './allocated-amounts.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Returns the amount that settles a loan on a day, by item: all principal, interest due and accrued
 * by that day, due fees and all penalties, less interest paid ahead.
 *
 * Interest of the current instalment accrues by the days of its period and is rounded once. It is
 * calculated from the instalment's `accrual`, which `replayLoan` returns; without one from `terms`;
 * without terms as a share of the scheduled interest. Later interest and later fees are not owed.
 * `replayLoan` closes a loan on which the total is paid.
 * @returns `dates_are_out_of_order` (field `date`) for a day before disbursement.
 * @example 100.00 at 7 % over 6 months, first instalment paid, on the 14th of 29 days: 83.57 + 0.24
 * = 83.81.
 */
export function quotePayoff<Currency extends string>(
  question: PayoffQuestion<Currency>,
): Outcome<PayoffQuote<Currency>> {
  const { date, disbursementDate } = question;
  if (date < disbursementDate) {
    return refuse('dates_are_out_of_order', 'date', 'A payoff cannot be before the disbursement.');
  }
  const sums = { principal: 0, interestDue: 0, interestAccrued: 0, fee: 0, penalty: 0, ahead: 0 };
  for (const owed of owedToSettle(question)) {
    for (const item of OWED_ITEMS) sums[item] += owed[item];
  }
  return succeed(payoffQuoteOf(sums, question));
}

export type PayoffQuestion<Currency extends string = string> = {
  readonly instalments: readonly OpenInstalment<Currency>[];
  readonly date: CalendarDate;
  readonly disbursementDate: CalendarDate;
  readonly terms?: ScheduleTerms<NoInfer<Currency>> | undefined;
  readonly interestUntil?: InterestUntil | undefined;
};

/**
 * The day up to which a settlement owes interest: the `date` (default), the end of the current
 * `instalment`, or `maturity`, which includes everything that is scheduled, also later fees.
 */
export type InterestUntil = 'date' | 'instalment' | 'maturity';

export type PayoffQuote<Currency extends string = string> = {
  readonly date: CalendarDate;
  readonly principalMinor: MinorUnits<Currency>;
  /** Unpaid interest of due instalments, or of all instalments if it is owed until `maturity`. */
  readonly interestDueMinor: MinorUnits<Currency>;
  /** Unpaid interest of the current instalment, by default up to the date; see `InterestUntil`. */
  readonly interestAccruedMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  readonly penaltyMinor: MinorUnits<Currency>;
  /** Interest paid for days after the date, which is deducted. */
  readonly paidAheadMinor: MinorUnits<Currency>;
  readonly totalMinor: MinorUnits<Currency>;
};

/** The amounts owed on an instalment at settlement; `ahead` is deducted. */
export type OwedToSettle = Record<(typeof OWED_ITEMS)[number], number>;

const OWED_ITEMS = [
  'principal',
  'interestDue',
  'interestAccrued',
  'fee',
  'penalty',
  'ahead',
] as const;

type SettlementQuestion = Omit<PayoffQuestion, 'instalments'> & {
  readonly instalments: readonly OwingInstalment[];
};

type OwingInstalment = Pick<OpenInstalment, 'dueDate' | 'charges' | 'accrual' | 'kind'> & {
  readonly due: AllocationSums;
  readonly paid: AllocationSums;
};

/**
 * Returns the amounts owed on each instalment at settlement, in the order of the instalments.
 * Quotes and replays share this function, so that a quoted payoff settles the loan.
 */
export function owedToSettle(question: SettlementQuestion): OwedToSettle[] {
  const { instalments, date, interestUntil } = question;
  const running = instalments.findIndex((row) => isScheduled(row) && row.dueDate > date);
  return instalments.map((instalment, index): OwedToSettle => {
    const { due, paid } = instalment;
    const isDue = running < 0 || index < running || interestUntil === 'maturity';
    const accrued = index === running && !isDue ? accruedTo(question, index) : 0;
    return {
      principal: due.principalMinor - paid.principalMinor,
      penalty: due.penaltyMinor - paid.penaltyMinor,
      fee: isDue ? due.feeMinor - paid.feeMinor : chargedBy(instalment, date),
      interestDue: isDue ? due.interestMinor - paid.interestMinor : 0,
      interestAccrued: isDue ? 0 : Math.max(accrued - paid.interestMinor, 0),
      ahead: isDue ? 0 : Math.max(paid.interestMinor - accrued, 0),
    };
  });
}

/** Returns the open fees, due by their own dates, of an instalment that is not due yet. */
function chargedBy({ due, paid, charges }: OwingInstalment, date: CalendarDate): number {
  const charged = chargesDue(charges, { paid, valueDate: date })?.feeMinor ?? 0;
  return Math.min(Math.max(charged, 0), due.feeMinor - paid.feeMinor);
}

function accruedTo(question: SettlementQuestion, index: number): number {
  const { instalments, date, interestUntil } = question;
  const running = instalments[index];
  if (!running) return 0;
  const { dueDate, due } = running;
  if (interestUntil === 'instalment') return due.interestMinor;
  const accrual = running.accrual ?? plainAccrual(question, index);
  return interestAccrued({ dueDate, interestMinor: due.interestMinor, accrual }, date);
}

/**
 * Returns how interest accrues without a replay: from the previous due date, on the scheduled
 * balance.
 */
function plainAccrual(
  { instalments, disbursementDate, terms }: SettlementQuestion,
  index: number,
): InterestAccrual {
  const earlier = instalments.slice(0, index).filter(isScheduled);
  const later = instalments.slice(index).filter(isScheduled);
  const balanceMinor = later.reduce((sum, { due }) => sum + due.principalMinor, 0);
  return {
    fromDate: earlier.at(-1)?.dueDate ?? disbursementDate,
    carriedMinor: 0,
    ...(terms && deferredOf(instalments, terms)[earlier.length - downPaymentsIn(terms)]),
    on: terms && { balanceMinor, terms },
  };
}

/**
 * True if an instalment is part of the schedule; charges after maturity are not and bear no
 * interest.
 */
const isScheduled = ({ kind }: Pick<OpenInstalment, 'kind'>): boolean =>
  kind !== 'charges_after_maturity';

function deferredOf(instalments: readonly OwingInstalment[], terms: ScheduleTerms) {
  const rows = instalments
    .filter(isScheduled)
    .slice(downPaymentsIn(terms))
    .map(({ dueDate, due, accrual }) => ({ dueDate, ...due, accrual }));
  return deferredOfRows(rows, terms);
}

function downPaymentsIn({ downPaymentMinor }: ScheduleTerms): number {
  return downPaymentMinor ? 1 : 0;
}

function payoffQuoteOf<Currency extends string>(
  items: OwedToSettle,
  { date }: PayoffQuestion<Currency>,
): PayoffQuote<Currency> {
  const owed =
    items.principal + items.interestDue + items.interestAccrued + items.fee + items.penalty;
  return {
    date,
    principalMinor: brandMinor(items.principal),
    interestDueMinor: brandMinor(items.interestDue),
    interestAccruedMinor: brandMinor(items.interestAccrued),
    feeMinor: brandMinor(items.fee),
    penaltyMinor: brandMinor(items.penalty),
    paidAheadMinor: brandMinor(Math.min(items.ahead, owed)),
    totalMinor: brandMinor(Math.max(owed - items.ahead, 0)),
  };
}
