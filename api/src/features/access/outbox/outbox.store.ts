import type { OutboxRow, ReadMailState } from '@bursar/contracts/access/outbox';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { outboxStates } from '@bursar/contracts/choices';
import { allOf, matchesSearch } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { ATTEMPTS_MAX } from '../../../platform/mail/waiting-mail.store.ts';

type OutboxFilter = {
  readonly state?: (typeof outboxStates)[number] | undefined;
  readonly q?: string | undefined;
};

export async function listOutboxRows(
  sql: Queryable,
  query: OutboxFilter & { after?: string | undefined; limit: number },
) {
  const cursor = readCursor(query.after, 'instant');
  const rows = await sql<OutboxRow[]>`
    select ${outboxColumns(sql)} from outbox mail
    where ${matches(sql, query)}
      ${cursor ? sql`and (mail.created_at, mail.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by mail.created_at desc, mail.id desc
    limit ${query.limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.createdAt,
  });
  return { rows: page.map((row) => ({ ...row })), nextCursor };
}

export async function countOutbox(sql: Queryable, filter: OutboxFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from outbox mail where ${matches(sql, filter)}`;
  return row?.count ?? 0;
}

/** Returns the numbers of waiting and failed emails, and the time of the last one that was sent. */
export async function findMailState(sql: Queryable): Promise<MailState> {
  const [row] = await sql<MailState[]>`
    select max(sent_at) as last_sent_at,
      -- The last attempt may still run; its failure is recorded when it ends.
      count(*) filter (where sent_at is null
        and (attempts < ${ATTEMPTS_MAX} or last_failure is null)) as waiting,
      count(*) filter (where sent_at is null
        and attempts >= ${ATTEMPTS_MAX} and last_failure is not null) as failed
    from outbox`;
  return { lastSentAt: null, waiting: 0, failed: 0, ...row };
}

type MailState = Omit<AnswerOf<ReadMailState>, 'sender'>;

export async function findMail(sql: Queryable, mailId: string): Promise<OutboxRow | null> {
  const [row] = await sql<OutboxRow[]>`
    select ${outboxColumns(sql)} from outbox mail where mail.id = ${mailId}`;
  return row ? { ...row } : null;
}

export async function findMailBody(sql: Queryable, mailId: string): Promise<string> {
  const [row] = await sql<{ body: string }[]>`
    select body from outbox where id = ${mailId}`;
  return row?.body ?? '';
}

/**
 * Locks the email until the transaction ends, so that two calls with the same `openingId` run one
 * after the other.
 */
export async function lockMail(transaction: Transaction, mailId: string): Promise<void> {
  await transaction`select from outbox where id = ${mailId} for update`;
}

/**
 * Returns whether the audit trail shows that this account opened the email with this `openingId`.
 */
export async function wasOpened(
  transaction: Transaction,
  { mailId, actorId, openingId }: { mailId: string; actorId: string; openingId: string },
): Promise<boolean> {
  const rows = await transaction`
    select from audit_events
    where subject_id = ${mailId} and event = 'open-mail' and actor_id = ${actorId}
      and after ->> 'openingId' = ${openingId}
    limit 1`;
  return rows.length > 0;
}

function matches(sql: Queryable, { state, q }: OutboxFilter) {
  return allOf(sql, [
    matchesSearch(sql, sql`search_form(mail.to_address || ' ' || mail.subject)`, q ?? ''),
    ...(state ? [sql`${stateOf(sql)} = ${state}`] : []),
  ]);
}

function stateOf(sql: Queryable) {
  return sql`case when mail.sent_at is not null then 'sent'
    when mail.last_failure is not null then 'failed' else 'waiting' end`;
}

function outboxColumns(sql: Queryable) {
  return sql`mail.id, mail.to_address as to, mail.subject, ${stateOf(sql)} as state,
    mail.created_at, mail.sent_at, mail.attempts, mail.last_failure as failure,
    case when mail.sent_at is null and mail.attempts < ${ATTEMPTS_MAX}
      then mail.next_attempt_at end as next_attempt_at`;
}
