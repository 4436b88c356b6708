import { anyOf } from '../../platform/conditions.ts';
import type { Transaction } from '../../platform/database.ts';
import type { ImportKey } from './imports.store.ts';

type Posting = { readonly postedBy: string; readonly postedAt: string };

/** Locks the import and its loans: nobody can assign or pay one while it is being taken back. */
export async function lockImportedLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from imports where portfolio_id = ${portfolioId} and id = ${importId} for update`;
  await transaction`
    select from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}
    order by state.loan_id
    for update of state`;
}

/** What somebody did on a loan and would look for in vain once it were gone. */
const work = ['payments', 'assignments', 'contacts', 'promises', 'notes', 'documents'] as const;

/** How many of its loans were ever paid, assigned, contacted, promised on or written about. */
export async function countWorkedLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<number> {
  const [row] = await transaction<{ count: number }[]>`
    select count(*) as count from loans loan
    where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}
      and (${anyOf(
        transaction,
        work.map(
          (table) => transaction`exists (
            select from ${transaction(table)} done
            where done.portfolio_id = loan.portfolio_id and done.loan_id = loan.id)`,
        ),
      )})`;
  return row?.count ?? 0;
}

/** Nothing in the ledger is taken out: every opening entry gets its opposite. */
export async function reverseOpeningEntries(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { postedBy, postedAt, valueDate }: Posting & { valueDate: string },
): Promise<void> {
  await transaction`
    with reversal as materialized (
      select opening.id as opening_id, gen_random_uuid() as id, opening.loan_id
      from loans loan
      join ledger_transactions opening
        on opening.portfolio_id = loan.portfolio_id and opening.loan_id = loan.id
      where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}
        and opening.source_id = ${importId}
    ),
    head as (
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      select ${portfolioId}, id, loan_id, 'undo-import', ${importId}, ${valueDate}, ${postedBy},
        ${postedAt}
      from reversal
    )
    insert into ledger_lines
      (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
    select line.portfolio_id, reversal.id, line.number, line.account, line.currency,
      line.credit_minor, line.debit_minor
    from reversal
    join ledger_lines line
      on line.portfolio_id = ${portfolioId} and line.transaction_id = reversal.opening_id`;
}

/** Takes the loans out of every list; their rows stay, since ledger and audit trail name them. */
export async function withdrawLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { postedBy, postedAt, requestId }: Posting & { requestId: string | null },
): Promise<number> {
  const imported = transaction`
    select loan.id from loans loan
    where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}`;
  await transaction`
    delete from instalments where portfolio_id = ${portfolioId} and loan_id in (${imported})`;
  await transaction`
    delete from loan_state where portfolio_id = ${portfolioId} and loan_id in (${imported})`;
  const withdrawn = await transaction`
    update loans set withdrawn_at = ${postedAt}
    where portfolio_id = ${portfolioId} and import_id = ${importId}`;
  await transaction`
    insert into audit_events
      (id, portfolio_id, actor_id, event, subject, subject_id, after, request_id, at)
    select gen_random_uuid(), ${portfolioId}, ${postedBy}, 'undo-import', 'loan', imported.id,
      jsonb_build_object('status', 'withdrawn'), ${requestId}, ${postedAt}
    from (${imported}) imported`;
  return withdrawn.count;
}

export async function markUndone(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { postedBy, postedAt }: Posting,
): Promise<void> {
  await transaction`
    update imports set state = 'undone', undone_by = ${postedBy}, undone_at = ${postedAt}
    where portfolio_id = ${portfolioId} and id = ${importId}`;
}
