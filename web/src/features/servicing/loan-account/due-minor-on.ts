import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadLoan } from '@bursar/contracts/servicing/loans';

export type LoanWithInstalments = Pick<AnswerOf<ReadLoan>, 'instalments'>;

/** Returns the unpaid amount of the instalments that are due on or before a day. */
export function dueMinorOn({ instalments }: LoanWithInstalments, on: string): number {
  return instalments
    .filter(({ dueOn }) => dueOn <= on)
    .reduce((sum, row) => sum + totalOf(row) - paidOf(row), 0);
}

type Instalment = LoanWithInstalments['instalments'][number];

const totalOf = (row: Instalment) =>
  row.principalMinor + row.interestMinor + row.feeMinor + row.penaltyMinor;
const paidOf = (row: Instalment) =>
  row.principalPaidMinor + row.interestPaidMinor + row.feePaidMinor + row.penaltyPaidMinor;
