type OwedOnLoan = {
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  /** The amount that settles the loan; null if there is nothing to settle. */
  readonly payoffMinor: number | null;
};

type AmountKey = 'oldestDue' | 'nextDue' | 'arrears' | 'everything';

/** Returns the amounts that are usually paid or promised on a loan, each with its label. */
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
    // Equal amounts are offered once, with the last label, which is the most specific: the next due
    // amount may also be the payoff.
    ({ amountMinor }, at) =>
      amountMinor > 0 && amounts.findLastIndex((one) => one.amountMinor === amountMinor) === at,
  );
}
