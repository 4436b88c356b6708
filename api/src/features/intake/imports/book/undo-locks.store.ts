import type { Transaction } from '../../../../platform/database.ts';
import type { ImportKey } from '../imports.store.ts';

/** Locks the import, so that it is undone once. */
export async function lockImportRow(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from imports where portfolio_id = ${portfolioId} and id = ${importId} for update`;
}

/** Takes the lock that bookings and merges hold until their end. */
export async function lockNumbers(
  transaction: Transaction,
  { portfolioId }: ImportKey,
): Promise<void> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
}

/**
 * Locks the loans that the import booked or updated, so that none can be assigned or paid while it
 * is undone.
 */
export async function lockImportedLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where loan.portfolio_id = ${portfolioId} and (loan.import_id = ${importId} or loan.id in (
      select loan_id from import_comparisons compared
      where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
        and compared.kind = 'changed'))
    order by state.loan_id
    for update of state`;
}

/**
 * Locks the borrowers of these loans, so that nothing is recorded about them during the undo. Call
 * this before any change of the loans, because a change of a borrower locks the borrower first and
 * then its rows in the loan list.
 */
export async function lockBorrowersOfLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from borrowers
    where portfolio_id = ${portfolioId} and id in (
      select borrower_id from loans
      where portfolio_id = ${portfolioId} and import_id = ${importId}
      union all
      select borrower_id from import_comparisons
      where portfolio_id = ${portfolioId} and import_id = ${importId} and kind = 'changed')
    order by id
    for update`;
}
