import type { MinorUnits } from './money.ts';

/** The four parts of what a borrower owes and pays; every split of money in the product has this shape. */
export type Portions<Currency extends string = string> = {
  readonly penaltyMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  readonly interestMinor: MinorUnits<Currency>;
  readonly principalMinor: MinorUnits<Currency>;
};

export type PortionField = keyof Portions;

export const PORTION_FIELDS = [
  'penaltyMinor',
  'feeMinor',
  'interestMinor',
  'principalMinor',
] as const satisfies readonly PortionField[];
