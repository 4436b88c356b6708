import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListEnquiries, SendEnquiry, Enquiry } from '@bursar/contracts/access/enquiries';
import type { z } from 'zod';
import { allOf, matchesSearch } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type NewEnquiry = z.output<SendEnquiry['body']>;
type Question = z.output<ListEnquiries['query']>;
type Page = AnswerOf<ListEnquiries>;

/**
 * Inserts a message and returns whether it is new. A message with a known id is not stored again,
 * nor is one of a kind other than `contact` while another of that kind from the same address waits.
 */
export async function insertEnquiry(
  transaction: Transaction,
  { id, kind, name, email, text, language }: NewEnquiry,
  at: Date,
): Promise<boolean> {
  const rows = await transaction`
    insert into enquiries (id, kind, name, email, text, language, sent_at)
    values (${id}, ${kind}, ${name}, ${email}, ${text}, ${language}, ${at.toISOString()})
    on conflict do nothing
    returning id`;
  return rows.length > 0;
}

export async function countWaiting(sql: Queryable): Promise<Page['waiting']> {
  const [row] = await sql<Page['waiting'][]>`
    select count(*) filter (where kind = 'account') as account,
      count(*) filter (where kind = 'contact') as contact,
      count(*) filter (where kind = 'announcement') as announcement
    from enquiries where settled_at is null`;
  return row ?? { account: 0, contact: 0, announcement: 0 };
}

export async function listEnquiryPage(sql: Queryable, question: Question): Promise<Page> {
  const cursor = readCursor(question.after, 'instant');
  const rows = await sql<Row[]>`
    select ${columns(sql)} from ${tables(sql)}
    where ${matches(sql, question)}
      ${cursor ? sql`and (message.sent_at, message.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by message.sent_at desc, message.id desc
    limit ${question.limit + 1}`;
  const [counted] = await sql<{ count: number }[]>`
    select count(*) as count from enquiries message where ${matches(sql, question)}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: question.limit,
    valueOf: ({ sentAt }) => sentAt,
  });
  const waiting = await countWaiting(sql);
  return { rows: page.map(enquiryOf), nextCursor, count: counted?.count ?? 0, waiting };
}

export async function findEnquiry(sql: Queryable, id: string): Promise<Enquiry | null> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from ${tables(sql)} where message.id = ${id}`;
  return row ? enquiryOf(row) : null;
}

/**
 * Settles a waiting message; if a version is given, only in that version. Returns whether the
 * message was settled.
 */
export async function setSettled(
  transaction: Transaction,
  settling: {
    readonly id: string;
    readonly outcome: 'approved' | 'declined' | 'done';
    readonly note: string;
    readonly accountId: string;
    readonly at: Date;
    readonly version?: number;
  },
): Promise<boolean> {
  const { id, outcome, note, accountId, at, version } = settling;
  const rows = await transaction`
    update enquiries
    set settled_at = ${at.toISOString()}, settled_by = ${accountId}, outcome = ${outcome},
      note = ${note}, version = version + 1
    where id = ${id} and settled_at is null
      ${version === undefined ? transaction`` : transaction`and version = ${version}`}
    returning id`;
  return rows.length > 0;
}

type Row = Omit<Enquiry, 'settled'> & {
  readonly settledAt: string | null;
  readonly settledBy: string | null;
  readonly settledByName: string | null;
  readonly outcome: 'approved' | 'declined' | 'done' | null;
  readonly note: string;
};

function columns(sql: Queryable) {
  return sql`message.id, message.kind, message.name, message.email, message.text, message.language,
    message.sent_at, message.settled_at, message.settled_by, account.name as settled_by_name,
    message.outcome, message.note, message.version`;
}

function tables(sql: Queryable) {
  return sql`enquiries message left join accounts account on account.id = message.settled_by`;
}

function matches(sql: Queryable, { kind, state, q }: Question) {
  return allOf(sql, [
    matchesSearch(sql, sql`search_form(message.name || ' ' || message.email)`, q ?? ''),
    ...(kind ? [sql`message.kind = ${kind}`] : []),
    ...(state ? [sql`(message.settled_at is null) = ${state === 'waiting'}`] : []),
  ]);
}

function enquiryOf(row: Row): Enquiry {
  const { settledAt, settledBy, settledByName, outcome, note, ...message } = row;
  const settled =
    settledAt && settledBy && outcome
      ? { at: settledAt, by: { id: settledBy, name: settledByName ?? '' }, outcome, note }
      : null;
  return { ...message, settled };
}
