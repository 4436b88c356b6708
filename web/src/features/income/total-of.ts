type IncomeAmounts = { interestMinor: number; feesMinor: number; penaltiesMinor: number };

/** Income is interest, fees and penalties together; whole minor units, so the sum is exact. */
export function totalOf({ interestMinor, feesMinor, penaltiesMinor }: IncomeAmounts): number {
  return interestMinor + feesMinor + penaltiesMinor;
}
