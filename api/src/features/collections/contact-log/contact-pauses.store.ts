import type { ContactPause, ListContactPauses } from '@bursar/contracts/collections/contact-log';
import type { PauseCause } from '@bursar/contracts/collections/contact-outcomes';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

type NewPause = LoanKey & {
  readonly contactId: string;
  readonly cause: PauseCause;
  readonly pausedAt: string;
};

/** Pauses the contact about a loan; an open pause of the same cause stays as it is. */
export async function insertContactPause(
  transaction: Transaction,
  { portfolioId, loanId, contactId, cause, pausedAt }: NewPause,
): Promise<void> {
  await transaction`
    insert into contact_pauses (portfolio_id, contact_id, loan_id, cause, paused_at)
    values (${portfolioId}, ${contactId}, ${loanId}, ${cause}, ${pausedAt})
    on conflict (portfolio_id, loan_id, cause) where resolved_at is null do nothing`;
}

/** Selects why contact about the loan of `alias` is paused; null if it is not. */
export function pauseCauseOf(sql: Queryable, alias: string): Fragment {
  return sql`(
    select min(pause.cause) from contact_pauses pause
    where pause.portfolio_id = ${sql(alias)}.portfolio_id
      and pause.loan_id = ${sql(alias)}.loan_id and pause.resolved_at is null)`;
}

function selectPauses(sql: Queryable, columns: Fragment) {
  return sql`
    select pause.contact_id, pause.cause, contact.dispute_reason, contact.note,
      logger.name as logged_by, pause.paused_at ${columns}
    from contact_pauses pause
    join contact_attempts contact
      on contact.portfolio_id = pause.portfolio_id and contact.id = pause.contact_id
    join accounts logger on logger.id = contact.logged_by`;
}

/** Lists the open pauses of a loan, oldest first. */
export async function listPausesOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<ContactPause[]> {
  const rows = await sql<ContactPause[]>`
    ${selectPauses(sql, sql``)}
    where pause.portfolio_id = ${portfolioId} and pause.loan_id = ${loanId}
      and pause.resolved_at is null
    order by pause.paused_at, pause.contact_id`;
  return rows.map((row) => ({ ...row }));
}

type PauseRow = ContactPause & {
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly borrower: string | null;
  readonly agent: string | null;
};

type Asked = InputOf<ListContactPauses>['query'] & {
  readonly scope: Scope;
  readonly limit: number;
};

/** Lists the open pauses in scope, oldest first, with their number. */
export async function listPausesInScope(sql: Queryable, { scope, after, limit }: Asked) {
  const cursor = readCursor(after, 'instant');
  const open = sql`
    join loan_state state
      on state.portfolio_id = pause.portfolio_id and state.loan_id = pause.loan_id
    where pause.resolved_at is null and ${inScope(sql, scope, 'state')}`;
  const named = sql`, pause.loan_id, (select loan.reference_number from loans loan
      where loan.portfolio_id = pause.portfolio_id and loan.id = pause.loan_id),
    (select coalesce(borrower.name, borrower.external_id) from loans loan
      join borrowers borrower
        on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
      where loan.portfolio_id = pause.portfolio_id and loan.id = pause.loan_id) as borrower,
    (select agent.name from accounts agent where agent.id = state.agent_id) as agent`;
  const [rows, [all]] = await Promise.all([
    sql<PauseRow[]>`
      ${selectPauses(sql, named)} ${open}
        ${cursor ? sql`and (pause.paused_at, pause.contact_id) > (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
      order by pause.paused_at, pause.contact_id limit ${limit + 1}`,
    sql<{ count: number }[]>`select count(*) from contact_pauses pause ${open}`,
  ]);
  const identified = rows.map((row) => ({ ...row, id: row.contactId }));
  const page = pageOf(identified, { limit, valueOf: ({ pausedAt }) => pausedAt });
  return { ...page, count: all?.count ?? 0 };
}

type Resolution = LoanKey & {
  readonly contactId: string;
  readonly by: string;
  readonly at: string;
  readonly note: string;
};

type Pause = {
  readonly cause: PauseCause;
  readonly resolvedBy: string | null;
  readonly resolution: string | null;
};

/** Finds a pause, open or resolved. The caller must have locked its loan. */
export async function findPause(
  sql: Queryable,
  { portfolioId, loanId, contactId }: Omit<Resolution, 'by' | 'at' | 'note'>,
): Promise<Pause | null> {
  const [row] = await sql<Pause[]>`
    select cause, resolved_by, resolution from contact_pauses
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and contact_id = ${contactId}`;
  return row ? { ...row } : null;
}

export async function resolvePause(
  transaction: Transaction,
  { portfolioId, loanId, contactId, by, at, note }: Resolution,
): Promise<void> {
  await transaction`
    update contact_pauses set resolved_by = ${by}, resolved_at = ${at}, resolution = ${note}
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and contact_id = ${contactId}`;
}
