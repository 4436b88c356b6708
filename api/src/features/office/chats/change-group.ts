import { chatMembersMax } from '@bursar/contracts/office/chat-limits';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import { appendMessage, findMessage, type NewMessage } from './chat-messages.store.ts';
import {
  areColleagues,
  deleteMember,
  findChatOfTwo,
  holdChat,
  insertChat,
  insertMembers,
  replaceGoneOwner,
  updateChatName,
  type HeldChat,
} from './chats.store.ts';

type Opened = Outcome<{ id: string }, 'colleague_not_found' | 'id_reused_with_different_content'>;

/**
 * Opens the conversation of the caller with one other person. A second or concurrent request
 * returns the same conversation.
 */
export async function openChat(
  database: Database,
  { id: sentId, accountId }: { id: string; accountId: string },
  { session: { account, scope }, now }: CommandContext,
): Promise<Opened> {
  const id = ownedId(account.id, sentId);
  return database.begin(async (transaction): Promise<Opened> => {
    const isSelf = accountId === account.id;
    if (isSelf || !(await areColleagues(transaction, { scope, accountIds: [accountId] }))) {
      return refuse('colleague_not_found', { field: 'accountId' });
    }
    const pair = [account.id, accountId] as const;
    const at = now.toISOString();
    const { portfolioId } = account;
    const row = { id, portfolioId, ownerId: account.id, name: null, pair, at };
    if (!(await insertChat(transaction, row))) {
      const existing = await findChatOfTwo(transaction, pair);
      return existing ? succeed({ id: existing }) : refuse('id_reused_with_different_content');
    }
    await insertMembers(transaction, { chatId: id, accountIds: pair, at });
    return succeed({ id });
  });
}

export async function createChatGroup(
  database: Database,
  command: { id: string; name: string; accountIds: readonly string[] },
  context: CommandContext,
): Promise<Opened> {
  const { account, scope } = context.session;
  const id = ownedId(account.id, command.id);
  const name = command.name.trim();
  const others = [...new Set(command.accountIds)].filter((one) => one !== account.id);
  return database.begin(async (transaction): Promise<Opened> => {
    const isRepeated = () => isSameGroup(transaction, { context, id, name, others });
    const isPeopled = others.length > 0;
    if (!isPeopled || !(await areColleagues(transaction, { scope, accountIds: others }))) {
      // A repeated request returns its group, even if one of these people was suspended meanwhile.
      if (await isRepeated()) return succeed({ id });
      return refuse('colleague_not_found', { field: 'accountIds' });
    }
    const at = context.now.toISOString();
    const { portfolioId } = account;
    const row = { id, portfolioId, ownerId: account.id, name, pair: null, at };
    if (!(await insertChat(transaction, row))) {
      return (await isRepeated()) ? succeed({ id }) : refuse('id_reused_with_different_content');
    }
    await insertMembers(transaction, { chatId: id, accountIds: [account.id, ...others], at });
    // The first message has the group's own id, so that a retry recognises it.
    const group = { id, portfolioId, memberIds: [account.id, ...others] };
    await announceGroupChange(transaction, context, {
      group,
      event: 'create-chat-group',
      message: { id, event: 'create', people: others, text: name },
      after: { people: others.length + 1 },
    });
    return succeed({ id });
  });
}

type SentGroup = {
  readonly context: CommandContext;
  readonly id: string;
  readonly name: string;
  readonly others: readonly string[];
};

/**
 * Returns whether the caller created the group under this name with these people. The first message
 * of the group, which has the id of the group, records them.
 */
async function isSameGroup(
  transaction: Transaction,
  { context, id, name, others }: SentGroup,
): Promise<boolean> {
  const { account, scope } = context.session;
  const group = await holdChat(transaction, { scope, id });
  const first = group && (await findMessage(transaction, { chatId: id, id }));
  const people = new Set(first?.event?.people.map((person) => person.id));
  return (
    first?.text === name &&
    first.author.id === account.id &&
    people.size === others.length &&
    others.every((one) => people.has(one))
  );
}

type Ruled<Code extends 'colleague_not_found' | 'group_is_full' = never> = Outcome<
  { id: string },
  'not_found' | 'chat_is_no_group' | 'only_group_owner_may' | Code
>;

async function holdOwnGroup(
  transaction: Transaction,
  { id, context }: { id: string; context: CommandContext },
) {
  const { account, scope } = context.session;
  const group = await holdChat(transaction, { scope, id });
  if (!group) return refuse('not_found');
  if (group.name === null) return refuse('chat_is_no_group');
  if (group.ownerId !== account.id) return refuse('only_group_owner_may');
  return succeed({ ...group, name: group.name });
}

