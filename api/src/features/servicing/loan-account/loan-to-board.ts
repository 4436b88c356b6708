import type { FactValues } from '@bursar/contracts/fact-kinds';
import type { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { isActive } from './arrears.ts';
import type { BoardedState } from '@bursar/loan-maths/lifecycle';

/** A loan that enters the books with its history: terms, amounts paid and its whole schedule. */
export type LoanToBoard = FactValues<typeof loanFacts> & {
  readonly borrower: BorrowerToBoard;
  readonly instalmentRounding: string;
  readonly status: BoardedState;
  readonly outstandingPrincipalMinor: number;
  readonly writtenOffPrincipalMinor: number;
  /**
   * Returns the schedule. It is a function, so that the schedules of a whole batch are never in
   * memory together.
   */
  readonly instalments: () => readonly InstalmentToBoard[];
  readonly balances: BalancesToBoard;
};

/** Totals paid on the schedule, and the oldest unpaid instalment. */
export type BalancesToBoard = {
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly penaltiesPaidMinor: number;
  readonly oldestUnpaid: { readonly dueOn: string; readonly unpaidMinor: number } | null;
};

/**
 * Rows with the same external id share one borrower. A borrower already on record only gets the new
 * phone numbers and e-mail addresses.
 */
export type BorrowerToBoard = FactValues<typeof borrowerFacts> & {
  readonly externalId: string | null;
  readonly phone: string | null;
  readonly email: string | null;
};

export type InstalmentToBoard = {
  readonly dueOn: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly penaltyMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly penaltyPaidMinor: number;
};

export type Boarding = {
  readonly portfolioId: string;
  readonly currency: string;
  readonly productId: string;
  /** The import that boards the loans; the ledger names it as their source. */
  readonly importId: string | null;
  /** The first number of the block that `takeLoanNumbers` reserved for these loans. */
  readonly firstNumber: number;
  readonly valueDate: string;
  readonly postedBy: string;
  readonly postedAt: string;
  readonly requestId: string | null;
  /** The API key that booked the import, for the audit trail. */
  readonly apiKeyName: string | undefined;
};

/** A loan with the keys that its rows share. */
export type BoardedLoan = {
  readonly id: string;
  readonly referenceNumber: number;
  readonly borrowerId: string;
  readonly loan: LoanToBoard;
  readonly boarding: Boarding;
};

/**
 * Sums the paid amounts and finds the oldest unpaid instalment, which only an active loan has. A
 * written-off loan has a schedule, but nothing falls due.
 */
export function balancesOf(
  status: LoanToBoard['status'],
  instalments: readonly InstalmentToBoard[],
): BalancesToBoard {
  const sumOf = (part: 'principalPaidMinor' | 'interestPaidMinor' | 'penaltyPaidMinor') =>
    instalments.reduce((sum, instalment) => sum + instalment[part], 0);
  const oldest = isActive(status) ? instalments.find((one) => unpaidOf(one) > 0) : undefined;
  return {
    principalPaidMinor: sumOf('principalPaidMinor'),
    interestPaidMinor: sumOf('interestPaidMinor'),
    penaltiesPaidMinor: sumOf('penaltyPaidMinor'),
    oldestUnpaid: oldest ? { dueOn: oldest.dueOn, unpaidMinor: unpaidOf(oldest) } : null,
  };
}

function unpaidOf(instalment: InstalmentToBoard): number {
  const due = instalment.principalMinor + instalment.interestMinor + instalment.penaltyMinor;
  const { principalPaidMinor, interestPaidMinor, penaltyPaidMinor } = instalment;
  return due - principalPaidMinor - interestPaidMinor - penaltyPaidMinor;
}
