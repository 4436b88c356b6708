import { splitPayment } from '@bursar/loan-maths/split-payment';

/** One of the loans over which a payment is split. */
export type SplitLoan = {
  readonly id: string;
  readonly reference: string;
  readonly dueMinor: number;
  readonly daysPastDue: number;
  /**
   * Maximum amount that the split assigns to the loan: the payoff or, if the payoff is not loaded,
   * the remaining amount; 0 if the loan accepts no payment.
   */
  readonly payableMinor: number;
};

/**
 * The amount of each loan in the split, by loan id, if the user has changed at least one amount;
 * otherwise empty.
 */
export type Shares = Readonly<Record<string, number | null>>;

/**
 * Returns the loans in the order in which a payment is split: most days past due first, then by
 * reference.
 */
export function inOrderOfLateness<Loan extends SplitLoan>(loans: readonly Loan[]): readonly Loan[] {
  return loans.toSorted(
    (one, other) =>
      other.daysPastDue - one.daysPastDue || one.reference.localeCompare(other.reference),
  );
}

/** Returns the amount paid on each loan: by the rule, until the user changes an amount. */
export function paidOn(
  loans: readonly SplitLoan[],
  amountMinor: number | null,
  shares: Shares,
): ReadonlyMap<string, number | null> {
  if (Object.keys(shares).length > 0) {
    return new Map(loans.map(({ id }) => [id, shares[id] ?? null]));
  }
  const { amountsMinor } = splitPayment(
    amountMinor ?? 0,
    loans.map(({ dueMinor, payableMinor }) => ({ dueMinor, mostMinor: payableMinor })),
  );
  return new Map(loans.map(({ id }, at) => [id, amountsMinor[at] ?? 0]));
}

export const sumOfShares = (paid: ReadonlyMap<string, number | null>): number =>
  [...paid.values()].reduce<number>((sum, share) => sum + (share ?? 0), 0);
