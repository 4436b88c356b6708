import type { Transaction } from '../../../../platform/database.ts';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { factColumns } from '../../../../platform/facts.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { ImportKey } from '../imports.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

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
