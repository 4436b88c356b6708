import type { MinorUnits } from './money.ts';

/**
 * The four components of an amount that a borrower owes or pays, in minor units. Every allocation
 * has this shape.
 */
export type AllocatedAmounts<Currency extends string = string> = {
  readonly penaltyMinor: MinorUnits<Currency>;
  readonly feeMinor: MinorUnits<Currency>;
  readonly interestMinor: MinorUnits<Currency>;
  readonly principalMinor: MinorUnits<Currency>;
};

export type AllocationField = keyof AllocatedAmounts;

/** The four components as plain numbers, for sums and differences, which may be negative. */
export type AllocationSums = Readonly<Record<AllocationField, number>>;

export const ALLOCATION_FIELDS = [
  'penaltyMinor',
  'feeMinor',
  'interestMinor',
  'principalMinor',
] as const satisfies readonly AllocationField[];

export function sumAllocations(
  allocations: readonly AllocationSums[],
): Record<AllocationField, number> {
  const sum = { penaltyMinor: 0, feeMinor: 0, interestMinor: 0, principalMinor: 0 };
  for (const allocation of allocations)
    for (const field of ALLOCATION_FIELDS) sum[field] += allocation[field];
  return sum;
}

/** Subtracts component by component. */
export function subtractAllocations(
  from: AllocationSums,
  taken: AllocationSums,
): Record<AllocationField, number> {
  return {
    penaltyMinor: from.penaltyMinor - taken.penaltyMinor,
    feeMinor: from.feeMinor - taken.feeMinor,
    interestMinor: from.interestMinor - taken.interestMinor,
    principalMinor: from.principalMinor - taken.principalMinor,
  };
}
