import type { MailFolder, MailPlace } from '@bursar/contracts/choices';
import type {
  ListedMail,
  MailAddressee,
  MailDraft,
  MailLabel,
  SentMail,
} from '@bursar/contracts/office/staff-mail';
import type { AppRecordKind } from '../../../platform/app-records.ts';
import { allOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import {
  colleaguesInScope,
  heldBy,
  teamsOfColleagues,
  type Scope,
} from '../../../platform/scope.ts';

type Asked = {
  readonly folder: MailFolder;
  readonly q?: string | undefined;
  readonly labelId?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

const PREVIEW_LENGTH = 160;

/** Lists one page of a folder: conversations, or single messages for drafts. */
export async function listOutboxRows(sql: Queryable, scope: Scope, asked: Asked) {
  const { folder } = asked;
  const rows = await (folder === 'drafts'
    ? listDrafts(sql, scope, asked)
    : listThreads(sql, scope, { ...asked, folder }));
  const { page, nextCursor } = pageOf(rows, { limit: asked.limit, valueOf: ({ at }) => at });
  return { rows: page.map((row) => ({ ...row })), nextCursor };
}

type ThreadFolder = Exclude<MailFolder, 'drafts'>;

function listThreads(
  sql: Queryable,
  scope: Scope,
  asked: Asked & { readonly folder: ThreadFolder },
): Promise<ListedMail[]> {
  const at = asked.folder === 'sent' ? sql`thread_state.sent_at` : sql`thread_state.last_at`;
  return sql<ListedMail[]>`
    select thread_state.thread_id as id, thread_state.thread_id, false as is_draft, ${at} as at, thread_state.place,
      thread_state.is_unread, thread_state.is_starred, held.mails, held.subject, held.preview, held.from, held.to,
      held.has_attachments, ${labelIdsOf(sql)} as label_ids
    from mail_thread_states thread_state
    cross join lateral (
      select count(*)::int as mails,
        (array_agg(mail.subject order by mail.sent_at, mail.id))[1] as subject,
        (array_agg(left(mail.words, ${PREVIEW_LENGTH}) order by mail.sent_at desc, mail.id desc))[1]
          as preview,
        (select jsonb_agg(jsonb_build_object('id', writer.id, 'name', writer.name)
            order by writer.first_at)
          from (select sender.id, sender.name, min(own.sent_at) as first_at
            from staff_mail_copies other
            join staff_mails own on own.id = other.mail_id
            join accounts sender on sender.id = own.sender_id
            where other.account_id = thread_state.account_id and other.thread_id = thread_state.thread_id
            group by sender.id, sender.name) writer) as from,
        ${namesOfAddressees(sql, sql`(array_agg(mail.id order by mail.sent_at desc, mail.id desc))[1]`)} as to,
        bool_or(exists (select from staff_mail_attachments file where file.mail_id = mail.id))
          as has_attachments
      from staff_mail_copies copy join staff_mails mail on mail.id = copy.mail_id
      where copy.account_id = thread_state.account_id and copy.thread_id = thread_state.thread_id
    ) held
    where ${allOf(sql, [heldBy(sql, scope, 'thread_state'), inFolder(sql, asked.folder), ...narrowed(sql, asked)])}
      ${pastCursor(sql, asked.after, at, sql`thread_state.thread_id`)}
    order by at desc, thread_state.thread_id desc limit ${asked.limit + 1}`;
}

function inFolder(sql: Queryable, folder: ThreadFolder): Fragment {
  switch (folder) {
    case 'inbox':
      return sql`thread_state.place = 'inbox' and thread_state.received_at is not null`;
    case 'starred':
      return sql`thread_state.is_starred and thread_state.place <> 'trash'`;
    case 'sent':
      return sql`thread_state.sent_at is not null and thread_state.place <> 'trash'`;
    case 'archive':
    case 'trash':
      return sql`thread_state.place = ${folder}`;
    case 'all':
      return sql`thread_state.place <> 'trash'`;
  }
}

function narrowed(sql: Queryable, { q, labelId }: Asked): Fragment[] {
  const found = q?.trim()
    ? [
        sql`exists (select from staff_mail_copies found
          join staff_mails mail on mail.id = found.mail_id
          where found.account_id = thread_state.account_id and found.thread_id = thread_state.thread_id
            and ${matchesSearch(sql, sql`mail.found_by`, q)})`,
      ]
    : [];
  const labelled = labelId
    ? [
        sql`exists (select from staff_mail_labelled put where put.account_id = thread_state.account_id
          and put.thread_id = thread_state.thread_id and put.label_id = ${labelId})`,
      ]
    : [];
  return [...found, ...labelled];
}

function listDrafts(sql: Queryable, scope: Scope, { q, after, limit }: Asked) {
  const text = sql`search_form(mail.subject || ' ' || mail.words)`;
  return sql<ListedMail[]>`
    select mail.id, mail.thread_id, true as is_draft, mail.changed_at as at, 'inbox' as place,
      false as is_unread, false as is_starred, 1 as mails, mail.subject,
      left(mail.words, ${PREVIEW_LENGTH}) as preview, '[]'::jsonb as from,
      ${namesOfAddressees(sql, sql`mail.id`)} as to, '{}'::uuid[] as label_ids,
      exists (select from staff_mail_attachments file where file.mail_id = mail.id)
        as has_attachments
    from staff_mails mail
    where mail.sender_id = ${scope.accountId} and mail.sent_at is null
      ${q?.trim() ? sql`and ${matchesSearch(sql, text, q)}` : sql``}
      ${pastCursor(sql, after, sql`mail.changed_at`, sql`mail.id`)}
    order by mail.changed_at desc, mail.id desc limit ${limit + 1}`;
}

function pastCursor(sql: Queryable, after: string | undefined, at: Fragment, id: Fragment) {
  const cursor = readCursor(after, 'instant');
  return cursor
    ? sql`and (${at}, ${id}) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`
    : sql``;
}

const labelIdsOf = (sql: Queryable) => sql`array(
  select put.label_id from staff_mail_labelled put
  where put.account_id = thread_state.account_id and put.thread_id = thread_state.thread_id order by put.label_id)`;

const namesOfAddressees = (sql: Queryable, mailId: Fragment) => sql`array(
  select coalesce(person.name, team.name) from staff_mail_addressees addressee
  left join accounts person on person.id = addressee.account_id
  left join teams team on team.portfolio_id = addressee.portfolio_id and team.id = addressee.team_id
  where addressee.mail_id = ${mailId} order by addressee.place)`;

const addresseesOf = (sql: Queryable) =>
  sql`${addressees(sql, false)} as to, ${addressees(sql, true)} as cc`;

const addressees = (sql: Queryable, isCopy: boolean) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', case when addressee.team_id is null then 'person' else 'team' end,
    'id', coalesce(person.id, team.id), 'name', coalesce(person.name, team.name))
    order by addressee.place), '[]')
  from staff_mail_addressees addressee
  left join accounts person on person.id = addressee.account_id
  left join teams team on team.portfolio_id = addressee.portfolio_id and team.id = addressee.team_id
  where addressee.mail_id = mail.id and addressee.is_copy = ${isCopy})`;

const attachmentsOf = (sql: Queryable) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name,
    'mediaType', file.media_type, 'bytes', file.bytes) order by attached.place), '[]')
  from staff_mail_attachments attached join staff_mail_files file on file.id = attached.file_id
  where attached.mail_id = mail.id) as attachments`;

