import type { Instalment } from '@bursar/contracts/servicing/loans';

/** Returns the total due of an instalment, in minor units. */
export function totalOf(instalment: Instalment): number {
  const { principalMinor, interestMinor, feeMinor, penaltyMinor } = instalment;
  return principalMinor + interestMinor + feeMinor + penaltyMinor;
}

/** Returns the total paid on an instalment, in minor units. */
export function paidOf(instalment: Instalment): number {
  const { principalPaidMinor, interestPaidMinor, feePaidMinor, penaltyPaidMinor } = instalment;
  return principalPaidMinor + interestPaidMinor + feePaidMinor + penaltyPaidMinor;
}

/** Returns the totals of a schedule's columns. */
export function sumInstalments(instalments: readonly Instalment[]) {
  const sum = (of: (instalment: Instalment) => number) =>
    instalments.reduce((total, instalment) => total + of(instalment), 0);
  return {
    principalMinor: sum((instalment) => instalment.principalMinor),
    interestMinor: sum((instalment) => instalment.interestMinor),
    feeMinor: sum((instalment) => instalment.feeMinor),
    penaltyMinor: sum((instalment) => instalment.penaltyMinor),
    totalMinor: sum(totalOf),
    paidMinor: sum(paidOf),
  };
}
