import { z } from 'zod';
import { chatMembersMax, chatTextMax } from './chat-limits.ts';
import { uploadFailures } from '../records/document-types.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { instant, nameText, nameTitle, namedRef, uuid } from '../values.ts';

const groupName = nameTitle.max(80);
const messageText = z.string().max(chatTextMax).regex(/\S/);
/** A number that orders messages, or changes to them, within a conversation. */
const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const others = z
  .array(uuid)
  .min(1)
  .max(chatMembersMax - 1);

const chatPerson = namedRef.extend({
  role: z.enum(roles),
  /** False if the account is suspended. */
  isActive: z.boolean(),
});
export type ChatPerson = z.infer<typeof chatPerson>;

const chatMessage = z.object({
  id: uuid,
  number: count,
  author: namedRef,
  sentAt: instant,
  editedAt: instant.nullable(),
  isRemoved: z.boolean(),
  /** The text of the message; for an event, the group’s new name, if it has one. */
  text: z.string(),
  /** The group event that this entry records; null if it is a message that a person wrote. */
  event: z
    .object({
      kind: z.enum(['create', 'rename', 'add', 'remove', 'leave']),
      people: z.array(namedRef),
    })
    .nullable(),
  file: z
    .object({
      name: z.string(),
      mediaType: z.string(),
      bytes: z.int(),
      /** The digest in lower-case hexadecimal. */
      sha256: z.string(),
      scan: z.enum(['clean', 'not-scanned']),
    })
    .nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const chat = z.object({
  id: uuid,
  /** Null for a chat of two people, which has the other person's name. */
  name: z.string().nullable(),
  /** The owner of the group, or the member who manages it while the owner is suspended. */
  ownerId: uuid,
  /** All members, including the caller, by name. */
  members: z.array(chatPerson),
  unread: count,
  /** The number of the last message that the caller has read. */
  readNumber: count,
  lastMessage: chatMessage.nullable(),
  lastAt: instant,
});
export type Chat = z.infer<typeof chat>;

export const listChats = endpoint({
  key: 'GET /api/chats',
  summary: 'List the caller’s chats, latest first, with the unread count of each; at most 500.',
  access: 'signed-in',
  answer: z.object({ chats: z.array(chat) }),
  failures: [],
});
export type ListChats = typeof listChats;

export const countChats = endpoint({
  key: 'GET /api/chats/counts',
  summary: 'Count the caller’s chats with unread messages.',
  access: 'signed-in',
  answer: z.object({ unread: z.int() }),
  failures: [],
});
export type CountChats = typeof countChats;

export const findChatMessages = endpoint({
  key: 'GET /api/chats/found',
  summary:
    'Search messages and file names in the caller’s chats for all of these terms; the latest 20.',
  access: 'signed-in',
  query: z.object({ q: z.string().max(100).default('') }),
  answer: z.object({
    found: z.array(z.object({ chatId: uuid, message: chatMessage })),
    /**
     * Whether there are more matches than the answer contains. A longer search text narrows them.
     */
    hasMore: z.boolean(),
  }),
  failures: [],
});
export type FindChatMessages = typeof findChatMessages;

export const openChat = endpoint({
  key: 'POST /api/chats/of-two',
  summary: 'Open the chat with a colleague. Creates it with this id if there is none.',
  access: 'signed-in',
  body: z.object({ id: uuid, accountId: uuid }),
  answer: z.object({ id: uuid }),
  failures: ['colleague_not_found', 'id_reused_with_different_content'],
});
export type OpenChat = typeof openChat;

export const createChatGroup = endpoint({
  key: 'POST /api/chats',
  summary: 'Create a group chat that the caller owns.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: z.object({ id: uuid, name: groupName, accountIds: others }),
  answer: z.object({ id: uuid }),
  failures: ['colleague_not_found', 'id_reused_with_different_content'],
});
export type CreateChatGroup = typeof createChatGroup;

const chatParams = z.object({ chatId: uuid });

export const renameChatGroup = endpoint({
  key: 'PUT /api/chats/:chatId',
  summary: 'Rename a group chat. For its owner.',
  access: 'signed-in',
  params: chatParams,
  body: z.object({ name: groupName }),
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'chat_is_no_group', 'only_group_owner_may'],
});
export type RenameChatGroup = typeof renameChatGroup;

export const addChatMembers = endpoint({
  key: 'POST /api/chats/:chatId/members',
  summary: 'Add colleagues to a group chat. New members can read earlier messages. For its owner.',
  access: 'signed-in',
  params: chatParams,
  body: z.object({ accountIds: others }),
  answer: z.object({ id: uuid }),
  failures: [
    'not_found',
    'chat_is_no_group',
    'only_group_owner_may',
    'colleague_not_found',
    'group_is_full',
  ],
});
export type AddChatMembers = typeof addChatMembers;

export const removeChatMember = endpoint({
  key: 'POST /api/chats/:chatId/members/remove',
  summary:
    'Remove a member from a group chat, or leave it. If the owner leaves, the earliest member becomes owner.',
  access: 'signed-in',
  params: chatParams,
  body: z.object({ accountId: uuid }),
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'chat_is_no_group', 'only_group_owner_may', 'colleague_not_found'],
});
export type RemoveChatMember = typeof removeChatMember;

