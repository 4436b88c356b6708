import type { Notice } from '@bursar/contracts/notices';
import { allOf } from '../../platform/conditions.ts';
import { pageOf, type Cursor } from '../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';

export type NoticeRow = Omit<Notice, 'profile' | 'time' | 'readAt'> & {
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
  readonly accountId: string;
  readonly kind: Notice['kind'];
  readonly after: Cursor | null;
  readonly limit: number;
};

/** Newest first, from a place in their order on. */
export async function listNoticesOf(sql: Queryable, { accountId, kind, after, limit }: NoticePage) {
  const rows = await sql<Notice[]>`
    select notice.id, notice.kind, notice.event, sender.name as profile, notice.message,
      notice.count, notice.amount_minor, notice.currency, notice.subject,
      ${targetOfNotice(sql)} as target, notice.created_at as time, notice.read_at
    from notices notice
    left join accounts sender on sender.id = notice.sender_id
    where ${allOf(sql, [
      sql`notice.account_id = ${accountId} and notice.kind = ${kind}`,
      ...(after
        ? [sql`(notice.created_at, notice.id) < (${after.value}::timestamptz, ${after.id}::uuid)`]
        : []),
    ])}
    order by notice.created_at desc, notice.id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.time });
  return { notices: page.map((row) => ({ ...row })), nextCursor };
}

function targetOfNotice(sql: Queryable) {
  return sql`case when notice.target is not null
    then jsonb_build_object('kind', notice.target, 'id', notice.target_id) end`;
}

export async function countUnread(sql: Queryable, accountId: string) {
  const [row] = await sql<{ notifications: number; messages: number }[]>`
    select count(*) filter (where kind = 'notification') as notifications,
      count(*) filter (where kind = 'message') as messages
    from notices where account_id = ${accountId} and read_at is null`;
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