export async function countMails(sql: Queryable, scope: Scope) {
  const [row] = await sql<{ unread: number; drafts: number }[]>`
    select (select count(*)::int from mail_thread_states thread_state where ${heldBy(sql, scope, 'thread_state')}
        and thread_state.is_unread and ${inFolder(sql, 'inbox')}) as unread,
      (select count(*)::int from staff_mails mail
        where mail.sender_id = ${scope.accountId} and mail.sent_at is null) as drafts`;
  return row ? { ...row } : { unread: 0, drafts: 0 };
}

type Box = {
  readonly id: string;
  readonly place: MailPlace;
  readonly isUnread: boolean;
  readonly isStarred: boolean;
  readonly labelIds: string[];
};

export async function findThreadState(
  sql: Queryable,
  { scope, threadId }: { scope: Scope; threadId: string },
): Promise<Box | null> {
  const [row] = await sql<Box[]>`
    select thread_state.thread_id as id, thread_state.place, thread_state.is_unread, thread_state.is_starred,
      ${labelIdsOf(sql)} as label_ids
    from mail_thread_states thread_state
    where ${heldBy(sql, scope, 'thread_state')} and thread_state.thread_id = ${threadId}`;
  return row ? { ...row } : null;
}

type MailRow = SentMail & { readonly subject: string };

