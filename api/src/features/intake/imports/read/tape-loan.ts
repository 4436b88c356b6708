import { factsWith, factsWithout, type FactValues } from '@bursar/contracts/fact-kinds';
import { loanFacts, type borrowerFacts } from '@bursar/contracts/facts';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { BoardedState } from '@bursar/loan-maths/lifecycle';
import type { AnnualRate } from '@bursar/loan-maths/rate';
import type { LoanHolder } from './tape-holders.ts';

/** The record fields of a loan on a tape, except its id and the terms that are read together. */
export const loanLabels = factsWithout(factsWith(loanFacts, 'tape'), [
  'externalId',
  'principalMinor',
  'annualRatePercent',
  'disbursedOn',
]);

/** A valid row of a tape, ready to book, with amounts in minor units of the portfolio's currency. */
export type TapeLoan = FactValues<typeof loanLabels> & {
  readonly externalId: string;
  readonly borrower: TapeBorrower;
  readonly principalMinor: number;
  readonly annualRate: AnnualRate;
  readonly instalmentCount: number;
  readonly interval: TapeInterval;
  /** The contract's instalment; null if it follows from the terms. */
  readonly instalmentMinor: number | null;
  readonly disbursedOn: CalendarDate;
  readonly firstDueOn: CalendarDate;
  readonly status: TapeStatus;
  /** True if the tape explicitly says that nothing, or little, is overdue. */
  readonly isStatedCurrent: boolean;
  /** Outstanding principal. */
  readonly balanceMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly writtenOffMinor: number;
  /**
   * The team or agent that receives the loan when it is booked; null if the loan stays unassigned.
   */
  readonly holder: LoanHolder | null;
  /** Null if the tape does not state it; never later than its cut-off day. */
  readonly lastPaymentOn: CalendarDate | null;
};

export type TapeBorrower = FactValues<typeof borrowerFacts> & {
  readonly externalId: string;
  readonly phone: string | null;
  readonly email: string | null;
};

export type TapeStatus = BoardedState;

export type TapeInterval = { readonly every: number; readonly unit: 'weeks' | 'months' };
