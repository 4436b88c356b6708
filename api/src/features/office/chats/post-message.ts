import type { ChatMessage } from '@bursar/contracts/office/chats';
import { placeWithin, type DocumentPlace } from '../../../platform/document-place.ts';
import { auditCommand } from '../../../platform/audit.ts';
import { announceChange } from '../../../platform/live-updates/announce-change.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { AdmittedFile } from '../../records/documents/admit-file.ts';
import {
  openDocumentFolder,
  type DocumentFolder,
  type FiledDocument,
} from '../../records/documents/document-folder.ts';
import { removeBytes, type Removal } from '../../records/documents/remove-bytes.ts';
import { sweepFolder, type Tidying } from '../../records/documents/sweep-documents.ts';
import {
  appendMessage,
  clearMessage,
  findMessage,
  listFilesOf,
  editMessage,
} from './chat-messages.store.ts';
import { holdChat, type HeldChat } from './chats.store.ts';

/**
 * Opens the folder of chat files. It has no other files, because the clean-up compares the files of
 * a folder with one table.
 */
export const openChatFolder = (documentPlace: DocumentPlace): DocumentFolder =>
  openDocumentFolder(placeWithin(documentPlace, 'chats'));

type One = { readonly chatId: string; readonly id: string };

export const filedAs = ({ chatId, id }: One, sha256: Buffer): FiledDocument => ({
  portfolioId: chatId,
  id,
  sha256,
});

export function sweepChatFiles(database: Database, tidying: Tidying): Promise<number> {
  return sweepFolder(tidying, (keys) => listFilesOf(database, keys));
}

type Posted = Outcome<ChatMessage, 'not_found' | 'id_reused_with_different_content'>;

/**
 * Posts a message. The lock on the conversation gives messages their order and number. A repeated
 * id returns the existing message. It is refused if the author differs, or if the text differs
 * although the message was not edited or removed.
 */
export async function postMessage(
  database: Database,
  { chatId, id, text }: One & { readonly text: string },
  context: CommandContext,
): Promise<Posted> {
  const { account, scope } = context.session;
  return database.begin(async (transaction): Promise<Posted> => {
    const chat = await holdChat(transaction, { scope, id: chatId });
    if (!chat) return refuse('not_found');
    const earlier = await findMessage(transaction, { chatId, id });
    if (earlier) {
      const isReworded = earlier.editedAt !== null || earlier.isRemoved;
      const isSame = !earlier.event && !earlier.file && (isReworded || earlier.text === text);
      return isSame && earlier.author.id === account.id
        ? succeed(earlier)
        : refuse('id_reused_with_different_content');
    }
    const at = context.now.toISOString();
    await appendMessage(transaction, { chatId, id, authorId: account.id, text, at });
    await announce(transaction, chat, 'post-chat-message');
    return succeed(await currentMessage(transaction, { chatId, id }));
  });
}

/** Shares a file. The audit trail records the file and its digest, but no text of a message. */
export async function postChatFile(
  { database, folder }: { database: Database; folder: DocumentFolder },
  { chatId, id, file }: One & { readonly file: AdmittedFile },
  context: CommandContext,
): Promise<Posted> {
  const { account, scope } = context.session;
  const { path, ...about } = file;
  const place = filedAs({ chatId, id }, file.sha256);
  const post = async (transaction: Transaction): Promise<Posted> => {
    const chat = await holdChat(transaction, { scope, id: chatId });
    if (!chat) return refuse('not_found');
    const earlier = await findMessage(transaction, { chatId, id });
    if (earlier) {
      const isSame = earlier.file?.sha256 === file.sha256.toString('hex');
      return isSame && earlier.author.id === account.id && earlier.file?.name === file.name
        ? succeed(earlier)
        : refuse('id_reused_with_different_content');
    }
    const at = context.now.toISOString();
    await appendMessage(transaction, {
      chatId,
      id,
      authorId: account.id,
      text: '',
      at,
      file: about,
    });
    await auditFile(transaction, context, { chat, event: 'post-chat-file', file: about });
    // Store the bytes last: a row must never exist without its bytes, while bytes without a row are
    // cleaned up.
    if (!(await folder.keep(path, place))) throw placeTaken;
    return succeed(await currentMessage(transaction, { chatId, id }));
  };
  try {
    return await database.begin(post);
  } catch (error) {
    if (error === placeTaken) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/**
 * Thrown to roll back the row, because other bytes of an interrupted upload are already stored
 * under this name.
 */
const placeTaken = new Error('other bytes lie at the place of this file');

type Changed = Outcome<ChatMessage, 'not_found' | 'chat_message_not_yours' | 'chat_message_fixed'>;

export async function changeChatMessage(
  database: Database,
  { chatId, id, text }: One & { readonly text: string },
  context: CommandContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const held = await holdOwnMessage(transaction, { chatId, id, context });
    if (!held.ok) return held;
    const { chat, message } = held.value;
    if (message.isRemoved || message.file) return refuse('chat_message_fixed');
    if (message.text === text) return succeed(message);
    await editMessage(transaction, { chatId, id, text, at: context.now.toISOString() });
    await announce(transaction, chat, 'change-chat-message');
    return succeed(await currentMessage(transaction, { chatId, id }));
  });
}

