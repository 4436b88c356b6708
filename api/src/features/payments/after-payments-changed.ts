import type { Transaction } from '../../platform/database.ts';
import { settlePromises, type Settling } from '../promises/settle-promises.ts';
import { restateLoan, type LoanStanding } from './payments.store.ts';

/**
 * All that follows once a loan's payments have changed, by a posting or by a reversal, in the same
 * transaction and under the loan's lock. What depends on payments hangs here and nowhere else.
 */
export async function afterPaymentsChanged(
  transaction: Transaction,
  loan: Settling,
): Promise<LoanStanding> {
  const standing = await restateLoan(transaction, loan);
  await settlePromises(transaction, loan);
  return standing;
}
