import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { chargeMissedByEvent } from '../charges/charge-missing.ts';
import type { NewCharge } from '../loan-account/charge-events.store.ts';
import type { LockedLoan } from '../loan-account/loan-state.store.ts';
import { insertReversal } from '../loan-account/reversals.store.ts';
import type { ReversalPlan } from './plan-reversal.ts';

export type PlannedReversal = {
  readonly command: {
    readonly id: string;
    readonly loanId: string;
    readonly paymentId: string;
    readonly reason: string;
  };
  readonly loan: LockedLoan;
  readonly plan: ReversalPlan;
};

/** Writes a planned reversal and the penalties that it makes due, which it answers. */
export async function writeReversal(
  transaction: Transaction,
  { command, loan, plan }: PlannedReversal,
  { session: { account, businessDate }, now }: CommandContext,
): Promise<readonly NewCharge[]> {
  const { portfolioId, currency, scheduleVersion } = loan;
  const made = { madeBy: account.id, madeAt: now.toISOString() };
  const reversal = { ...command, ...made, portfolioId, currency, scheduleVersion };
  await insertReversal(transaction, reversal, plan);
  const { loanId } = command;
  return chargeMissedByEvent(transaction, { portfolioId, loanId, businessDate, now });
}
