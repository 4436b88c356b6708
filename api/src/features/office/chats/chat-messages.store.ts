import { chatPageMessages } from '@bursar/contracts/office/chat-limits';
import type { ChatMessage } from '@bursar/contracts/office/chats';
import type { NamedRef } from '@bursar/contracts/values';
import { matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { chatsInScope, type Scope } from '../../../platform/scope.ts';
import type { DocumentKey } from '../../records/documents/document-folder.ts';

type Event = NonNullable<ChatMessage['event']>;
type File = NonNullable<ChatMessage['file']>;

export type MessageRow = Pick<ChatMessage, 'id' | 'number' | 'sentAt' | 'editedAt' | 'text'> & {
  readonly authorId: string;
  readonly authorName: string;
  readonly isRemoved: boolean;
  readonly event: Event['kind'] | null;
  readonly people: NamedRef[];
  readonly fileName: string | null;
  readonly mediaType: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly scan: File['scan'] | null;
};

/** Selects the columns of a message, for the aliases `message` and `author`. */
export function messageColumns(sql: Queryable) {
  return sql`message.id, message.number, message.sent_at, message.edited_at, message.text,
    message.removed_at is not null as is_removed, message.author_id, author.name as author_name,
    message.event, message.file_name, message.media_type, message.bytes,
    encode(message.sha256, 'hex') as sha256, message.scan,
    (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name)
      order by lower(person.name)), '[]')
      from accounts person where person.id = any(message.people)) as people`;
}

export function messageOf(row: MessageRow): ChatMessage {
  const { id, number, sentAt, editedAt, text, isRemoved, event, people } = row;
  const { fileName, mediaType, bytes, sha256, scan } = row;
  const isFile = fileName !== null && mediaType !== null && bytes !== null;
  return {
    id,
    number,
    sentAt,
    editedAt,
    text,
    isRemoved,
    author: { id: row.authorId, name: row.authorName },
    event: event && { kind: event, people },
    file:
      isFile && sha256 !== null && scan !== null
        ? { name: fileName, mediaType, bytes, sha256, scan }
        : null,
  };
}

/**
 * Maximum number of changed messages in one answer; a client that missed more reloads the
 * conversation.
 */
const MOST_CHANGES = 200;

type Wanted = { readonly before?: number | undefined; readonly changedAfter?: number | undefined };

const MOST_FOUND = 20;

type Found = { readonly chatId: string; readonly message: ChatMessage };

/**
 * Finds the latest messages and files in the caller's conversations that match a query; an empty
 * query finds nothing.
 */
export async function findMessages(
  sql: Queryable,
  scope: Scope,
  query: string,
): Promise<{ found: Found[]; hasMore: boolean }> {
  if (query.trim() === '') return { found: [], hasMore: false };
  const rows = await sql<(MessageRow & { chatId: string })[]>`
    select message.chat_id, ${messageColumns(sql)}
    from chat_members own
    join chats chat on chat.id = own.chat_id
    join chat_messages message on message.chat_id = chat.id
    join accounts author on author.id = message.author_id
    where own.account_id = ${scope.accountId} and ${chatsInScope(sql, scope)}
      and message.event is null and message.removed_at is null 
      and ${matchesSearch(sql, sql`message.search_text`, query)}
    order by message.sent_at desc, message.chat_id, message.number desc
    limit ${MOST_FOUND + 1}`;
  return {
    found: rows
      .slice(0, MOST_FOUND)
      .map(({ chatId, ...row }) => ({ chatId, message: messageOf(row) })),
    hasMore: rows.length > MOST_FOUND,
  };
}

/**
 * Lists the messages before a number, or those changed after a revision, ordered by number. The
 * caller must have checked that the conversation is in scope.
 */
export async function listMessages(
  sql: Queryable,
  chatId: string,
  { before, changedAfter }: Wanted,
): Promise<{ messages: ChatMessage[]; hasMore: boolean }> {
  const limit = changedAfter === undefined ? chatPageMessages : MOST_CHANGES;
  const wanted =
    changedAfter === undefined
      ? sql`(${before ?? null}::integer is null or message.number < ${before ?? null})
          order by message.number desc`
      : sql`message.revision > ${changedAfter} order by message.revision`;
  const rows = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from chat_messages message
    join accounts author on author.id = message.author_id
    where message.chat_id = ${chatId} and ${wanted} limit ${limit + 1}`;
  const messages = rows.slice(0, limit).map(messageOf);
  return {
    messages: messages.toSorted((one, other) => one.number - other.number),
    hasMore: rows.length > limit,
  };
}

/** Finds a message by id; its text or file digest shows whether a repeated id is a replay. */
export async function findMessage(
  sql: Queryable,
  { chatId, id }: { chatId: string; id: string },
): Promise<ChatMessage | null> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from chat_messages message
    join accounts author on author.id = message.author_id
    where message.chat_id = ${chatId} and message.id = ${id}`;
  return row ? messageOf(row) : null;
}

export type NewMessage = {
  readonly chatId: string;
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly at: string;
  readonly event?: Event['kind'];
  readonly people?: readonly string[];
  readonly file?: Omit<File, 'sha256'> & { readonly sha256: Buffer };
};

/** Appends a message. The author has then read the conversation up to it. */
export async function appendMessage(transaction: Transaction, message: NewMessage): Promise<void> {
  const { chatId, id, authorId, text, at, event = null, people = [], file } = message;
  await transaction`
    with place as (
      update chats set last_number = last_number + 1, last_revision = last_revision + 1,
        last_at = ${at}
      where id = ${chatId} returning last_number, last_revision, portfolio_id
    ), posted as (
      insert into chat_messages (chat_id, number, id, portfolio_id, revision, author_id, text,
        event, people, file_name, media_type, bytes, sha256, scan, sent_at)
      select ${chatId}, place.last_number, ${id}, place.portfolio_id, place.last_revision,
        ${authorId}, ${text}, ${event}, ${[...people]}::uuid[], ${file?.name ?? null},
        ${file?.mediaType ?? null}, ${file?.bytes ?? null}, ${file?.sha256 ?? null},
        ${file?.scan ?? null}, ${at}
      from place
    )
    update chat_members set read_number = place.last_number from place
    where chat_id = ${chatId} and account_id = ${authorId}`;
}

type Rewording = { readonly chatId: string; readonly id: string; readonly at: string };

export async function editMessage(
  transaction: Transaction,
  { chatId, id, at, text }: Rewording & { readonly text: string },
): Promise<void> {
  await transaction`
    with place as (
      update chats set last_revision = last_revision + 1 where id = ${chatId}
      returning last_revision
    )
    update chat_messages set text = ${text}, edited_at = ${at}, revision = place.last_revision
    from place where chat_id = ${chatId} and id = ${id}`;
}

/** Clears the text and file details of a message; the empty message remains. */
export async function clearMessage(
  transaction: Transaction,
  { chatId, id, at }: Rewording,
): Promise<void> {
  await transaction`
    with place as (
      update chats set last_revision = last_revision + 1 where id = ${chatId}
      returning last_revision
    )
    update chat_messages set text = '', removed_at = ${at}, revision = place.last_revision,
      file_name = null, media_type = null, bytes = null, sha256 = null, scan = null
    from place where chat_id = ${chatId} and id = ${id}`;
}

/** Returns the keys of files whose message has not been removed. */
export function listFilesOf(sql: Queryable, keys: readonly DocumentKey[]): Promise<DocumentKey[]> {
  return sql<DocumentKey[]>`
    select chat_id as portfolio_id, id from chat_messages
    where file_name is not null and (chat_id, id) in (
      select * from unnest(${keys.map(({ portfolioId }) => portfolioId)}::uuid[],
        ${keys.map(({ id }) => id)}::uuid[]))`;
}

/**
 * Selects the files of all messages that have not been removed. Their folder is named after the
 * conversation, in place of a portfolio.
 */
export function chatFilesWithBytes(sql: Queryable): Fragment {
  return sql`
    select chat_id as portfolio_id, id, sha256 from chat_messages where file_name is not null`;
}
