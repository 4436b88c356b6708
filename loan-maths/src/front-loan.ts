import type { Allocation, PaymentToAllocate } from './allocation.ts';
import { allocatePayment as allocationOf } from './allocation.ts';
import type { AllocationInWords } from './payment-words.ts';
import { readPaymentToAllocate, tellAllocation } from './payment-words.ts';
import type { Delinquency, DelinquencyQuestion } from './delinquency.ts';
import { delinquencyOf as delinquencyAt } from './delinquency.ts';
import type { DelinquencyInWords } from './delinquency-words.ts';
import { readDelinquency, tellDelinquency } from './delinquency-words.ts';
import type { LoanEvent, LoanToReplay, ReplayedLoan } from './loan-events.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import type { PayoffQuestion, PayoffQuote } from './payoff.ts';
import { quotePayoff as payoffAt } from './payoff.ts';
import type { PayoffInWords } from './payoff-words.ts';
import { readPayoff, readReschedule, tellPayoff } from './payoff-words.ts';
import { replayLoan as replay } from './replay.ts';
import type { LoanInWords } from './replay-told.ts';
import { tellReplayedLoan } from './replay-told.ts';
import { readLoan } from './replay-words.ts';
import type { RescheduleRequest } from './reschedule.ts';
import { reschedule as rescheduleLoan } from './reschedule.ts';
import type { Schedule } from './schedule.ts';
import type { ScheduleInWords } from './schedule-told.ts';
import { tellSchedule } from './schedule-told.ts';
import { readDecimals } from './schedule-words.ts';
import type { InWords, Words } from './words.ts';
import { isTyped, readingWords } from './words.ts';

/*
 * The front door of loans that run: typed terms, or the words of the published cases, as in front-schedule.ts. In words
 * a loan is its `inputs` and the `steps` so far; steps that only check something are passed over.
 */

/** `allocatePayment` of allocation.ts. */
export function allocatePayment<Currency extends string>(
  payment: PaymentToAllocate<Currency>,
): Outcome<Allocation<Currency>>;
export function allocatePayment(words: InWords<'amountMinor'>): Outcome<AllocationInWords>;
export function allocatePayment(
  payment: PaymentToAllocate | InWords<'amountMinor'>,
): Outcome<Allocation | AllocationInWords> {
  if (isTyped<PaymentToAllocate>(payment, 'amountMinor')) return allocationOf(payment);
  return readingWords(() => {
    const allocated = allocationOf(readPaymentToAllocate(payment));
    if (!allocated.ok) return allocated;
    return succeed(tellAllocation(allocated.value, readDecimals(payment)));
  });
}

/** `replayLoan` of replay.ts. */
export function replayLoan<Currency extends string>(
  loan: LoanToReplay<Currency>,
  events: readonly LoanEvent<NoInfer<Currency>>[],
): Outcome<ReplayedLoan<Currency>>;
export function replayLoan(
  inputs: InWords<'rows'>,
  steps: readonly InWords<'id'>[],
): Outcome<LoanInWords>;
export function replayLoan(
  ...given: [LoanToReplay, readonly LoanEvent[]] | [InWords<'rows'>, readonly InWords<'id'>[]]
): Outcome<ReplayedLoan | LoanInWords> {
  if (isTypedReplay(given)) return replay(...given);
  const [inputs, steps] = given;
  return readingWords(() => tellReplayedLoan(readLoan(inputs, steps)));
}

function isTypedReplay(given: readonly unknown[]): given is [LoanToReplay, readonly LoanEvent[]] {
  const [loan] = given;
  return typeof loan === 'object' && loan !== null && 'rows' in loan;
}

/** What a loan in words is asked about: a day, and the steps that came before it. */
export type AskedInWords = { readonly as_of: string; readonly steps?: readonly Words[] };

/** `quotePayoff` of payoff.ts. */
export function quotePayoff<Currency extends string>(
  question: PayoffQuestion<Currency>,
): Outcome<PayoffQuote<Currency>>;
export function quotePayoff(
  inputs: InWords<'instalments'>,
  asked: AskedInWords,
): Outcome<PayoffInWords>;
export function quotePayoff(
  question: PayoffQuestion | InWords<'instalments'>,
  asked?: AskedInWords,
): Outcome<PayoffQuote | PayoffInWords> {
  if (isTyped<PayoffQuestion>(question, 'instalments')) return payoffAt(question);
  return readingWords(() => {
    const quote = payoffAt(readPayoff({ ...question, ...asked }));
    return quote.ok ? succeed(tellPayoff(quote.value, readDecimals(question))) : quote;
  });
}

/** `reschedule` of reschedule.ts. */
export function reschedule<Currency extends string>(
  request: RescheduleRequest<Currency>,
): Outcome<Schedule<Currency>>;
export function reschedule(
  inputs: InWords<'schedule'>,
  changes: Words & { readonly from_date: string },
): Outcome<ScheduleInWords>;
export function reschedule(
  request: RescheduleRequest | InWords<'schedule'>,
  changes?: Words,
): Outcome<Schedule | ScheduleInWords> {
  if (isTyped<RescheduleRequest>(request, 'schedule')) return rescheduleLoan(request);
  return readingWords(() => {
    const changed = rescheduleLoan(readReschedule(request, changes ?? {}));
    if (!changed.ok) return changed;
    return succeed(tellSchedule(changed.value, { decimals: readDecimals(request), isDated: true }));
  });
}

/** `delinquencyOf` of delinquency.ts. */
export function delinquencyOf<Currency extends string>(
  question: DelinquencyQuestion<Currency>,
): Outcome<Delinquency<Currency>>;
export function delinquencyOf(
  inputs: InWords<'instalments'>,
  asked?: AskedInWords,
): Outcome<DelinquencyInWords>;
export function delinquencyOf(
  question: DelinquencyQuestion | InWords<'instalments'>,
  asked?: AskedInWords,
): Outcome<Delinquency | DelinquencyInWords> {
  if (isTyped<DelinquencyQuestion>(question, 'instalments')) return delinquencyAt(question);
  return readingWords(() => {
    const read = readDelinquency({ ...question, ...asked });
    const told = delinquencyAt(read.question);
    return told.ok ? succeed(tellDelinquency(told.value, read.decimals)) : told;
  });
}