export async function removeChatMessage(
  { database, ...removal }: Removal & { readonly database: Database },
  { chatId, id }: One,
  context: CommandContext,
): Promise<Changed> {
  const outcome = await database.begin(async (transaction): Promise<Changed> => {
    const held = await holdOwnMessage(transaction, { chatId, id, context });
    if (!held.ok) return held;
    const { chat, message } = held.value;
    if (message.isRemoved) return succeed(message);
    await clearMessage(transaction, { chatId, id, at: context.now.toISOString() });
    if (message.file) {
      const { name, bytes, sha256 } = message.file;
      const file = { name, bytes, sha256: Buffer.from(sha256, 'hex') };
      await auditFile(transaction, context, { chat, event: 'remove-chat-file', file });
    } else {
      await announce(transaction, chat, 'remove-chat-message');
    }
    return succeed(await currentMessage(transaction, { chatId, id }));
  });
  // Remove the bytes after the commit. A repeated request removes them again, because the first one
  // may have failed to.
  if (outcome.ok) await removeBytes(removal, { portfolioId: chatId, id });
  return outcome;
}

async function holdOwnMessage(
  transaction: Transaction,
  { chatId, id, context }: One & { readonly context: CommandContext },
) {
  const { account, scope } = context.session;
  const chat = await holdChat(transaction, { scope, id: chatId });
  const message = chat && (await findMessage(transaction, { chatId, id }));
  if (!message) return refuse('not_found');
  if (message.author.id !== account.id) return refuse('chat_message_not_yours');
  if (message.event) return refuse('chat_message_fixed');
  return succeed({ chat, message });
}

async function currentMessage(transaction: Transaction, one: One): Promise<ChatMessage> {
  const message = await findMessage(transaction, one);
  if (!message) throw new Error(`message ${one.id} was stored but is missing`);
  return message;
}

/** Notifies the members of a change without an audit row: docs/decisions/0042. */
export function announce(
  transaction: Transaction,
  { id, portfolioId, memberIds }: Pick<HeldChat, 'id' | 'portfolioId' | 'memberIds'>,
  event: string,
): Promise<void> {
  return announceChange(transaction, {
    portfolioId,
    event,
    subject: 'chat',
    subjectId: id,
    onlyAccountIds: memberIds,
  });
}

type FileEvent = {
  readonly chat: HeldChat;
  readonly event: 'post-chat-file' | 'remove-chat-file';
  readonly file: Pick<AdmittedFile, 'name' | 'bytes' | 'sha256'>;
};

function auditFile(
  transaction: Transaction,
  context: CommandContext,
  { chat, event, file }: FileEvent,
): Promise<void> {
  const fileDetails = { name: file.name, bytes: file.bytes, sha256: file.sha256.toString('hex') };
  return auditCommand(transaction, context, {
    portfolioId: chat.portfolioId,
    event,
    subject: 'chat',
    subjectId: chat.id,
    onlyAccountIds: chat.memberIds,
    ...(event === 'post-chat-file' ? { after: fileDetails } : { before: fileDetails }),
  });
}
