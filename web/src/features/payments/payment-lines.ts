import type { PortionField } from '@bursar/loan-maths/portions';
import type { Payment } from '@bursar/contracts/payments';

type Split = Pick<Payment, 'amountMinor' | PortionField>;

/** A line of a loan’s payments: a payment, or what took one out again. */
export type PaymentLine = Split & {
  readonly id: string;
  readonly kind: 'payment' | 'reversal';
  readonly payment: Payment;
  readonly by: string;
  readonly at: string;
  readonly note: string;
};

/** Newest first, each reversal a line of its own at the moment it was made. */
export function linesOf(payments: readonly Payment[]): readonly PaymentLine[] {
  return payments
    .flatMap((payment) => [...reversalOf(payment), postingOf(payment)])
    .toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
}

function postingOf(payment: Payment): PaymentLine {
  const { id, amountMinor, principalMinor, interestMinor, feeMinor, penaltyMinor } = payment;
  return {
    id,
    kind: 'payment',
    payment,
    amountMinor,
    principalMinor,
    interestMinor,
    feeMinor,
    penaltyMinor,
    by: payment.postedBy,
    at: payment.postedAt,
    note: payment.note,
  };
}

function reversalOf(payment: Payment): readonly PaymentLine[] {
  const { reversal } = payment;
  if (!reversal) return [];
  return [
    {
      id: reversal.id,
      kind: 'reversal',
      payment,
      amountMinor: -payment.amountMinor,
      principalMinor: -payment.principalMinor,
      interestMinor: -payment.interestMinor,
      feeMinor: -payment.feeMinor,
      penaltyMinor: -payment.penaltyMinor,
      by: reversal.reversedBy,
      at: reversal.reversedAt,
      note: reversal.reason,
    },
  ];
}
