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
      /** The parts that get money, in the order in which the loan covers what is due. */
      readonly parts: readonly {
        readonly component: AllocationComponent;
        readonly amountMinor: number;
      }[];
      /** Principal outstanding once the payment is posted. */
      readonly outstandingAfterMinor: number;
      /** All that is owed to the last instalment once the payment is posted. */
      readonly remainingAfterMinor: number;
      /** Instalments that the payment settles. */
      readonly settled: number;
      /** What it brings beyond what is due on its day. */
      readonly overpaymentMinor: number;
      /** Of that, what is kept for the borrower. */
      readonly creditMinor: number;
    }
  /** It takes its place before payments that stand already, which the server allocates anew. */
  | {
      readonly kind: 'back-dated';
      readonly lastPaymentOn: string;
      readonly remainingAfterMinor: number;
      readonly overpaymentMinor: number;
    }
  /** The loan is written off, and stays so: all of it is recovered. */
  | { readonly kind: 'recovery'; readonly recoverableAfterMinor: number }
  | { readonly kind: 'exceeds-payoff'; readonly payoffMinor: number }
  | { readonly kind: 'exceeds-recoverable'; readonly recoverableMinor: number };

/** How a payment would be allocated, by the same function that the server posts it with. */
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
    // The server says why such a loan gets no other schedule.
    if (changesSchedule(payment)) return null;
    // The form lets no empty amount through, and the server no instalment that is overpaid.
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

/** What is unpaid of instalments that are due by a day. */
function dueMinorOn({ instalments }: PayableLoan, on: string): number {
  return instalments
    .filter(({ dueOn }) => dueOn <= on)
    .reduce((sum, row) => sum + totalOf(row) - paidOf(row), 0);
}

const totalOf = (row: PayableLoan['instalments'][number]) =>
  row.principalMinor + row.interestMinor + row.feeMinor + row.penaltyMinor;
const paidOf = (row: PayableLoan['instalments'][number]) =>
  row.principalPaidMinor + row.interestPaidMinor + row.feePaidMinor + row.penaltyPaidMinor;

/** Why a day cannot be a payment’s value date, by the server’s name for it; null where it can. */
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
