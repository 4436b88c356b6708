type IncomeAmounts = { interestMinor: number; feeMinor: number; penaltyMinor: number };

/** Income is interest, fees and penalties together; whole minor units, so the sum is exact. */
export function totalOf({ interestMinor, feeMinor, penaltyMinor }: IncomeAmounts): number {
  return interestMinor + feeMinor + penaltyMinor;
}
