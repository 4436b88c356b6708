import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadLoan } from '@bursar/contracts/servicing/loans';
import type { OverpaymentChoice } from '@bursar/contracts/choices';
import {
  changesSchedule,
  loanToReplay,
  paymentToReplay,
} from '@bursar/contracts/servicing/loan-to-replay';
import type { AllocationComponent } from '@bursar/loan-maths/allocation';
import { COMPONENT_ORDERS } from '@bursar/loan-maths/component-orders';
import { replayLoan } from '@bursar/loan-maths/replay';
import { dueMinorOn } from '../loan-account/due-minor-on.ts';

export type PayableLoan = Pick<
  AnswerOf<ReadLoan>,
  | 'currency'
  | 'instalments'
  | 'allocationOrder'
  | 'instalmentRounding'
  | 'instalmentMultipleMinor'
  | 'gracePrincipal'
  | 'graceInterest'
  | 'outstandingMinor'
  | 'remainingMinor'
  | 'businessDate'
  | 'disbursedOn'
  | 'lastPaymentOn'
  | 'annualRatePercent'
  | 'frequencyUnit'
  | 'frequencyEvery'
  | 'scheduleMethod'
  | 'dayCount'
  | 'charges'
  | 'loss'
  | 'creditMinor'
  | 'rescheduledOn'
>;

export type PaymentPreview =
  | {
      readonly kind: 'split';
      /** The parts that receive money, in the loan's allocation order. */
      readonly parts: readonly {
        readonly component: AllocationComponent;
        readonly amountMinor: number;
      }[];
      readonly outstandingAfterMinor: number;
      /** The total owed up to the last instalment, after the payment. */
      readonly remainingAfterMinor: number;
      /** Number of instalments that the payment settles. */
      readonly settled: number;
      /** The amount above what is due on the value date. */
      readonly overpaymentMinor: number;
      /** The part of the overpayment that is added to the credit balance. */
      readonly creditMinor: number;
    }
  /** The payment is earlier than posted payments, which the server reallocates. */
  | {
      readonly kind: 'back-dated';
      readonly lastPaymentOn: string;
      readonly remainingAfterMinor: number;
      readonly overpaymentMinor: number;
    }
  /** The loan is written off and stays so: the whole amount is a recovery. */
  | { readonly kind: 'recovery'; readonly recoverableAfterMinor: number }
  | { readonly kind: 'exceeds-payoff'; readonly payoffMinor: number }
  | { readonly kind: 'exceeds-recoverable'; readonly recoverableMinor: number };

/** Calculates the allocation of a payment with the function that the server posts it with. */
export function previewPayment(
  loan: PayableLoan,
  payment: {
    amountMinor: number;
    valueDate: string;
    overpaymentTreatment?: OverpaymentChoice | undefined;
  },
): PaymentPreview | null {
  const { amountMinor, valueDate } = payment;
  if (loan.loss) {
    const { recoverableMinor } = loan.loss;
    return amountMinor > recoverableMinor
      ? { kind: 'exceeds-recoverable', recoverableMinor }
      : { kind: 'recovery', recoverableAfterMinor: recoverableMinor - amountMinor };
  }
  const { loan: books, disbursement } = loanToReplay(loan);
  const id = 'preview';
  const replayed = replayLoan(books, [
    disbursement,
    paymentToReplay({ id, ...payment, interestUntil: 'date' }, loan.currency),
  ]);
  if (!replayed.ok) {
    // The new schedule cannot be calculated, so there is no preview; the server gives the reason.
    if (changesSchedule(payment)) return null;
    // Cannot happen: the form refuses an empty amount, and the server sends no overpaid instalment.
    throw new Error(replayed.failure.message);
  }
  const { creditMinor, events, instalments } = replayed.value;
  const posted = events.find((event) => event.id === id);
  if (!posted) throw new Error('a replay tells every event');
  if (creditMinor > 0 && payment.overpaymentTreatment !== 'credit') {
    return { kind: 'exceeds-payoff', payoffMinor: amountMinor - creditMinor };
  }
  const overpaymentMinor = Math.max(0, amountMinor - dueMinorOn(loan, valueDate));
  const remainingAfterMinor = replayed.value.outstanding.totalMinor;
  const { lastPaymentOn } = loan;
  if (lastPaymentOn !== null && valueDate < lastPaymentOn) {
    return { kind: 'back-dated', lastPaymentOn, remainingAfterMinor, overpaymentMinor };
  }
  const paid = new Set(posted.parts.map(({ instalmentNumber }) => instalmentNumber));
  const { prepaidPrincipalMinor } = posted;
  const allocatedTo = (component: AllocationComponent) =>
    posted.allocation[`${component}Minor`] +
    (component === 'principal' ? prepaidPrincipalMinor : 0);
  return {
    kind: 'split',
    parts: COMPONENT_ORDERS[loan.allocationOrder]
      .map((component) => ({ component, amountMinor: allocatedTo(component) }))
      .filter((part) => part.amountMinor > 0),
    outstandingAfterMinor: loan.outstandingMinor - allocatedTo('principal'),
    overpaymentMinor,
    creditMinor,
    remainingAfterMinor,
    settled: instalments.filter(
      ({ number, outstanding }) => paid.has(number) && outstanding.totalMinor === 0,
    ).length,
  };
}

/**
 * Returns why a day cannot be a payment's value date, as the server's failure code; null if it can.
 */
export function valueDateRefusal(loan: PayableLoan, valueDate: string) {
  if (valueDate > loan.businessDate) return 'value_date_in_future';
  if (valueDate < loan.disbursedOn) return 'value_date_before_disbursement';
  if (loan.rescheduledOn !== null && valueDate < loan.rescheduledOn) {
    return 'value_date_before_reschedule';
  }
  const writtenOffOn = loan.loss?.writtenOffOn;
  if (writtenOffOn && valueDate < writtenOffOn) return 'value_date_before_write_off';
  return null;
}
