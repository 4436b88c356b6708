import type { Transaction } from '../../../../platform/database.ts';
import type { ImportKey } from '../imports.store.ts';

/**
 * Locks the borrowers that booking changes, and all their loans: borrowers of loans that the tape
 * updates, and borrowers on record to whom a new loan adds a phone number or e-mail address. The
 * remaining loans stay free.
 */
export async function lockForBooking(transaction: Transaction, key: ImportKey): Promise<void> {
  const borrowerIds = [
    ...(await listBorrowersOfUpdates(transaction, key)),
    ...(await listBorrowersToReach(transaction, key)),
  ];
  const { portfolioId } = key;
  await lockLoansOf(transaction, { portfolioId, borrowerIds });
  await transaction`
    select from borrowers where portfolio_id = ${portfolioId} and id = any(${borrowerIds}::uuid[])
    order by id for no key update`;
  await lockListRowsOf(transaction, { portfolioId, borrowerIds });
}

/**
 * Locks the borrowers of an import, and all their loans, so that nothing is recorded about them
 * during the undo and no loan can be assigned or paid.
 */
export async function lockForUndo(transaction: Transaction, key: ImportKey): Promise<void> {
  const { portfolioId, importId } = key;
  const booked = await transaction<{ id: string }[]>`
    select distinct borrower_id as id from loans
    where portfolio_id = ${portfolioId} and import_id = ${importId}`;
  const borrowerIds = [
    ...booked.map(({ id }) => id),
    ...(await listBorrowersOfUpdates(transaction, key)),
  ];
  await lockLoansOf(transaction, { portfolioId, borrowerIds });
  await transaction`
    select from borrowers where portfolio_id = ${portfolioId} and id = any(${borrowerIds}::uuid[])
    order by id for update`;
  await lockListRowsOf(transaction, { portfolioId, borrowerIds });
}

/**
 * Lists the borrowers of the loans that the tape updates: those that the dry run showed, and those
 * that the loans have now if borrowers were merged since.
 */
async function listBorrowersOfUpdates(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<readonly string[]> {
  const rows = await transaction<{ shown: string; now: string }[]>`
    select distinct compared.borrower_id as shown, loan.borrower_id as now
    from import_comparisons compared
    join loans loan on loan.portfolio_id = compared.portfolio_id and loan.id = compared.loan_id
    where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
      and compared.kind = 'changed'`;
  return [...new Set(rows.flatMap(({ shown, now }) => [shown, now]))];
}

/** Lists the borrowers on record to whom a new loan adds a phone number or e-mail address. */
async function listBorrowersToReach(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<readonly string[]> {
  const rows = await transaction<{ id: string }[]>`
    select distinct known.id from import_rows staged
    cross join lateral (
      select coalesce(merged_into, borrower.id) as id from borrowers borrower
      where borrower.portfolio_id = ${portfolioId}
        and borrower.external_id = staged.loan -> 'borrower' ->> 'externalId'
      -- "offset 0" forces a look-up per row: statistics do not know the rows inserted a moment ago.
      offset 0
    ) known
    cross join lateral (
      values ('phone', trim(staged.loan -> 'borrower' ->> 'phone')),
        ('email', trim(staged.loan -> 'borrower' ->> 'email'))
    ) named (kind, value)
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.loan is not null and staged.loan_id is null and named.value <> ''
      and not exists (
        select from borrower_contacts contact
        where contact.portfolio_id = ${portfolioId} and contact.borrower_id = known.id
          and contact.kind = named.kind and contact.value = named.value)`;
  return rows.map(({ id }) => id);
}

type OfBorrowers = { readonly portfolioId: string; readonly borrowerIds: readonly string[] };

/**
 * Locks the loans before their borrowers and their rows in lists, all in one fixed order: bulk
 * assignments, payments and changes of a borrower lock in this order too.
 */
async function lockLoansOf(
  transaction: Transaction,
  { portfolioId, borrowerIds }: OfBorrowers,
): Promise<void> {
  await transaction`
    select from loan_state
    where portfolio_id = ${portfolioId} and loan_id = any(array(
      select id from loans
      where portfolio_id = ${portfolioId} and borrower_id = any(${[...borrowerIds]}::uuid[])))
    order by loan_id for update`;
}

async function lockListRowsOf(
  transaction: Transaction,
  { portfolioId, borrowerIds }: OfBorrowers,
): Promise<void> {
  await transaction`
    select from loan_list_rows
    where portfolio_id = ${portfolioId} and loan_id = any(array(
      select id from loans
      where portfolio_id = ${portfolioId} and borrower_id = any(${[...borrowerIds]}::uuid[])))
    order by loan_id for update`;
}
