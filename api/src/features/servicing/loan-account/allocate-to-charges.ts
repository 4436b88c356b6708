import type { ChargedAmount } from '@bursar/contracts/servicing/loan-to-replay';
import type { InstalmentAllocation } from './replay-payments.ts';

export type ChargeAllocation = {
  readonly chargeId: string;
  readonly portion: ChargedAmount['portion'];
  readonly amountMinor: number;
};

/** One event of a loan: a charge, or a payment with its allocations to instalments. */
export type ChargeStep =
  | { readonly charged: ChargedAmount }
  | { readonly paymentId: string; readonly allocations: readonly InstalmentAllocation[] };

/**
 * Allocates the fees and penalties of payments to the charges of their instalments, oldest first.
 * Amounts that came with a tape belong to no charge and are paid last. `paid` holds what earlier
 * payments paid on each charge.
 */
export function allocateToCharges(
  steps: readonly ChargeStep[],
  paid: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly ChargeAllocation[]> {
  const open: { charged: ChargedAmount; openMinor: number }[] = [];
  const before = new Map(paid);
  const allocated = new Map<string, readonly ChargeAllocation[]>();
  for (const step of steps) {
    if ('charged' in step) {
      const { chargeId, amountMinor } = step.charged;
      const paidMinor = Math.min(before.get(chargeId) ?? 0, amountMinor);
      before.set(chargeId, (before.get(chargeId) ?? 0) - paidMinor);
      open.push({ charged: step.charged, openMinor: amountMinor - paidMinor });
    } else {
      allocated.set(step.paymentId, step.allocations.flatMap(allocate));
    }
  }
  return allocated;

  function allocate(paying: InstalmentAllocation): ChargeAllocation[] {
    const byCharge = new Map<string, ChargeAllocation>();
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
        const known = byCharge.get(chargeId)?.amountMinor ?? 0;
        byCharge.set(chargeId, { chargeId, portion, amountMinor: known + amount });
      }
    }
    return [...byCharge.values()];
  }
}
