import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Instalment, ReadLoan } from '@bursar/contracts/loans';
import type { AllocatedTotals, OpenInstalment, Portion } from '@bursar/loan-maths/allocation';
import { allocatePayment, PORTION_ORDERS } from '@bursar/loan-maths/allocation';
import { calendarDate } from '@bursar/loan-maths/calendar';
import type { MinorUnits } from '@bursar/loan-maths/money';
import { minorUnits } from '@bursar/loan-maths/money';

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
  | { readonly kind: 'exceeds-payoff'; readonly payoffMinor: number };

/** How a payment would fall, by the very function that the server posts it with. */
export function previewPayment(
  loan: PayableLoan,
  { amountMinor, valueDate }: { amountMinor: number; valueDate: string },
): PaymentPreview {
  const instalments = loan.instalments.map((one) => openInstalment(one, loan.currency));
  const allocation = allocatePayment({
    amountMinor: minorUnits(amountMinor, loan.currency),
    valueDate: calendarDate(valueDate),
    instalments,
    rule: { order: PORTION_ORDERS[loan.allocationOrder] },
  });
  // The form lets no negative amount through, and the server no instalment that is overpaid.
  if (!allocation.ok) throw new Error(allocation.failure.message);
  const { totals, parts, restMinor } = allocation.value;
  if (restMinor > 0) return { kind: 'exceeds-payoff', payoffMinor: amountMinor - restMinor };
  const remainingAfterMinor = loan.remainingMinor - totals.totalMinor;
  const { lastPaymentOn } = loan;
  if (lastPaymentOn !== null && valueDate < lastPaymentOn) {
    return { kind: 'back-dated', lastPaymentOn, remainingAfterMinor };
  }
  return {
    kind: 'split',
    parts: PORTION_ORDERS[loan.allocationOrder]
      .map((portion) => ({ portion, amountMinor: amountOf(totals, portion) }))
      .filter((part) => part.amountMinor > 0),
    outstandingAfterMinor: loan.outstandingMinor - totals.principalMinor,
    remainingAfterMinor,
    settled: parts.filter((part) => {
      const instalment = instalments.find(({ number }) => number === part.instalmentNumber);
      return instalment !== undefined && part.totalMinor === openMinor(instalment);
    }).length,
  };
}

/** Why a day cannot be a payment’s value date, by the server’s name for it; null where it can. */
export function valueDateRefusal(loan: PayableLoan, valueDate: string) {
  if (valueDate > loan.businessDate) return 'value_date_in_future';
  if (valueDate < loan.disbursedOn) return 'value_date_before_disbursement';
  return null;
}

function amountOf(totals: AllocatedTotals, portion: Portion): MinorUnits {
  return totals[`${portion}Minor`];
}

function openMinor({ due, paid }: OpenInstalment): number {
  return (
    due.penaltyMinor -
    paid.penaltyMinor +
    (due.feeMinor - paid.feeMinor) +
    (due.interestMinor - paid.interestMinor) +
    (due.principalMinor - paid.principalMinor)
  );
}

function openInstalment(row: Instalment, currency: string): OpenInstalment {
  const amount = (minor: number) => minorUnits(minor, currency);
  return {
    number: row.number,
    dueDate: calendarDate(row.dueOn),
    due: {
      penaltyMinor: amount(row.penaltiesMinor),
      feeMinor: amount(row.feesMinor),
      interestMinor: amount(row.interestMinor),
      principalMinor: amount(row.principalMinor),
    },
    paid: {
      penaltyMinor: amount(row.penaltiesPaidMinor),
      feeMinor: amount(row.feesPaidMinor),
      interestMinor: amount(row.interestPaidMinor),
      principalMinor: amount(row.principalPaidMinor),
    },
  };
}
