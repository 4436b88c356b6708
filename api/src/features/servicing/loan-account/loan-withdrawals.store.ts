import type { Fragment } from '../../../platform/conditions.ts';
import type { Transaction } from '../../../platform/database.ts';
import { bookOpposites } from '../ledger/ledger.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

type Posting = { readonly by: string; readonly at: string };

/**
 * Books the opposite of the disbursement's ledger entry and deletes the loan's schedule and state.
 * The row of the loan remains, because the ledger and the audit trail refer to it.
 */
export async function withdrawDisbursedLoan(
  transaction: Transaction,
  { portfolioId, loanId, by, at }: LoanKey & Posting,
): Promise<void> {
  await bookOpposites(transaction, {
    portfolioId,
    loans: transaction`select ${loanId}::uuid`,
    sourceId: loanId,
    event: 'undo-disbursement',
    postedBy: by,
    postedAt: at,
  });
  await transaction`
    delete from instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  await transaction`
    delete from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  await transaction`
    update loans set withdrawn_at = ${at} where portfolio_id = ${portfolioId} and id = ${loanId}`;
}

type Withdrawing = {
  readonly portfolioId: string;
  readonly importId: string;
  readonly imported: Fragment;
  readonly at: string;
};

/**
 * Withdraws the loans of an import from all lists and deletes their schedules and states. The rows
 * of the loans remain, because the ledger and the audit trail refer to them. Returns the number of
 * loans.
 */
export async function withdrawImportedLoans(
  transaction: Transaction,
  { portfolioId, importId, imported, at }: Withdrawing,
): Promise<number> {
  await transaction`
    delete from instalments where portfolio_id = ${portfolioId} and loan_id in (${imported})`;
  await transaction`
    delete from loan_state where portfolio_id = ${portfolioId} and loan_id in (${imported})`;
  const withdrawn = await transaction`
    update loans set withdrawn_at = ${at}
    where portfolio_id = ${portfolioId} and import_id = ${importId}`;
  return withdrawn.count;
}
