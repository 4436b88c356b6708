import type { NamedRef } from '@bursar/contracts/values';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListLoanNotes, LoanNote } from '@bursar/contracts/records/loan-notes';
import type { Role } from '@bursar/contracts/roles';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

export type NotedLoan = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly referenceNumber: number;
};

type OfLoan = { readonly scope: Scope; readonly loanId: string };

/**
 * Finds the loan of a note in the caller's scope. The loan's holder cannot change until the
 * transaction ends.
 */
export function findNotedLoan(transaction: Transaction, loan: OfLoan): Promise<NotedLoan | null> {
  return selectNotedLoan(transaction, loan, transaction`for share of state`);
}

/**
 * Locks the loan exclusively, so that the second of two concurrent pins or strikes sees the first.
 */
export function holdNotedLoan(transaction: Transaction, loan: OfLoan): Promise<NotedLoan | null> {
  return selectNotedLoan(transaction, loan, transaction`for no key update of state`);
}

async function selectNotedLoan(
  transaction: Transaction,
  { scope, loanId }: OfLoan,
  lock: Fragment,
): Promise<NotedLoan | null> {
  const [loan] = await transaction<NotedLoan[]>`
    select state.portfolio_id, state.loan_id, loan.reference_number
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where ${inScope(transaction, scope, 'state')} and state.loan_id = ${loanId}
    ${lock}`;
  return loan ?? null;
}

type Asked = InputOf<ListLoanNotes>['query'] & {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly limit: number;
};

