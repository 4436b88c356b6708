import type { Notice } from '@bursar/contracts/access/notices';
import { allOf } from '../../../platform/conditions.ts';
import { pageOf, type Cursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

export type NoticeRow = Omit<
  Notice,
  'profile' | 'time' | 'readAt' | 'borrower' | 'request' | 'isOver'
> & {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly senderId: string | null;
  readonly createdAt: string;
};

export async function insertNotices(
  transaction: Transaction,
  notices: readonly NoticeRow[],
): Promise<void> {
  const rows = notices.map((notice) => ({
    portfolio_id: notice.portfolioId,
    id: notice.id,
    account_id: notice.accountId,
    kind: notice.kind,
    event: notice.event,
    sender_id: notice.senderId,
    message: notice.message,
    count: notice.count,
    amount_minor: notice.amountMinor,
    currency: notice.currency,
    subject: notice.subject,
    target: notice.target?.kind ?? null,
    target_id: notice.target?.id ?? null,
    created_at: notice.createdAt,
  }));
  await transaction`insert into notices ${transaction(rows)}`;
}

type NoticePage = {
  /** The reader's scope; subjects outside it by now are not named. */
  readonly scope: Scope;
  readonly kind: Notice['kind'];
  readonly after: Cursor | null;
  readonly limit: number;
};

type ListedNotice = Notice & { readonly loanId: string | null };

/** Lists notifications newest first, after a cursor. */
export async function listNoticesOf(sql: Queryable, { scope, kind, after, limit }: NoticePage) {
  const rows = await sql<ListedNotice[]>`
    select notice.id, notice.kind, notice.event, sender.name as profile, notice.message,
      notice.count, notice.amount_minor, notice.currency, notice.subject,
      ${targetOfNotice(sql)} as target, loan.id as loan_id,
      borrower.name as borrower, request.kind as request, ${isOver(sql)} as is_over,
      notice.created_at as time, notice.read_at
    from notices notice
    left join accounts sender on sender.id = notice.sender_id
    left join approvals request on notice.target = 'approval'
      and request.portfolio_id = notice.portfolio_id and request.id = notice.target_id
    left join loan_state state on state.portfolio_id = notice.portfolio_id
      and state.loan_id = case notice.target
        when 'loan' then notice.target_id
        when 'approval' then request.loan_id
        when 'batch' then ${onlyLoanGiven(sql, scope)}
      end and ${inScope(sql, scope, 'state')}
    left join loans loan
      on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    left join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${allOf(sql, [
      sql`notice.account_id = ${scope.accountId} and notice.kind = ${kind}`,
      ...(after
        ? [sql`(notice.created_at, notice.id) < (${after.value}::timestamptz, ${after.id}::uuid)`]
        : []),
    ])}
    order by notice.created_at desc, notice.id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.time });
  return { notices: page.map(toNotice), nextCursor };
}

/** A notification of a batch with one loan links to that loan. */
function toNotice({ loanId, ...notice }: ListedNotice): Notice {
  if (notice.target?.kind !== 'batch' || loanId === null) return notice;
  return { ...notice, target: { kind: 'loan', id: loanId } };
}

function targetOfNotice(sql: Queryable) {
  return sql`case when notice.target is not null
    then jsonb_build_object('kind', notice.target, 'id', notice.target_id) end`;
}

/** Selects the loan if the batch gave the reader exactly one. */
function onlyLoanGiven(sql: Queryable, scope: Scope) {
  if (scope.role !== 'agent' && scope.role !== 'team') return sql`null::uuid`;
  return sql`case when notice.count = 1 then (
    select given.loan_id from assignments given
    where given.portfolio_id = notice.portfolio_id and given.batch_id = notice.target_id
      and ${
        scope.role === 'agent'
          ? sql`given.to_agent_id = ${scope.accountId}`
          : sql`given.to_team_id = ${scope.teamId}`
      }
    limit 1
  ) end`;
}

/** Selects, for `notices notice`, whether its subject no longer applies or was handled. */
function isOver(sql: Queryable) {
  return sql`case notice.target
    when 'batch' then exists (
      select from assignment_batches undo
      where undo.portfolio_id = notice.portfolio_id and undo.undoes_batch_id = notice.target_id)
    when 'approval' then notice.event = 'approval-wanted' and not exists (
      select from approvals open
      where open.portfolio_id = notice.portfolio_id and open.id = notice.target_id
        and open.state = 'waiting')
    when 'import' then notice.event = 'import-booked' and exists (
      select from imports tape
      where tape.portfolio_id = notice.portfolio_id and tape.id = notice.target_id
        and tape.undone_at is not null)
    else false
  end`;
}

export async function countUnread(sql: Queryable, accountId: string) {
  const [row] = await sql<{ notifications: number; messages: number }[]>`
    select count(*) filter (where kind = 'notification') as notifications,
      count(*) filter (where kind = 'message') as messages
    from notices notice
    where account_id = ${accountId} and read_at is null and not ${isOver(sql)}`;
  return row ?? { notifications: 0, messages: 0 };
}

export async function markNoticesRead(
  sql: Queryable,
  {
    accountId,
    kind,
    until,
    at,
  }: { accountId: string; kind: Notice['kind']; until: string; at: string },
): Promise<number> {
  const rows = await sql`
    update notices set read_at = ${at}
    where account_id = ${accountId} and kind = ${kind} and read_at is null
      and created_at <= ${until}
    returning id`;
  return rows.length;
}

export async function markNoticeOf(
  sql: Queryable,
  { accountId, noticeId, readAt }: { accountId: string; noticeId: string; readAt: string | null },
): Promise<boolean> {
  const rows = await sql`
    update notices set read_at = ${readAt}
    where account_id = ${accountId} and id = ${noticeId}
    returning id`;
  return rows.length > 0;
}
