import type { OpenInstalment } from './allocation.ts';
import { chargesDue } from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import { calendarDaysBetween } from './calendar.ts';
import { yearFraction } from './day-count.ts';
import type { Fraction } from './exact.ts';
import { multiplyFractions, scaleRounded } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { rateFraction } from './rate.ts';
import { accruedInterest } from './reschedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * What settles a loan on a day, itemised: all principal, interest due and accrued up to the day, fees that are due,
 * every penalty, less what was paid ahead of its time.
 *
 * Interest of the running instalment accrues by the days of its period, rounded half-even once: exactly from the
 * loan's `terms` where they are given, else as a part of the scheduled interest. Later interest is not owed.
 * @returns `dates_are_out_of_order` (field `date`) for a day before disbursement.
 * @example 100.00 at 7 % over 6 months, first instalment paid, on the 14th of 29 days: 83.57 + 0.24 = 83.81.
 */
export function quotePayoff<Currency extends string>(
  question: PayoffQuestion<Currency>,
): Outcome<PayoffQuote<Currency>> {
  const { instalments, date, disbursementDate } = question;
  if (date < disbursementDate) {
    return refuse('dates_are_out_of_order', 'date', 'A loan is owed from its disbursement on.');
  }
  const items = { principal: 0, interestDue: 0, interestAccrued: 0, fee: 0, penalty: 0, ahead: 0 };
  let later = 0;
  for (const [index, instalment] of instalments.entries()) {
    const { due, paid } = instalment;
    items.principal += due.principalMinor - paid.principalMinor;
    items.penalty += due.penaltyMinor - paid.penaltyMinor;
    if (instalment.dueDate <= date) {
      items.interestDue += due.interestMinor - paid.interestMinor;
      items.fee += due.feeMinor - paid.feeMinor;
      continue;
    }
    const isRunning = later === 0;
    later += 1;
    const fromDate = instalments[index - 1]?.dueDate ?? disbursementDate;
    const accrued = isRunning ? accruedTo(question, { index, fromDate }) : 0;
    items.interestAccrued += Math.max(accrued - paid.interestMinor, 0);
    items.ahead += Math.max(paid.interestMinor - accrued, 0);
    const charged = chargesDue(instalment.charges, { paid, valueDate: date })?.feeMinor ?? 0;
    items.fee += Math.max(charged, 0);
  }
  return succeed(tellQuote(items, question));
}

export type PayoffQuestion<Currency extends string = string> = {
  readonly instalments: readonly OpenInstalment<Currency>[];
  readonly date: CalendarDate;
  readonly disbursementDate: CalendarDate;
  readonly terms?: ScheduleTerms<NoInfer<Currency>> | undefined;
  /** `instalment`: the running instalment's interest is owed in full, whatever its day. Default `date`. */
  readonly interestUntil?: 'date' | 'instalment' | undefined;
};

export type PayoffQuote<Currency extends string = string> = {
  readonly date: CalendarDate;
  readonly principalMinor: MinorUnits<Currency>;
  /** Interest of instalments that are due. */
  readonly interestDueMinor: MinorUnits<Currency>;
  /** Interest of the running instalment up to the date. */
  readonly interestAccruedMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  readonly penaltyMinor: MinorUnits<Currency>;
  /** Interest paid for days after the date, taken off. */
  readonly paidAheadMinor: MinorUnits<Currency>;
  readonly totalMinor: MinorUnits<Currency>;
};

type Items = {
  principal: number;
  interestDue: number;
  interestAccrued: number;
  fee: number;
  penalty: number;
  ahead: number;
};

function tellQuote<Currency extends string>(
  items: Items,
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

function accruedTo(
  question: PayoffQuestion,
  { index, fromDate }: { index: number; fromDate: CalendarDate },
): number {
  const { instalments, date, terms, interestUntil } = question;
  const running = instalments[index];
  if (!running) return 0;
  const { dueDate, due } = running;
  if (interestUntil === 'instalment') return due.interestMinor;
  const factor = terms && runningFactor(terms, { fromDate, dueDate, date });
  if (!factor)
    return accruedInterest({ fromDate, dueDate, interestMinor: due.interestMinor }, date);
  const balance = instalments.slice(index).reduce((sum, one) => sum + one.due.principalMinor, 0);
  const accrued = scaleRounded(balance, factor, terms?.interestRounding ?? 'half_even');
  return Math.min(accrued, due.interestMinor);
}

/** The interest factor from the start of the running period to the date; none where interest is not on the balance. */
function runningFactor(
  terms: ScheduleTerms,
  period: { fromDate: CalendarDate; dueDate: CalendarDate; date: CalendarDate },
): Fraction | undefined {
  const { method = 'equal_instalments', interest = { by: 'period' }, interval, grace } = terms;
  const isDeclining = method === 'equal_instalments' || method === 'equal_principal';
  if (
    !isDeclining ||
    terms.openingInterestMinor ||
    grace?.interestDeferred ||
    grace?.interestFree
  ) {
    return undefined;
  }
  const rate = rateFraction(terms.annualRate);
  if (interest.by === 'day') {
    const { dayCount } = interest;
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
