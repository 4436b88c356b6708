type OwedOnLoan = {
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  /** The amount that settles the loan; null if there is nothing to settle. */
  readonly payoffMinor: number | null;
};

type AmountKey = 'oldestDue' | 'nextDue' | 'arrears' | 'everything';

/** Amounts usually paid or promised on a loan, each with its label. */
export function usualAmounts(
  { arrearsMinor, nextDueMinor, payoffMinor }: OwedOnLoan,
  labelOf: (key: AmountKey) => string,
): readonly { label: string; amountMinor: number }[] {
  const amounts = [
    { label: labelOf(arrearsMinor > 0 ? 'oldestDue' : 'nextDue'), amountMinor: nextDueMinor },
    { label: labelOf('arrears'), amountMinor: arrearsMinor },
    { label: labelOf('everything'), amountMinor: payoffMinor ?? 0 },
  ];
  return amounts.filter(
    // If amounts are equal, the last label says most: the amount due next may be the whole payoff.
    ({ amountMinor }, at) =>
      amountMinor > 0 && amounts.findLastIndex((one) => one.amountMinor === amountMinor) === at,
  );
}
