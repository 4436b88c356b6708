type OwedOnLoan = {
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  /** What settles the loan; null where nothing is to be settled. */
  readonly payoffMinor: number | null;
};

type Words = 'oldestDue' | 'nextDue' | 'arrears' | 'everything';

/** What is usually paid or promised on a loan, the least first, each in the words that name it. */
export function usualAmounts(
  { arrearsMinor, nextDueMinor, payoffMinor }: OwedOnLoan,
  say: (words: Words) => string,
): readonly { words: string; amountMinor: number }[] {
  const amounts = [
    { words: say(arrearsMinor > 0 ? 'oldestDue' : 'nextDue'), amountMinor: nextDueMinor },
    { words: say('arrears'), amountMinor: arrearsMinor },
    { words: say('everything'), amountMinor: payoffMinor ?? 0 },
  ];
  return amounts.filter(
    // Of equal amounts the last one's name is the most telling: what is due next may be the whole payoff.
    ({ amountMinor }, at) =>
      amountMinor > 0 && amounts.findLastIndex((one) => one.amountMinor === amountMinor) === at,
  );
}
