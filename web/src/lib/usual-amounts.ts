type OwedOnLoan = {
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  readonly remainingMinor: number;
};

/** What is usually paid or promised on a loan, the least first, each by the word that names it. */
export function usualAmounts({ arrearsMinor, nextDueMinor, remainingMinor }: OwedOnLoan) {
  const amounts = [
    { words: arrearsMinor > 0 ? 'oldestDue' : 'nextDue', amountMinor: nextDueMinor },
    { words: 'arrears', amountMinor: arrearsMinor },
    { words: 'everything', amountMinor: remainingMinor },
  ] as const;
  return amounts.filter(
    // Of equal amounts the last says most: what is due next may be all that is owed.
    ({ amountMinor }, at) =>
      amountMinor > 0 && amounts.findLastIndex((one) => one.amountMinor === amountMinor) === at,
  );
}
