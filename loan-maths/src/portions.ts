import type { MinorUnits } from './money.ts';

/** The four parts of what a borrower owes and pays; every split of money in the product has this shape. */
export type Portions<Currency extends string = string> = {
  readonly penaltyMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  readonly interestMinor: MinorUnits<Currency>;
  readonly principalMinor: MinorUnits<Currency>;
};

export type PortionField = keyof Portions;

/** The same four parts as plain numbers: sums and differences, which may be negative. */
export type PortionAmounts = Readonly<Record<PortionField, number>>;

export const PORTION_FIELDS = [
  'penaltyMinor',
  'feeMinor',
  'interestMinor',
  'principalMinor',
] as const satisfies readonly PortionField[];

export function sumPortions(portions: readonly PortionAmounts[]): Record<PortionField, number> {
  const sum = { penaltyMinor: 0, feeMinor: 0, interestMinor: 0, principalMinor: 0 };
  for (const portion of portions) for (const field of PORTION_FIELDS) sum[field] += portion[field];
  return sum;
}

/** What is left of the parts once others are taken off. */
export function subtractPortions(
  from: PortionAmounts,
  taken: PortionAmounts,
): Record<PortionField, number> {
  return {
    penaltyMinor: from.penaltyMinor - taken.penaltyMinor,
    feeMinor: from.feeMinor - taken.feeMinor,
    interestMinor: from.interestMinor - taken.interestMinor,
    principalMinor: from.principalMinor - taken.principalMinor,
  };
}
