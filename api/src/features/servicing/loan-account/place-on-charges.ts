import type { ChargedAmount } from '@bursar/contracts/servicing/loan-to-replay';
import type { Portion } from './reckon-payments.ts';

/** The part of a payment that pays one charge. */
export type ChargePortion = {
  readonly chargeId: string;
  readonly portion: ChargedAmount['portion'];
  readonly amountMinor: number;
};

/** The charges and payments of a loan, in order. */
export type ChargeStep =
  | { readonly charged: ChargedAmount }
  | { readonly paymentId: string; readonly portions: readonly Portion[] };

/**
 * Allocates the fees and penalties of payments to the charges of their instalments, oldest first.
 * Amounts that came with a tape belong to no charge and are paid last. `paid` holds what earlier
 * payments paid on each charge.
 */
export function placeOnCharges(
  steps: readonly ChargeStep[],
  paid: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly ChargePortion[]> {
  const open: { charged: ChargedAmount; openMinor: number }[] = [];
  const before = new Map(paid);
  const placed = new Map<string, readonly ChargePortion[]>();
  for (const step of steps) {
    if ('charged' in step) {
      const { chargeId, amountMinor } = step.charged;
      const paidMinor = Math.min(before.get(chargeId) ?? 0, amountMinor);
      before.set(chargeId, (before.get(chargeId) ?? 0) - paidMinor);
      open.push({ charged: step.charged, openMinor: amountMinor - paidMinor });
    } else {
      placed.set(step.paymentId, step.portions.flatMap(layOn));
    }
  }
  return placed;

  function layOn(paying: Portion): ChargePortion[] {
    const laid = new Map<string, ChargePortion>();
    for (const portion of ['fee', 'penalty'] as const) {
      let left = paying[`${portion}Minor`];
      for (const one of open) {
        const { chargeId } = one.charged;
        const isHere =
          one.charged.portion === portion &&
          one.charged.instalmentNumber === paying.instalmentNumber;
        const amount = isHere ? Math.min(left, one.openMinor) : 0;
        if (amount === 0) continue;
        one.openMinor -= amount;
        left -= amount;
        const known = laid.get(chargeId)?.amountMinor ?? 0;
        laid.set(chargeId, { chargeId, portion, amountMinor: known + amount });
      }
    }
    return [...laid.values()];
  }
}
