import {
  addChatMembers as addContract,
  changeChatMessage as changeContract,
  createChatGroup as createContract,
  findChatMessages,
  listChatMessages,
  countChats,
  listChats,
  openChat as openContract,
  postChatFile as postFileContract,
  postChatMessage,
  readChat,
  readChatFile,
  removeChatMember as removeMemberContract,
  removeChatMessage as removeContract,
  renameChatGroup as renameContract,
  sendTyping,
} from '@bursar/contracts/office/chats';
import { announceTyping } from '../../../platform/live-updates/announce-change.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { admitFile } from '../../records/documents/admit-file.ts';
import { attachmentOf } from '../../records/documents/document-name.ts';
import type { DocumentSettings } from '../../records/documents/documents.routes.ts';
import { sweepRegularly } from '../../records/documents/sweep-documents.ts';
import { withUpload } from '../../records/documents/with-upload.ts';
import {
  addChatMembers,
  createChatGroup,
  openChat,
  removeChatMember,
  renameChatGroup,
} from './change-group.ts';
import { findMessage, findMessages, listMessages } from './chat-messages.store.ts';
import { findChat, countUnreadChats, listChatsOf, putRead } from './chats.store.ts';
import {
  announce,
  changeChatMessage,
  filedAs,
  openChatFolder,
  postChatFile,
  postMessage,
  removeChatMessage,
  sweepChatFiles,
} from './post-message.ts';

export function bindChatRoutes(platform: Platform, settings: DocumentSettings): void {
  bindConversations(platform);
  bindMessages(platform, settings);
}

function bindConversations(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listChats, async ({ session: { scope } }) =>
    succeed({ chats: await listChatsOf(database, scope) }),
  );

  bindEndpoint(platform, countChats, async ({ session: { scope } }) =>
    succeed({ unread: await countUnreadChats(database, scope) }),
  );

  bindEndpoint(platform, findChatMessages, async ({ query: { q }, session: { scope } }) =>
    succeed(await findMessages(database, scope, q)),
  );

  bindEndpoint(platform, openContract, ({ body, context }) => openChat(database, body, context));

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createChatGroup(database, body, context),
  );

  bindEndpoint(platform, renameContract, ({ params, body: { name }, context }) =>
    renameChatGroup(database, { id: params.chatId, name }, context),
  );

  bindEndpoint(platform, addContract, ({ params, body: { accountIds }, context }) =>
    addChatMembers(database, { id: params.chatId, accountIds }, context),
  );

  bindEndpoint(platform, removeMemberContract, ({ params, body: { accountId }, context }) =>
    removeChatMember(database, { id: params.chatId, accountId }, context),
  );

  bindEndpoint(platform, readChat, async ({ params: { chatId }, body: { number }, session }) => {
    const { account, scope } = session;
    return database.begin(async (transaction) => {
      const chat = await findChat(transaction, { scope, id: chatId });
      if (!chat) return refuse('not_found');
      const isNews = await putRead(transaction, { chatId, accountId: account.id, number });
      // The user's other browsers then show the conversation as read.
      if (isNews) {
        await announce(transaction, { ...chat, memberIds: [account.id] }, 'read-chat');
      }
      return succeed({ id: chatId });
    });
  });

  bindEndpoint(platform, sendTyping, async ({ params: { chatId }, session }) => {
    const { account, scope } = session;
    const chat = await findChat(database, { scope, id: chatId });
    if (!chat) return refuse('not_found');
    await announceTyping(database, {
      chatId,
      author: { id: account.id, name: account.name },
      accountIds: chat.memberIds.filter((id) => id !== account.id),
    });
    return succeed({ id: chatId });
  });
}

function bindMessages(platform: Platform, settings: DocumentSettings): void {
  const { app, database } = platform;
  const folder = openChatFolder(settings.documentPlace);
  sweepRegularly(platform, {
    folder,
    sweep: (tidying) => sweepChatFiles(database, tidying),
    message: 'files without a chat message were removed',
  });

  bindEndpoint(platform, listChatMessages, async ({ params, query, session: { scope } }) => {
    // Read the conversation before its messages: a change in between is then sent twice, but never
    // missed.
    const chat = await findChat(database, { scope, id: params.chatId });
    if (!chat) return refuse('not_found');
    const page = await listMessages(database, chat.id, query);
    return succeed({ ...page, revision: chat.lastRevision });
  });

  bindEndpoint(platform, postChatMessage, ({ params: { chatId }, body, context }) =>
    postMessage(database, { chatId, ...body }, context),
  );

  bindEndpoint(platform, postFileContract, async ({ params, query, request, context }) => {
    const { chatId } = params;
    // Check access before receiving the file, so that nobody can fill the disk through a
    // conversation they are not in.
    const chat = await findChat(database, { scope: context.session.scope, id: chatId });
    if (!chat) return refuse('not_found');
    return withUpload(folder, request, async (file) => {
      const admitted = await admitFile(settings.scanCommand, { file, fileName: query.fileName });
      if (!admitted.ok) return admitted;
      const posted = { chatId, id: query.id, file: admitted.value };
      return postChatFile({ database, folder }, posted, context);
    });
  });

  bindEndpoint(platform, readChatFile, async ({ params, session: { scope }, request, reply }) => {
    const { chatId, chatMessageId: id } = params;
    const chat = await findChat(database, { scope, id: chatId });
    const file = chat && (await findMessage(database, { chatId, id }))?.file;
    if (!file) return refuse('not_found');
    const bytes = await folder.read(filedAs({ chatId, id }, Buffer.from(file.sha256, 'hex')));
    if (!bytes.ok) {
      const { code } = bytes.refusal;
      request.log.error({ chatId, id, code }, 'a file of a chat has lost its bytes');
      return bytes;
    }
    reply.headers({
      'content-disposition': attachmentOf(file.name),
      'content-length': file.bytes,
    });
    return bytes;
  });

  bindEndpoint(platform, changeContract, ({ params, body: { text }, context }) =>
    changeChatMessage(database, { chatId: params.chatId, id: params.chatMessageId, text }, context),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeChatMessage(
      { database, folder, log: app.log },
      { chatId: params.chatId, id: params.chatMessageId },
      context,
    ),
  );
}