export async function renameChatGroup(
  database: Database,
  command: { id: string; name: string },
  context: CommandContext,
): Promise<Ruled> {
  const { id } = command;
  const name = command.name.trim();
  return database.begin(async (transaction): Promise<Ruled> => {
    const held = await holdOwnGroup(transaction, { id, context });
    if (!held.ok) return held;
    if (held.value.name === name) return succeed({ id });
    await updateChatName(transaction, { id, name });
    await announceGroupChange(transaction, context, {
      group: held.value,
      event: 'rename-chat-group',
      message: { event: 'rename', text: name },
      after: {},
    });
    return succeed({ id });
  });
}

export async function addChatMembers(
  database: Database,
  { id, accountIds }: { id: string; accountIds: readonly string[] },
  context: CommandContext,
): Promise<Ruled<'colleague_not_found' | 'group_is_full'>> {
  const { scope } = context.session;
  return database.begin(
    async (transaction): Promise<Ruled<'colleague_not_found' | 'group_is_full'>> => {
      const held = await holdOwnGroup(transaction, { id, context });
      if (!held.ok) return held;
      const group = held.value;
      if (!(await areColleagues(transaction, { scope, accountIds }))) {
        return refuse('colleague_not_found', { field: 'accountIds' });
      }
      const memberIds = [...new Set([...group.memberIds, ...accountIds])];
      if (memberIds.length > chatMembersMax) {
        return refuse('group_is_full', { details: { count: chatMembersMax } });
      }
      const at = context.now.toISOString();
      const added = await insertMembers(transaction, { chatId: id, accountIds, at });
      if (added.length === 0) return succeed({ id });
      await announceGroupChange(transaction, context, {
        group: { ...group, memberIds },
        event: 'add-chat-members',
        message: { event: 'add', people: added },
        after: { people: memberIds.length },
      });
      return succeed({ id });
    },
  );
}

/**
 * Removes a member, or lets the caller leave. When the owner leaves, the member who joined first
 * and is not suspended becomes the owner.
 */
export async function removeChatMember(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
  context: CommandContext,
): Promise<Ruled<'colleague_not_found'>> {
  const { account, scope } = context.session;
  const leaves = accountId === account.id;
  return database.begin(async (transaction): Promise<Ruled<'colleague_not_found'>> => {
    const group = await holdChat(transaction, { scope, id });
    if (!group) return refuse('not_found');
    const { name, ownerId } = group;
    if (name === null) return refuse('chat_is_no_group');
    if (!leaves && ownerId !== account.id) return refuse('only_group_owner_may');
    if (!group.memberIds.includes(accountId)) {
      return refuse('colleague_not_found', { field: 'accountId' });
    }
    await deleteMember(transaction, { chatId: id, accountId });
    await replaceGoneOwner(transaction, id);
    await announceGroupChange(transaction, context, {
      group,
      event: leaves ? 'leave-chat-group' : 'remove-chat-member',
      message: { event: leaves ? 'leave' : 'remove', people: [accountId] },
      after: { people: group.memberIds.length - 1 },
    });
    return succeed({ id });
  });
}

type GroupChange = {
  readonly group: Pick<HeldChat, 'id' | 'portfolioId' | 'memberIds'>;
  readonly event:
    | 'create-chat-group'
    | 'rename-chat-group'
    | 'add-chat-members'
    | 'remove-chat-member'
    | 'leave-chat-group';
  readonly message: Partial<Pick<NewMessage, 'id' | 'text' | 'event' | 'people'>>;
  readonly before?: Readonly<Record<string, string | number>>;
  readonly after: Readonly<Record<string, string | number>>;
};

/** Records a change of the group as a message and in the audit trail. */
async function announceGroupChange(
  transaction: Transaction,
  context: CommandContext,
  { group, event, message, before, after }: GroupChange,
): Promise<void> {
  await appendMessage(transaction, {
    id: uuidv7(),
    text: '',
    ...message,
    chatId: group.id,
    authorId: context.session.account.id,
    at: context.now.toISOString(),
  });
  await auditCommand(transaction, context, {
    portfolioId: group.portfolioId,
    event,
    subject: 'chat',
    subjectId: group.id,
    onlyAccountIds: group.memberIds,
    ...(before && { before }),
    after,
  });
}