/** Lists those messages of a conversation that the caller has a copy of, in sending order. */
export async function listMailsOf(
  sql: Queryable,
  { scope, threadId }: { scope: Scope; threadId: string },
): Promise<MailRow[]> {
  const rows = await sql<(Omit<MailRow, 'from'> & { senderId: string; senderName: string })[]>`
    select mail.id, mail.subject, mail.html, mail.sent_at, sender.id as sender_id,
      sender.name as sender_name, ${addresseesOf(sql)}, ${attachmentsOf(sql)}
    from staff_mail_copies copy
    join staff_mails mail on mail.id = copy.mail_id
    join accounts sender on sender.id = mail.sender_id
    where ${heldBy(sql, scope, 'copy')} and copy.thread_id = ${threadId}
    order by mail.sent_at, mail.id`;
  return rows.map(({ senderId, senderName, ...row }) => ({
    ...row,
    from: { id: senderId, name: senderName },
  }));
}

/** Lists the caller's own drafts: one by its id, or all in a conversation. */
export async function listDraftsOf(
  sql: Queryable,
  { scope, of }: { scope: Scope; of: { mailId: string } | { threadId: string } },
): Promise<MailDraft[]> {
  const which = 'mailId' in of ? sql`mail.id = ${of.mailId}` : sql`mail.thread_id = ${of.threadId}`;
  const rows = await sql<MailDraft[]>`
    select mail.id, mail.thread_id, mail.subject, mail.html, mail.changed_at as saved_at,
      ${addresseesOf(sql)}, ${attachmentsOf(sql)}
    from staff_mails mail
    where mail.sender_id = ${scope.accountId} and mail.sent_at is null and ${which}
    order by mail.changed_at, mail.id`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Lists possible recipients: colleagues who are not suspended, and the teams of the caller's
 * portfolio.
 */
export async function listAddresseesInScope(
  sql: Queryable,
  scope: Scope,
): Promise<MailAddressee[]> {
  const rows = await sql<MailAddressee[]>`
    select 'team' as kind, team.id, team.name from teams team where ${teamsOfColleagues(sql, scope)}
    union all
    select 'person', account.id, account.name from accounts account
    where ${colleaguesInScope(sql, scope)} and account.status <> 'suspended'
    order by kind desc, name, id`;
  return rows.map((row) => ({ ...row }));
}

export async function listLabels(sql: Queryable, { accountId }: Scope): Promise<MailLabel[]> {
  const rows = await sql<MailLabel[]>`
    select label.id, label.version, label.name, label.colour from staff_mail_labels label
    where label.owner_id = ${accountId} order by lower(label.name), label.id`;
  return rows.map((row) => ({ ...row }));
}

/** A mail label is visible only to its owner. */
export const mailLabels: AppRecordKind = {
  table: 'staff_mail_labels',
  noun: 'mail-label',
  inReach: (sql, { accountId }) => sql`record.owner_id = ${accountId}`,
  recordAccess: (sql) => sql`record.owner_id, false as is_shared, '{}'::uuid[] as others,
    jsonb_build_object('name', record.name) as details`,
};
