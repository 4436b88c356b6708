import type { Transaction } from '../../platform/database.ts';
import { restateLoan, type LoanStanding } from './payments.store.ts';

/**
 * All that follows once a loan's payments have changed, by a posting or by a reversal, in the same
 * transaction and under the loan's lock. What depends on payments hangs here and nowhere else.
 */
export function afterPaymentsChanged(
  transaction: Transaction,
  loan: { readonly portfolioId: string; readonly loanId: string },
): Promise<LoanStanding> {
  return restateLoan(transaction, loan);
}
