import type { Transaction } from '../../../platform/database.ts';
import { settlePromises, type Settling } from '../promises/settle-promises.ts';
import { restateLoans, standingIn, type LoanStanding } from '../loan-account/loan-state.store.ts';

/**
 * Runs all follow-ups of changed payments, in the same transaction and under the loans' locks. Add
 * anything that depends on payments here and nowhere else.
 */
export async function afterPaymentsOfLoansChanged(
  transaction: Transaction,
  loanIds: readonly string[],
  settling: Omit<Settling, 'loanId'>,
): Promise<ReadonlyMap<string, LoanStanding>> {
  const ofLoans = { portfolioId: settling.portfolioId, loanIds };
  const standings = await restateLoans(transaction, ofLoans);
  const promising = [...standings].filter(([, { hasPromises }]) => hasPromises);
  for (const loanId of promising.map(([id]) => id).toSorted()) {
    await settlePromises(transaction, { ...settling, loanId });
  }
  return standings;
}

export async function afterPaymentsChanged(
  transaction: Transaction,
  { loanId, ...settling }: Settling,
): Promise<LoanStanding> {
  return standingIn(await afterPaymentsOfLoansChanged(transaction, [loanId], settling), loanId);
}
