import type { Chat, ChatPerson } from '@bursar/contracts/office/chats';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { chatsInScope, colleaguesInScope, type Scope } from '../../../platform/scope.ts';
import { messageColumns, messageOf, type MessageRow } from './chat-messages.store.ts';

const MOST_CHATS = 500;

type ChatRow = Pick<Chat, 'id' | 'name' | 'ownerId' | 'readNumber' | 'lastAt' | 'unread'> & {
  readonly members: ChatPerson[];
};

/**
 * The account that manages a group: its owner, or while the owner is suspended or no longer a
 * member, the member who joined first and is not suspended.
 */
const managerOf = (sql: Queryable): Fragment => sql`coalesce((
  select member.account_id
  from chat_members member join accounts account on account.id = member.account_id
  where member.chat_id = chat.id and account.status <> 'suspended'
  order by member.account_id <> chat.owner_id, member.joined_at, member.account_id limit 1
), chat.owner_id)`;

export async function listChatsOf(sql: Queryable, scope: Scope): Promise<Chat[]> {
  const rows = await sql<ChatRow[]>`
    select chat.id, chat.name, ${managerOf(sql)} as owner_id, own.read_number, chat.last_at,
      chat.last_number - own.read_number as unread, people.members
    from chat_members own join chats chat on chat.id = own.chat_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name,
        'role', account.role, 'isActive', account.status <> 'suspended')
        order by lower(account.name), account.id) as members
      from chat_members member join accounts account on account.id = member.account_id
      where member.chat_id = chat.id
    ) people
    where own.account_id = ${scope.accountId} and ${chatsInScope(sql, scope)}
    order by chat.last_at desc, chat.id limit ${MOST_CHATS}`;
  const last = await listLastMessages(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, lastMessage: last.get(row.id) ?? null }));
}

export async function countUnreadChats(sql: Queryable, scope: Scope): Promise<number> {
  const [row] = await sql<{ unread: number }[]>`
    select count(*)::int as unread
    from chat_members own join chats chat on chat.id = own.chat_id
    where own.account_id = ${scope.accountId} and chat.last_number > own.read_number
      and ${chatsInScope(sql, scope)}`;
  return row?.unread ?? 0;
}

async function listLastMessages(sql: Queryable, chatIds: readonly string[]) {
  const rows = await sql<(MessageRow & { chatId: string })[]>`
    select message.chat_id, ${messageColumns(sql)}
    from chats chat
    join chat_messages message
      on message.chat_id = chat.id and message.number = chat.last_number
    join accounts author on author.id = message.author_id
    where chat.id = any(${[...chatIds]}::uuid[])`;
  return new Map(rows.map(({ chatId, ...row }) => [chatId, messageOf(row)]));
}

export type HeldChat = {
  readonly id: string;
  readonly portfolioId: string | null;
  readonly name: string | null;
  /** The account that manages the group; see `managerOf`. */
  readonly ownerId: string;
  readonly lastRevision: number;
  /** In the order in which the members joined. */
  readonly memberIds: readonly string[];
};

export async function findChat(
  sql: Queryable,
  { scope, id }: { scope: Scope; id: string },
): Promise<HeldChat | null> {
  const [row] = await sql<HeldChat[]>`
    select chat.id, chat.portfolio_id, chat.name, ${managerOf(sql)} as owner_id,
      chat.last_revision,
      array(select account_id from chat_members member where member.chat_id = chat.id
        order by member.joined_at, member.account_id) as member_ids
    from chats chat where chat.id = ${id} and ${chatsInScope(sql, scope)}`;
  return row ?? null;
}

/**
 * Locks a conversation until the transaction ends, so that its members and messages do not change.
 */
export async function holdChat(
  transaction: Transaction,
  one: { scope: Scope; id: string },
): Promise<HeldChat | null> {
  await transaction`
    select from chats chat where chat.id = ${one.id} and ${chatsInScope(transaction, one.scope)}
    for update of chat`;
  return findChat(transaction, one);
}

export type NewChat = {
  readonly id: string;
  readonly portfolioId: string | null;
  readonly ownerId: string;
  readonly at: string;
} & (
  | { readonly name: string; readonly pair: null }
  | { readonly name: null; readonly pair: readonly [string, string] }
);

/**
 * Inserts a conversation and returns whether it is new; an existing one with this id or of these
 * two people is unchanged.
 */
export async function insertChat(transaction: Transaction, chat: NewChat): Promise<boolean> {
  const [low = null, high = null] = chat.pair?.toSorted() ?? [];
  const rows = await transaction`
    insert into chats (id, portfolio_id, owner_id, name, low_id, high_id, last_at, created_at)
    values (${chat.id}, ${chat.portfolioId}, ${chat.ownerId}, ${chat.name}, ${low}, ${high},
      ${chat.at}, ${chat.at})
    on conflict do nothing returning id`;
  return rows.length > 0;
}

export async function findChatOfTwo(
  sql: Queryable,
  pair: readonly [string, string],
): Promise<string | null> {
  const [low = null, high = null] = pair.toSorted();
  const [row] = await sql<{ id: string }[]>`
    select id from chats where low_id = ${low} and high_id = ${high}`;
  return row?.id ?? null;
}

/** Adds members and returns the new ones. Earlier messages count as read for them. */
export async function insertMembers(
  transaction: Transaction,
  { chatId, accountIds, at }: { chatId: string; accountIds: readonly string[]; at: string },
): Promise<string[]> {
  const rows = await transaction<{ accountId: string }[]>`
    insert into chat_members (chat_id, account_id, joined_at, read_number)
    select chat.id, person.id, ${at}, chat.last_number
    from chats chat, unnest(${[...accountIds]}::uuid[]) person(id) where chat.id = ${chatId}
    on conflict do nothing returning account_id`;
  return rows.map(({ accountId }) => accountId);
}

export async function deleteMember(
  transaction: Transaction,
  { chatId, accountId }: { chatId: string; accountId: string },
): Promise<void> {
  await transaction`
    delete from chat_members where chat_id = ${chatId} and account_id = ${accountId}`;
}

export async function updateChatName(
  transaction: Transaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await transaction`update chats set name = ${name} where id = ${id}`;
}

/** Makes the member who now manages the group its owner, if the owner is no longer a member. */
export async function replaceGoneOwner(transaction: Transaction, id: string): Promise<void> {
  await transaction`
    update chats chat set owner_id = ${managerOf(transaction)}
    where chat.id = ${id} and not exists (
      select from chat_members member
      where member.chat_id = chat.id and member.account_id = chat.owner_id)`;
}

/**
 * Returns whether all these people are colleagues with whom the caller may chat, and none is
 * suspended.
 */
export async function areColleagues(
  sql: Queryable,
  { scope, accountIds }: { scope: Scope; accountIds: readonly string[] },
): Promise<boolean> {
  const wanted = new Set(accountIds);
  const rows = await sql`
    select account.id from accounts account
    where account.id = any(${[...wanted]}::uuid[]) and account.status <> 'suspended'
      and ${colleaguesInScope(sql, scope)}`;
  return rows.length === wanted.size;
}

/** Moves the member's read position forward; returns false if it is already there or further. */
export async function putRead(
  sql: Queryable,
  { chatId, accountId, number }: { chatId: string; accountId: string; number: number },
): Promise<boolean> {
  const rows = await sql`
    update chat_members member set read_number = least(${number}, chat.last_number)
    from chats chat where chat.id = member.chat_id and chat.id = ${chatId}
      and member.account_id = ${accountId}
      and member.read_number < least(${number}, chat.last_number)
    returning member.account_id`;
  return rows.length > 0;
}
