/** The amounts that a payment can pay on one loan. */
export type LoanToPay = {
  /** The amount due up to the day of the payment. */
  readonly dueMinor: number;
  /** The maximum that the loan accepts: its payoff. */
  readonly mostMinor: number;
};

/** The amount for each loan, and the rest, which exceeds the payoffs of all loans. */
export type PaymentSplit = { readonly amountsMinor: readonly number[]; readonly restMinor: number };

/**
 * Splits one payment over loans in their order: first what is due on each, then the rest up to the
 * payoff of each. List the longest overdue loan first.
 *
 * No minor unit is created or lost: the amounts and the rest add up to the payment.
 *
 * @example 150.00 over loans with 100.00 and 80.00 due pays 100.00 and 50.00.
 */
export function splitPayment(amountMinor: number, loans: readonly LoanToPay[]): PaymentSplit {
  let restMinor = Math.max(0, amountMinor);
  const take = (mostMinor: number): number => {
    const takenMinor = Math.min(restMinor, Math.max(0, mostMinor));
    restMinor -= takenMinor;
    return takenMinor;
  };
  const due = loans.map(({ dueMinor, mostMinor }) => take(Math.min(dueMinor, mostMinor)));
  const amountsMinor = loans.map(({ mostMinor }, at) => {
    const dueMinor = due[at] ?? 0;
    return dueMinor + take(mostMinor - dueMinor);
  });
  return { amountsMinor, restMinor };
}
