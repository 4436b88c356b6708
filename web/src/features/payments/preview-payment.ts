import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadLoan } from '@bursar/contracts/loans';
import { loanToReplay, paymentToReplay } from '@bursar/contracts/loan-to-replay';
import type { Portion } from '@bursar/loan-maths/allocation';
import { PORTION_ORDERS } from '@bursar/loan-maths/allocation';
import { replayLoan } from '@bursar/loan-maths/replay';

export type PayableLoan = Pick<
  AnswerOf<ReadLoan>,
  | 'currency'
  | 'instalments'
  | 'allocationOrder'
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
>;

export type PaymentPreview =
  | {
      readonly kind: 'split';
      /** The parts that get money, in the order in which the loan covers what is due. */
      readonly parts: readonly { readonly portion: Portion; readonly amountMinor: number }[];
      /** Principal outstanding once the payment is posted. */
      readonly outstandingAfterMinor: number;
      /** All that is owed to the last instalment once the payment is posted. */
      readonly remainingAfterMinor: number;
      /** Instalments that the payment settles. */
      readonly settled: number;
    }
  /** It takes its place before payments that stand already, which the server allocates anew. */
  | {
      readonly kind: 'back-dated';
      readonly lastPaymentOn: string;
      readonly remainingAfterMinor: number;
    }
  /** The loan is written off, and stays so: all of it is recovered. */
  | { readonly kind: 'recovery'; readonly recoverableAfterMinor: number }
  | { readonly kind: 'exceeds-payoff'; readonly payoffMinor: number };

/** How a payment would fall, by the very function that the server posts it with. */
export function previewPayment(
  loan: PayableLoan,
  payment: { amountMinor: number; valueDate: string },
): PaymentPreview {
  const { amountMinor, valueDate } = payment;
  if (loan.loss) {
    const { recoverableMinor } = loan.loss;
    return amountMinor > recoverableMinor
      ? { kind: 'exceeds-payoff', payoffMinor: recoverableMinor }
      : { kind: 'recovery', recoverableAfterMinor: recoverableMinor - amountMinor };
  }
  const { loan: books, disbursement } = loanToReplay(loan);
  const id = 'preview';
  const replayed = replayLoan(books, [
    disbursement,
    paymentToReplay({ id, ...payment, interestUntil: 'date' }, loan.currency),
  ]);
  // The form lets no empty amount through, and the server no instalment that is overpaid.
  if (!replayed.ok) throw new Error(replayed.failure.message);
  const { creditMinor, events, instalments } = replayed.value;
  const posted = events.find((event) => event.id === id);
  if (!posted) throw new Error('a replay tells every event');
  if (creditMinor > 0) return { kind: 'exceeds-payoff', payoffMinor: amountMinor - creditMinor };
  const remainingAfterMinor = replayed.value.outstanding.totalMinor;
  const { lastPaymentOn } = loan;
  if (lastPaymentOn !== null && valueDate < lastPaymentOn) {
    return { kind: 'back-dated', lastPaymentOn, remainingAfterMinor };
  }
  const paid = new Set(posted.parts.map(({ instalmentNumber }) => instalmentNumber));
  return {
    kind: 'split',
    parts: PORTION_ORDERS[loan.allocationOrder]
      .map((portion) => ({ portion, amountMinor: posted.portions[`${portion}Minor`] }))
      .filter((part) => part.amountMinor > 0),
    outstandingAfterMinor: loan.outstandingMinor - posted.portions.principalMinor,
    remainingAfterMinor,
    settled: instalments.filter(
      ({ number, outstanding }) => paid.has(number) && outstanding.totalMinor === 0,
    ).length,
  };
}

/** Why a day cannot be a payment’s value date, by the server’s name for it; null where it can. */
export function valueDateRefusal(loan: PayableLoan, valueDate: string) {
  if (valueDate > loan.businessDate) return 'value_date_in_future';
  if (valueDate < loan.disbursedOn) return 'value_date_before_disbursement';
  const writtenOffOn = loan.loss?.writtenOffOn;
  if (writtenOffOn && valueDate < writtenOffOn) return 'value_date_before_write_off';
  return null;
}