export async function listNotesOfLoan(
  sql: Queryable,
  { portfolioId, loanId, after, limit }: Asked,
): Promise<AnswerOf<ListLoanNotes>> {
  const cursor = readCursorOf(after, ['integer', 'instant']);
  const [pinned = 0, writtenAt = ''] = cursor?.values ?? [];
  const isPinned = sql`(pinned.note_id is not null)::int`;
  const ofLoan = sql`note.portfolio_id = ${portfolioId} and note.loan_id = ${loanId}`;
  const [rows, [all]] = await Promise.all([
    sql<LoanNoteRow[]>`
    select note.id, note.text, note.written_by, author.name as author, note.written_at,
      strike.reason, strike.struck_at, pinned.note_id is not null as is_pinned,
      (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name)
          order by person.name), '[]')
        from loan_note_mentions mention
        join accounts person on person.id = mention.account_id
        where mention.portfolio_id = note.portfolio_id and mention.note_id = note.id
      ) as mentions
    from loan_notes note
    join accounts author on author.id = note.written_by
    left join loan_note_strikes strike
      on strike.portfolio_id = note.portfolio_id and strike.note_id = note.id
    left join pinned_loan_notes pinned
      on pinned.portfolio_id = note.portfolio_id and pinned.note_id = note.id
    where ${ofLoan}
      ${cursor ? sql`and (${isPinned}, note.written_at, note.id) < (${pinned}::int, ${writtenAt}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by ${isPinned} desc, note.written_at desc, note.id desc limit ${limit + 1}`,
    sql<{ count: number }[]>`select count(*) from loan_notes note where ${ofLoan}`,
  ]);
  const { page, nextCursor } = pageOf(rows, {
    limit,
    valueOf: (row) => [row.isPinned ? 1 : 0, row.writtenAt],
  });
  return { notes: page.map(toLoanNote), count: all?.count ?? 0, nextCursor };
}

/** Selects the pinned note of the loan of `alias`, with its author and time, for a lateral join. */
export function pinnedNoteOf(sql: Queryable, alias: 'queue' | 'loan_state') {
  const loan = sql(alias);
  return sql`
    select note.text, author.name as by, note.written_at as at
    from pinned_loan_notes pinned
    join loan_notes note
      on note.portfolio_id = pinned.portfolio_id and note.id = pinned.note_id
    join accounts author on author.id = note.written_by
    where pinned.portfolio_id = ${loan}.portfolio_id and pinned.loan_id = ${loan}.loan_id`;
}

export type PinnedNote = { readonly text: string; readonly by: string; readonly at: string };

export async function findPinnedNote(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<PinnedNote | null> {
  const [row] = await sql<PinnedNote[]>`
    select pinned_note.* from loan_state
    cross join lateral (${pinnedNoteOf(sql, 'loan_state')}) pinned_note
    where loan_state.portfolio_id = ${portfolioId} and loan_state.loan_id = ${loanId}`;
  return row ? { ...row } : null;
}

const toLoanNote = ({ writtenBy, author, reason, struckAt, ...row }: LoanNoteRow): LoanNote => ({
  ...row,
  writtenBy: { id: writtenBy, name: author },
  struck: reason !== null && struckAt !== null ? { reason, at: struckAt } : null,
});

type LoanNoteRow = Omit<LoanNote, 'writtenBy' | 'struck'> & {
  readonly writtenBy: string;
  readonly author: string;
  readonly reason: string | null;
  readonly struckAt: string | null;
};

/**
 * SQL condition, for the aliases `account` and `state`: the account is active and may open the
 * loan. It is a manager of the portfolio, the desk of the loan's team, or the loan's agent.
 */
export function mayOpenLoan(sql: Queryable) {
  return sql`(account.portfolio_id = state.portfolio_id and account.status = 'active'
    and (account.role = 'user'
      or (account.role = 'team' and account.team_id = state.team_id)
      or (account.role = 'agent' and account.id = state.agent_id)))`;
}

/** Lists the active users who may open the loan. */
export async function listReaders(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<(NamedRef & { role: Role })[]> {
  const rows = await sql<(NamedRef & { role: Role })[]>`
    select account.id, account.name, account.role
    from loan_state state
    join accounts account on ${mayOpenLoan(sql)}
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
    order by lower(account.name), account.id`;
  return rows.map((row) => ({ ...row }));
}

export type NewLoanNote = {
  readonly portfolioId: string;
  readonly id: string;
  readonly loanId: string;
  readonly text: string;
  readonly mentions: readonly string[];
  readonly writtenBy: string;
  readonly writtenAt: string;
};

/** Inserts a note; returns whether it is new. A repeated request changes nothing. */
export async function insertLoanNote(
  transaction: Transaction,
  note: NewLoanNote,
): Promise<boolean> {
  const rows = await transaction`
    insert into loan_notes (portfolio_id, id, loan_id, text, written_by, written_at)
    values (${note.portfolioId}, ${note.id}, ${note.loanId}, ${note.text}, ${note.writtenBy},
      ${note.writtenAt})
    on conflict (portfolio_id, id) do nothing returning id`;
  if (rows.length === 0) return false;
  await transaction`
    insert into loan_note_mentions (portfolio_id, note_id, account_id)
    select ${note.portfolioId}, ${note.id}, account_id
    from unnest(${[...note.mentions]}::uuid[]) as account_id`;
  return true;
}

export async function findLoanNote(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
) {
  const [row] = await sql<
    (Pick<NewLoanNote, 'loanId' | 'text' | 'mentions' | 'writtenBy'> & { isStruck: boolean })[]
  >`
    select note.loan_id, note.text, note.written_by,
      array(select mention.account_id from loan_note_mentions mention
        where mention.portfolio_id = note.portfolio_id and mention.note_id = note.id) as mentions,
      exists (select from loan_note_strikes strike
        where strike.portfolio_id = note.portfolio_id and strike.note_id = note.id) as is_struck
    from loan_notes note where note.portfolio_id = ${portfolioId} and note.id = ${id}`;
  return row ?? null;
}

type OneLoanNote = { readonly portfolioId: string; readonly noteId: string };

/** Strikes a note and unpins it; returns false if the note was already struck. */
export async function insertStrike(
  transaction: Transaction,
  { portfolioId, noteId, reason, at }: OneLoanNote & { reason: string; at: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into loan_note_strikes (portfolio_id, note_id, reason, struck_at)
    values (${portfolioId}, ${noteId}, ${reason}, ${at})
    on conflict do nothing returning note_id`;
  await transaction`
    delete from pinned_loan_notes where portfolio_id = ${portfolioId} and note_id = ${noteId}`;
  return rows.length > 0;
}

export async function setPinnedLoanNote(
  transaction: Transaction,
  { portfolioId, loanId, noteId }: { portfolioId: string; loanId: string; noteId: string | null },
): Promise<void> {
  if (noteId === null) {
    await transaction`
      delete from pinned_loan_notes where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
    return;
  }
  await transaction`
    insert into pinned_loan_notes (portfolio_id, loan_id, note_id)
    values (${portfolioId}, ${loanId}, ${noteId})
    on conflict (portfolio_id, loan_id) do update set note_id = excluded.note_id`;
}
