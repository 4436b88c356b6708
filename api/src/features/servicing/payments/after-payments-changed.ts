import type { Transaction } from '../../../platform/database.ts';
import { settlePromises, type Settling } from '../promises/settle-promises.ts';
import { restateLoans, balancesIn, type LoanBalances } from '../loan-account/loan-state.store.ts';

/**
 * Runs all follow-ups of changed payments, in the same transaction and under the loans' locks. Add
 * anything that depends on payments here and nowhere else.
 */
export async function afterPaymentsOfLoansChanged(
  transaction: Transaction,
  loanIds: readonly string[],
  settling: Omit<Settling, 'loanId'>,
): Promise<ReadonlyMap<string, LoanBalances>> {
  const ofLoans = { portfolioId: settling.portfolioId, loanIds };
  const balancesByLoan = await restateLoans(transaction, ofLoans);
  const promising = [...balancesByLoan].filter(([, { hasPromises }]) => hasPromises);
  for (const loanId of promising.map(([id]) => id).toSorted()) {
    await settlePromises(transaction, { ...settling, loanId });
  }
  return balancesByLoan;
}

export async function afterPaymentsChanged(
  transaction: Transaction,
  { loanId, ...settling }: Settling,
): Promise<LoanBalances> {
  return balancesIn(await afterPaymentsOfLoansChanged(transaction, [loanId], settling), loanId);
}
