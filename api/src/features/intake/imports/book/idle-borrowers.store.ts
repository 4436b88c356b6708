import type { FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import type { Transaction } from '../../../../platform/database.ts';
import { factColumns, plainRates } from '../../../../platform/facts.ts';
import type { ImportKey } from '../imports.store.ts';
import type { TapeBorrower } from '../read/tape-loan.ts';

export type IdleBorrower = {
  /** The row of the tape that names the borrower. */
  readonly row: number;
  readonly tape: TapeBorrower;
  readonly id: string;
  readonly facts: FactValues<typeof borrowerFacts>;
  /** Fields that users have set or changed. */
  readonly changedHere: readonly string[];
};

/**
 * Returns whether an import of the portfolio was undone; only then can a borrower from a tape have
 * lost all loans.
 */
export async function hasUndoneImport(
  transaction: Transaction,
  portfolioId: string,
): Promise<boolean> {
  const rows = await transaction`
    select from imports where portfolio_id = ${portfolioId} and state = 'undone' limit 1`;
  return rows.length > 0;
}

type Page = { readonly after: number; readonly limit: number };

/**
 * Lists the rows of new loans whose borrower came with a tape and has no loan in the books, because
 * each tape was undone. Locks the borrowers against changes.
 */
export async function listIdleBorrowers(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { after, limit }: Page,
): Promise<IdleBorrower[]> {
  type Row = Omit<IdleBorrower, 'facts'> & FactValues<typeof borrowerFacts>;
  const rows = await transaction<Row[]>`
    select staged.row_number as row, staged.loan -> 'borrower' as tape, idle.*
    from import_rows staged
    cross join lateral (
      select borrower.id,
        ${factColumns(transaction, borrowerFacts, { alias: 'borrower', reader: 'books' })},
        array(
          select distinct fact from audit_events event, jsonb_object_keys(event.after) fact
          where event.subject = 'borrower' and event.subject_id = borrower.id
            and event.event in ('create-borrower', 'change-borrower', 'merge-borrowers')
        ) as changed_here
      from borrowers borrower
      where borrower.portfolio_id = ${portfolioId}
        and borrower.external_id = staged.loan -> 'borrower' ->> 'externalId'
        and borrower.merged_into is null
        and exists (
          select from loans gone where gone.portfolio_id = borrower.portfolio_id
            and gone.borrower_id = borrower.id and gone.import_id is not null)
        and not exists (
          select from loans loan where loan.portfolio_id = borrower.portfolio_id
            and loan.borrower_id = borrower.id and loan.withdrawn_at is null)
        -- Borrowers from earlier releases have no mark: leave out those from a file of borrowers.
        and (borrower.is_from_tape or not exists (
          select from borrower_imports file where file.portfolio_id = borrower.portfolio_id
            and file.booked_at = borrower.created_at))
      for no key update of borrower
      offset 0
    ) idle
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.row_number > ${after} and staged.loan is not null and staged.loan_id is null
    order by staged.row_number
    limit ${limit}`;
  return rows.map(({ row, tape, id, changedHere, ...facts }) => {
    return { row, tape, id, changedHere, facts: plainRates(borrowerFacts, facts) };
  });
}
