import type { Payment } from '@bursar/contracts/servicing/payments';
import type { AllocationField } from '@bursar/loan-maths/allocated-amounts';
import type { WriteOffs } from './payments.queries.ts';

type Split = Pick<Payment, 'amountMinor' | 'creditMinor' | AllocationField>;

/** A line of a loan's transactions: a payment, a reversal, a write-off, or its undo. */
export type PaymentLine = Split & {
  readonly id: string;
  readonly currency: string;
  readonly valueDate: string;
  readonly by: string;
  readonly at: string;
  readonly note: string;
} & (
    | { readonly kind: 'payment' | 'reversal'; readonly payment: Payment }
    | { readonly kind: WriteOffs['writeOffs'][number]['event']; readonly payment: null }
  );

/**
 * Returns the lines newest first; each reversal is a line at the time it was made. If more pages
 * follow, lines from before the last loaded payment was posted or reversed are held back, because
 * payments of the next pages belong between them.
 */
export function linesOf(
  payments: readonly Payment[],
  losses: WriteOffs | null = null,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): readonly PaymentLine[] {
  const last = payments.at(-1);
  const since = goesOn && last ? (last.reversal?.reversedAt ?? last.postedAt) : '';
  return [
    ...payments.flatMap((payment) => [...reversalOf(payment), postingOf(payment)]),
    ...lossLines(losses),
  ]
    .filter(({ at }) => at >= since)
    .toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
}

/**
 * Returns the sum of the payments that were not reversed. Returns null if there are fewer than two,
 * or if one was paid from the credit balance, because its money is already in the payment that
 * created the credit.
 */
export function sumPayments(payments: readonly Payment[]): Split | null {
  const counted = payments.filter(({ reversal }) => reversal === null);
  if (counted.length < 2 || counted.some(({ method }) => method === 'credit')) return null;
  const sumOf = (part: keyof Split) => counted.reduce((sum, payment) => sum + payment[part], 0);
  return {
    amountMinor: sumOf('amountMinor'),
    principalMinor: sumOf('principalMinor'),
    interestMinor: sumOf('interestMinor'),
    feeMinor: sumOf('feeMinor'),
    penaltyMinor: sumOf('penaltyMinor'),
    creditMinor: sumOf('creditMinor'),
  };
}

/**
 * Returns the team and the agent that held the loan at the payment. Returns null if that agent
 * posted it, because the name is already shown, and for lines without a payment or a holder.
 */
export function otherHolderOf({ payment, by }: PaymentLine): string | null {
  if (payment === null || payment.agent === by) return null;
  return [payment.team, payment.agent].filter(Boolean).join(' · ') || null;
}

function lossLines(losses: WriteOffs | null): readonly PaymentLine[] {
  if (!losses) return [];
  const { currency, writeOffs } = losses;
  return writeOffs.map(({ id, event, valueDate, principalMinor, reason, madeBy, madeAt }) => ({
    id,
    kind: event,
    payment: null,
    currency,
    valueDate,
    amountMinor: principalMinor,
    principalMinor,
    interestMinor: 0,
    feeMinor: 0,
    penaltyMinor: 0,
    creditMinor: 0,
    by: madeBy,
    at: madeAt,
    note: reason ?? '',
  }));
}

function postingOf(payment: Payment): PaymentLine {
  const { id, amountMinor, principalMinor, interestMinor, feeMinor, penaltyMinor } = payment;
  return {
    id,
    kind: 'payment',
    payment,
    currency: payment.currency,
    valueDate: payment.valueDate,
    amountMinor,
    principalMinor,
    interestMinor,
    feeMinor,
    penaltyMinor,
    creditMinor: payment.creditMinor,
    by: payment.postedBy,
    at: payment.postedAt,
    note: [payment.payer, payment.externalReference, payment.note].filter(Boolean).join(' · '),
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
      currency: payment.currency,
      valueDate: payment.valueDate,
      amountMinor: -payment.amountMinor,
      principalMinor: -payment.principalMinor,
      interestMinor: -payment.interestMinor,
      feeMinor: -payment.feeMinor,
      penaltyMinor: -payment.penaltyMinor,
      creditMinor: -payment.creditMinor,
      by: reversal.reversedBy,
      at: reversal.reversedAt,
      note: reversal.reason,
    },
  ];
}
