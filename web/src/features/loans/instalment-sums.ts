import type { Instalment } from '@bursar/contracts/loans';

/** All that an instalment asks for, in minor units. */
export function totalOf(instalment: Instalment): number {
  const { principalMinor, interestMinor, feesMinor, penaltiesMinor } = instalment;
  return principalMinor + interestMinor + feesMinor + penaltiesMinor;
}

/** All that was paid of it. */
export function paidOf(instalment: Instalment): number {
  const { principalPaidMinor, interestPaidMinor, feesPaidMinor, penaltiesPaidMinor } = instalment;
  return principalPaidMinor + interestPaidMinor + feesPaidMinor + penaltiesPaidMinor;
}

/** The columns of a schedule added up. */
export function sumInstalments(instalments: readonly Instalment[]) {
  const sum = (of: (instalment: Instalment) => number) =>
    instalments.reduce((total, instalment) => total + of(instalment), 0);
  return {
    principalMinor: sum((instalment) => instalment.principalMinor),
    interestMinor: sum((instalment) => instalment.interestMinor),
    feesMinor: sum((instalment) => instalment.feesMinor),
    penaltiesMinor: sum((instalment) => instalment.penaltiesMinor),
    totalMinor: sum(totalOf),
    paidMinor: sum(paidOf),
  };
}
