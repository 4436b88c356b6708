import type { Transaction } from '../../../../platform/database.ts';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { factColumns } from '../../../../platform/facts.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { ImportKey } from '../imports.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/**
 * Locks the booked loans that the tape changes, because the update is calculated from their present
 * state, and all other loans of their borrowers: a changed name is written into their rows of the
 * lists, which a bulk assignment locks in this order too. The remaining loans stay free.
 */
export async function lockKnownLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from loan_state state
    where state.portfolio_id = ${portfolioId} and state.loan_id in (
      select other.id from import_comparisons compared
      join loans loan on loan.portfolio_id = compared.portfolio_id and loan.id = compared.loan_id
      join loans other on other.portfolio_id = loan.portfolio_id
        and other.borrower_id = loan.borrower_id
      where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
        and compared.kind = 'changed')
    order by state.loan_id
    for update of state`;
}

/**
 * Locks the borrowers of these loans after the loans and before any change: a change of a borrower
 * locks the borrower first and then its loans in lists, so that another order could deadlock.
 */
export async function lockBorrowersOfKnownLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from borrowers
    where portfolio_id = ${portfolioId} and id in (
      select loan.borrower_id from import_comparisons compared
      join loans loan on loan.portfolio_id = compared.portfolio_id and loan.id = compared.loan_id
      where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
        and compared.kind = 'changed')
    order by id
    for no key update`;
}

type WithdrawnRow = {
  readonly row: number;
  readonly externalId: string;
  readonly reference: string;
};

/** Lists rows whose loan was withdrawn when its import was undone. */
export async function listRowsOfGoneLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<WithdrawnRow[]> {
  const rows = await transaction<(Omit<WithdrawnRow, 'reference'> & { referenceNumber: number })[]>`
    select staged.row_number as row, staged.external_id, withdrawn.reference_number
    from import_rows staged
    cross join lateral (
      select reference_number from loans loan
      where loan.portfolio_id = ${portfolioId} and loan.id = staged.loan_id
        and loan.withdrawn_at is not null
      -- "offset 0" forces a look-up per loan: statistics do not know the rows inserted a moment ago.
      offset 0
    ) withdrawn
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.loan is not null and staged.loan_id is not null
    order by staged.row_number`;
  return rows.map(({ referenceNumber, ...row }) => {
    return { ...row, reference: loanReference(referenceNumber) };
  });
}

type Subject = LoanKey & { readonly borrowerId: string };
type FactsNow = Readonly<Record<'borrower' | 'loan', Readonly<Record<string, unknown>>>>;

/**
 * Reads the current record fields of a loan and its borrower, by key. A withdrawn borrower has
 * none.
 */
export async function listFactsNow(
  transaction: Transaction,
  { portfolioId, loanId, borrowerId }: Subject,
): Promise<FactsNow> {
  const [borrower] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, borrowerFacts, { alias: 'borrower', reader: 'books' })}
    from borrowers borrower
    where borrower.portfolio_id = ${portfolioId} and borrower.id = ${borrowerId}
      and borrower.withdrawn_at is null`;
  const [loan] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, loanFacts, { alias: 'loan', reader: 'books' })}
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  return { borrower: borrower ?? {}, loan: loan ?? {} };
}
