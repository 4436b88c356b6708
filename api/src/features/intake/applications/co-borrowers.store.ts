import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadApplication } from '@bursar/contracts/intake/applications';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';

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

/** Lists the co-borrowers as submitted, ignoring later merges. */
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
 * Lists the co-borrowers as they are now: merged records are replaced and listed once, without the
 * borrower.
 */
export async function listCoBorrowers(
  sql: Queryable,
  { portfolioId, id }: Key,
): Promise<CoBorrower[]> {
  const rows = await sql<CoBorrower[]>`
    select kept.id, kept.name, kept.external_id
    from application_co_borrowers asking
    join loan_applications application on application.portfolio_id = asking.portfolio_id
      and application.id = asking.application_id
    join borrowers sent
      on sent.portfolio_id = asking.portfolio_id and sent.id = asking.borrower_id
    join borrowers kept on kept.portfolio_id = sent.portfolio_id
      and kept.id = coalesce(sent.merged_into, sent.id)
    where asking.portfolio_id = ${portfolioId} and asking.application_id = ${id}
      and kept.id <> application.borrower_id
    group by kept.id, kept.name, kept.external_id
    order by min(asking.place)`;
  return rows.map((row) => ({ ...row }));
}

type Standing = Key & {
  readonly loanId: string;
  readonly by: string;
  readonly at: string;
};

/** Adds the application's co-borrowers as parties to the loan; returns their names. */
export async function standOnLoan(
  transaction: Transaction,
  { portfolioId, id, loanId, by, at }: Standing,
): Promise<readonly string[]> {
  const asking = await listCoBorrowers(transaction, { portfolioId, id });
  const parties = asking.map(({ id: borrower }) => ({ id: uuidv7(), borrower }));
  if (parties.length > 0) {
    await transaction`
      insert into loan_parties
        (portfolio_id, id, loan_id, borrower_id, role, note, added_by, added_at)
      select ${portfolioId}, id, ${loanId}, borrower, 'co-borrower', '', ${by}, ${at}
      from jsonb_to_recordset(${transaction.json(parties)}) as party(id uuid, borrower uuid)`;
  }
  return asking.map(({ name, externalId }) => name ?? externalId ?? '–');
}

/** Ends all parties of the loan, because a loan whose disbursement was undone has no debtors. */
export async function leaveLoan(
  transaction: Transaction,
  { portfolioId, loanId, by, at, reason }: Omit<Standing, 'id'> & { readonly reason: string },
): Promise<void> {
  await transaction`
    update loan_parties set ended_by = ${by}, ended_at = ${at}, ended_reason = ${reason}
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and ended_at is null`;
}
