import type { Notice } from '@bursar/contracts/notices';
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

const SHOWN = 20;

export async function listNoticesOf(sql: Queryable, accountId: string): Promise<Notice[]> {
  const rows = await sql<Notice[]>`
    select notice.id, notice.kind, notice.event, sender.name as profile, notice.message,
      notice.count, notice.amount_minor, notice.currency, notice.subject,
      ${targetOfNotice(sql)} as target, notice.created_at as time, notice.read_at
    from unnest(array['notification', 'message']) as wanted(kind)
    cross join lateral (
      select * from notices
      where account_id = ${accountId} and kind = wanted.kind
      order by created_at desc limit ${SHOWN}
    ) notice
    left join accounts sender on sender.id = notice.sender_id
    order by notice.created_at desc, notice.id desc`;
  return rows.map((row) => ({ ...row }));
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
