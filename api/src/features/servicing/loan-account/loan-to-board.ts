import type { FactValues } from '@bursar/contracts/fact-kinds';
import type { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { isActive } from './arrears.ts';
import type { BoardedState } from '@bursar/loan-maths/lifecycle';

/** A loan that comes into the books with its past: terms, what was paid, and its whole schedule. */
export type LoanToBoard = FactValues<typeof loanFacts> & {
  readonly borrower: BorrowerToBoard;
  readonly instalmentRounding: string;
  readonly status: BoardedState;
  readonly outstandingPrincipalMinor: number;
  readonly writtenOffPrincipalMinor: number;
  /** Made anew each time: the schedules of a batch would be most of what booking it holds. */
  readonly instalments: () => readonly InstalmentToBoard[];
  readonly standing: StandingToBoard;
};

/** What of the schedule was paid in all, and what it waits for first. */
export type StandingToBoard = {
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly penaltiesPaidMinor: number;
  readonly oldestUnpaid: { readonly dueOn: string; readonly unpaidMinor: number } | null;
};

/** Rows with the same external id are one borrower; one that is known already stays as it is. */
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
  /** The import that brings the loans, and what the ledger names as their source. */
  readonly importId: string | null;
  /** The first of a block of loan numbers that is these loans' own: `takeLoanNumbers`. */
  readonly firstNumber: number;
  readonly valueDate: string;
  readonly postedBy: string;
  readonly postedAt: string;
  readonly requestId: string | null;
};

/** A loan with the keys that its rows share. */
export type BoardedLoan = {
  readonly id: string;
  readonly referenceNumber: number;
  readonly borrowerId: string;
  readonly loan: LoanToBoard;
  readonly boarding: Boarding;
};

/** Only an active loan waits for an instalment: a lost one keeps its schedule, but nothing falls due. */
export function standingOf(
  status: LoanToBoard['status'],
  instalments: readonly InstalmentToBoard[],
): StandingToBoard {
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
