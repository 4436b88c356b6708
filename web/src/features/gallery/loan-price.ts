/** The monthly price of a loan in minor units, by the number of loans. */
export const tiers = [
  { from: 1, to: 500, eachMinor: 80 },
  { from: 501, to: 2_000, eachMinor: 60 },
  { from: 2_001, to: 10_000, eachMinor: 45 },
] as const;

/**
 * Returns the monthly price of this number of loans, in minor units. Each loan costs the price of
 * its own tier, so that one more loan never lowers the total.
 */
export function priceOf(loans: number): number {
  return tiers.reduce(
    (sum, { from, to, eachMinor }) => sum + Math.max(0, Math.min(loans, to) - from + 1) * eachMinor,
    0,
  );
}
