import { automaticReasons } from '@bursar/contracts/automatic-reasons';
import type { WaivedPenalty } from '@bursar/contracts/servicing/payments';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { chargeMissedByEvent } from '../charges/charge-missing.ts';
import { waiveUnfounded } from '../charges/waive-unfounded.ts';
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

/**
 * Writes a planned reversal. Waives the penalties that are no longer justified, because a reversed
 * payment may have changed later instalments, and charges the missing ones. Returns both.
 */
export async function writeReversal(
  transaction: Transaction,
  { command, loan, plan }: PlannedReversal,
  context: CommandContext,
): Promise<{ readonly charged: readonly NewCharge[]; readonly waived: readonly WaivedPenalty[] }> {
  const { session, now } = context;
  const { account, businessDate } = session;
  const { portfolioId, currency, scheduleVersion } = loan;
  const made = { madeBy: account.id, madeAt: now.toISOString() };
  const reversal = { ...command, ...made, portfolioId, currency, scheduleVersion };
  await insertReversal(transaction, reversal, plan);
  const { loanId } = command;
  const waiving = { portfolioId, loanId, reason: automaticReasons.paymentReversed };
  const waived = await waiveUnfounded(transaction, waiving, context);
  const charging = { portfolioId, loanId, businessDate, now };
  return { waived, charged: await chargeMissedByEvent(transaction, charging) };
}
