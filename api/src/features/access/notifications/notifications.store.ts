import type { Notification } from '@bursar/contracts/access/notifications';
import { allOf } from '../../../platform/conditions.ts';
import { pageOf, type Cursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

export type NotificationRow = Omit<
  Notification,
  'profile' | 'time' | 'readAt' | 'borrower' | 'request' | 'isOver'
> & {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly senderId: string | null;
  readonly createdAt: string;
};

export async function insertNotifications(
  transaction: Transaction,
  notifications: readonly NotificationRow[],
): Promise<void> {
  // A small demo portfolio may have no recent batch to notify about.
  if (notifications.length === 0) return;
  const rows = notifications.map((notification) => ({
    portfolio_id: notification.portfolioId,
    id: notification.id,
    account_id: notification.accountId,
    kind: notification.kind,
    event: notification.event,
    sender_id: notification.senderId,
    message: notification.message,
    count: notification.count,
    amount_minor: notification.amountMinor,
    currency: notification.currency,
    subject: notification.subject,
    target: notification.target?.kind ?? null,
    target_id: notification.target?.id ?? null,
    created_at: notification.createdAt,
  }));
  await transaction`insert into notifications ${transaction(rows)}`;
}

type NotificationPage = {
  /** The reader's scope; borrowers of loans that are no longer in it are not named. */
  readonly scope: Scope;
  readonly kind: Notification['kind'];
  readonly after: Cursor | null;
  readonly limit: number;
};

type ListedNotification = Notification & { readonly loanId: string | null };

/** Lists notifications newest first, after a cursor. */
export async function listNotificationsOf(
  sql: Queryable,
  { scope, kind, after, limit }: NotificationPage,
) {
  const rows = await sql<ListedNotification[]>`
    select notification.id, notification.kind, notification.event, sender.name as profile, notification.message,
      notification.count, notification.amount_minor, notification.currency, notification.subject,
      ${targetOfNotification(sql)} as target, loan.id as loan_id,
      borrower.name as borrower, request.kind as request, ${isOver(sql)} as is_over,
      notification.created_at as time, notification.read_at
    from notifications notification
    left join accounts sender on sender.id = notification.sender_id
    left join approvals request on notification.target = 'approval'
      and request.portfolio_id = notification.portfolio_id and request.id = notification.target_id
    left join loan_state state on state.portfolio_id = notification.portfolio_id
      and state.loan_id = case notification.target
        when 'loan' then notification.target_id
        when 'approval' then request.loan_id
        when 'batch' then ${onlyLoanGiven(sql, scope)}
      end and ${inScope(sql, scope, 'state')}
    left join loans loan
      on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    left join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${allOf(sql, [
      sql`notification.account_id = ${scope.accountId} and notification.kind = ${kind}`,
      ...(after
        ? [
            sql`(notification.created_at, notification.id) < (${after.value}::timestamptz, ${after.id}::uuid)`,
          ]
        : []),
    ])}
    order by notification.created_at desc, notification.id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.time });
  return { notifications: page.map(toNotification), nextCursor };
}

/**
 * Returns the notification; if it is about a batch that gave the reader a single loan, and this
 * loan is still in scope, it links to the loan.
 */
function toNotification({ loanId, ...notification }: ListedNotification): Notification {
  if (notification.target?.kind !== 'batch' || loanId === null) return notification;
  return { ...notification, target: { kind: 'loan', id: loanId } };
}

function targetOfNotification(sql: Queryable) {
  return sql`case when notification.target is not null
    then jsonb_build_object('kind', notification.target, 'id', notification.target_id) end`;
}

/** Selects the loan if the batch gave the reader exactly one. */
function onlyLoanGiven(sql: Queryable, scope: Scope) {
  if (scope.role !== 'agent' && scope.role !== 'team') return sql`null::uuid`;
  return sql`case when notification.count = 1 then (
    select given.loan_id from assignments given
    where given.portfolio_id = notification.portfolio_id and given.batch_id = notification.target_id
      and ${
        scope.role === 'agent'
          ? sql`given.to_agent_id = ${scope.accountId}`
          : sql`given.to_team_id = ${scope.teamId}`
      }
    limit 1
  ) end`;
}

/**
 * Selects, for `notifications notification`, whether its subject no longer applies or was handled.
 */
function isOver(sql: Queryable) {
  return sql`case notification.target
    when 'batch' then exists (
      select from assignment_batches undo
      where undo.portfolio_id = notification.portfolio_id and undo.undoes_batch_id = notification.target_id)
    when 'approval' then notification.event = 'approval-wanted' and not exists (
      select from approvals open
      where open.portfolio_id = notification.portfolio_id and open.id = notification.target_id
        and open.state = 'waiting')
    when 'import' then notification.event = 'import-booked' and exists (
      select from imports tape
      where tape.portfolio_id = notification.portfolio_id and tape.id = notification.target_id
        and tape.undone_at is not null)
    else false
  end`;
}

export async function countUnread(sql: Queryable, accountId: string) {
  const [row] = await sql<{ notifications: number; messages: number }[]>`
    select count(*) filter (where kind = 'notification') as notifications,
      count(*) filter (where kind = 'message') as messages
    from notifications notification
    where account_id = ${accountId} and read_at is null and not ${isOver(sql)}`;
  return row ?? { notifications: 0, messages: 0 };
}

export async function markNotificationsRead(
  sql: Queryable,
  {
    accountId,
    kind,
    until,
    at,
  }: { accountId: string; kind: Notification['kind']; until: string; at: string },
): Promise<number> {
  const rows = await sql`
    update notifications set read_at = ${at}
    where account_id = ${accountId} and kind = ${kind} and read_at is null
      and created_at <= ${until}
    returning id`;
  return rows.length;
}

export async function markNotificationOf(
  sql: Queryable,
  { accountId, noticeId, readAt }: { accountId: string; noticeId: string; readAt: string | null },
): Promise<boolean> {
  const rows = await sql`
    update notifications set read_at = ${readAt}
    where account_id = ${accountId} and id = ${noticeId}
    returning id`;
  return rows.length > 0;
}
