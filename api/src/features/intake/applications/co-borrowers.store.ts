import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadApplication } from '@bursar/contracts/intake/applications';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { insertCoBorrowerParties } from '../../records/loan-parties/many-parties.store.ts';

type Key = { readonly portfolioId: string; readonly id: string };

export async function insertCoBorrowers(
  transaction: Transaction,
  { portfolioId, id, borrowerIds }: Key & { readonly borrowerIds: readonly string[] },
): Promise<void> {
  if (borrowerIds.length === 0) return;
  await transaction`
    insert into application_co_borrowers (portfolio_id, application_id, borrower_id, place)
    select ${portfolioId}, ${id}, borrower_id, place
    from unnest(${[...borrowerIds]}::uuid[]) with ordinality sent(borrower_id, place)`;
}

/** Lists the borrower ids of the co-borrowers as submitted, ignoring later merges. */
export async function listCoBorrowersSent(
  sql: Queryable,
  { portfolioId, id }: Key,
): Promise<readonly string[]> {
  const rows = await sql<{ borrowerId: string }[]>`
    select borrower_id from application_co_borrowers
    where portfolio_id = ${portfolioId} and application_id = ${id} order by place`;
  return rows.map(({ borrowerId }) => borrowerId);
}

type CoBorrower = AnswerOf<ReadApplication>['coBorrowers'][number];

/**
 * Lists the co-borrowers as they are now: a merged record is replaced by the remaining one, each
 * borrower is listed once, and the application's own borrower is left out.
 */
export async function listCoBorrowers(
  sql: Queryable,
  { portfolioId, id }: Key,
): Promise<CoBorrower[]> {
  const rows = await sql<CoBorrower[]>`
    select survivor.id, survivor.name, survivor.external_id
    from application_co_borrowers co_borrower
    join loan_applications application on application.portfolio_id = co_borrower.portfolio_id
      and application.id = co_borrower.application_id
    join borrowers sent
      on sent.portfolio_id = co_borrower.portfolio_id and sent.id = co_borrower.borrower_id
    join borrowers survivor on survivor.portfolio_id = sent.portfolio_id
      and survivor.id = coalesce(sent.merged_into, sent.id)
    where co_borrower.portfolio_id = ${portfolioId} and co_borrower.application_id = ${id}
      and survivor.id <> application.borrower_id
    group by survivor.id, survivor.name, survivor.external_id
    order by min(co_borrower.place)`;
  return rows.map((row) => ({ ...row }));
}

type PartyEntry = Key & {
  readonly loanId: string;
  readonly by: string;
  readonly at: string;
};

/** Adds the application's co-borrowers as parties to the loan; returns their names. */
export async function addToLoan(
  transaction: Transaction,
  { portfolioId, id, loanId, by, at }: PartyEntry,
): Promise<readonly string[]> {
  const asking = await listCoBorrowers(transaction, { portfolioId, id });
  const borrowerIds = asking.map(({ id: borrower }) => borrower);
  await insertCoBorrowerParties(transaction, { portfolioId, loanId, borrowerIds, by, at });
  return asking.map(({ name, externalId }) => name ?? externalId ?? '–');
}
