type OwedOnLoan = {
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  /** The amount that settles the loan; null if there is nothing to settle. */
  readonly payoffMinor: number | null;
};

type Translate = 'oldestDue' | 'nextDue' | 'arrears' | 'everything';

/** Amounts usually paid or promised on a loan, each with its label. */
export function usualAmounts(
  { arrearsMinor, nextDueMinor, payoffMinor }: OwedOnLoan,
  say: (words: Translate) => string,
): readonly { words: string; amountMinor: number }[] {
  const amounts = [
    { words: say(arrearsMinor > 0 ? 'oldestDue' : 'nextDue'), amountMinor: nextDueMinor },
    { words: say('arrears'), amountMinor: arrearsMinor },
    { words: say('everything'), amountMinor: payoffMinor ?? 0 },
  ];
  return amounts.filter(
    // Of equal amounts the last label says most: the amount due next may be the whole payoff.
    ({ amountMinor }, at) =>
      amountMinor > 0 && amounts.findLastIndex((one) => one.amountMinor === amountMinor) === at,
  );
}