export const listChatMessages = endpoint({
  key: 'GET /api/chats/:chatId/messages',
  summary:
    'List messages of a chat in order: the latest, those before a number, or changes since a revision.',
  access: 'signed-in',
  params: chatParams,
  query: z.object({
    before: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
    changedAfter: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
  }),
  answer: z.object({
    messages: z.array(chatMessage),
    /** Whether there are earlier messages or, for changes, more than fit in one answer. */
    hasMore: z.boolean(),
    /** Poll for changes after this revision. */
    revision: count,
  }),
  failures: ['not_found'],
});
export type ListChatMessages = typeof listChatMessages;

export const postChatMessage = endpoint({
  key: 'POST /api/chats/:chatId/messages',
  summary: 'Post a chat message. The client creates the id, so that a retry posts it only once.',
  access: 'signed-in',
  params: chatParams,
  body: z.object({ id: uuid, text: messageText }),
  answer: chatMessage,
  failures: ['not_found', 'id_reused_with_different_content'],
});
export type PostChatMessage = typeof postChatMessage;

export const postChatFile = endpoint({
  key: 'POST /api/chats/:chatId/files',
  summary:
    'Share a file in a chat: PDF, PNG, JPEG, DOCX, XLSX, CSV or text, at most 20 MB. The content decides the type.',
  access: 'signed-in',
  params: chatParams,
  query: z.object({
    /** The message’s id, which the client creates and repeats on every retry. */
    id: uuid,
    fileName: nameText.min(1).max(255),
  }),
  streamedBody: 'application/octet-stream',
  answer: chatMessage,
  failures: ['not_found', ...uploadFailures],
});
export type PostChatFile = typeof postChatFile;

const chatMessageParams = chatParams.extend({ chatMessageId: uuid });

export const readChatFile = endpoint({
  key: 'GET /api/chats/:chatId/messages/:chatMessageId/content',
  summary: 'Download a shared file, unchanged.',
  access: 'signed-in',
  params: chatMessageParams,
  answer: z.string(),
  answerType: 'application/octet-stream',
  failures: ['not_found', 'document_missing', 'document_damaged'],
});
export type ReadChatFile = typeof readChatFile;

export const changeChatMessage = endpoint({
  key: 'PUT /api/chats/:chatId/messages/:chatMessageId',
  summary: 'Edit the caller’s own message. The message is shown as edited.',
  access: 'signed-in',
  params: chatMessageParams,
  body: z.object({ text: messageText }),
  answer: chatMessage,
  failures: ['not_found', 'chat_message_not_yours', 'chat_message_fixed'],
});
export type ChangeChatMessage = typeof changeChatMessage;

export const removeChatMessage = endpoint({
  key: 'POST /api/chats/:chatId/messages/:chatMessageId/remove',
  summary: 'Delete the content of the caller’s own message. Its position in the chat remains.',
  access: 'signed-in',
  params: chatMessageParams,
  answer: chatMessage,
  failures: ['not_found', 'chat_message_not_yours', 'chat_message_fixed'],
});
export type RemoveChatMessage = typeof removeChatMessage;

export const readChat = endpoint({
  key: 'POST /api/chats/:chatId/read',
  summary: 'Set how far the caller has read a chat. The position never moves back.',
  access: 'signed-in',
  params: chatParams,
  body: z.object({ number: count }),
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type ReadChat = typeof readChat;

export const sendTyping = endpoint({
  key: 'POST /api/chats/:chatId/typing',
  summary: 'Show the other members for a few seconds that the caller is typing. Nothing is stored.',
  access: 'signed-in',
  params: chatParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type SendTyping = typeof sendTyping;
