import type {
  AddChatMembers,
  ChangeChatMessage,
  ChatMessage,
  CreateChatGroup,
  FindChatMessages,
  ListChatMessages,
  ListChats,
  OpenChat,
  ReadChat,
  RemoveChatMember,
  RemoveChatMessage,
  RenameChatGroup,
} from '@bursar/contracts/office/chats';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { quietly } from '../../../lib/quietly.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { initialThread, withChanges, withEarlier, type ThreadState } from './thread-state.ts';

export const chatsQuery = queryOptions({
  queryKey: [...queryRoots.chats, 'list'],
  queryFn: ({ signal }) => callApi<ListChats>('GET /api/chats', { signal }),
});

/** The latest messages whose text or file name contains all search terms, at most 20. */
export const foundQuery = (query: string) =>
  queryOptions({
    queryKey: [...queryRoots.chats, 'found', query],
    queryFn: ({ signal }) =>
      callApi<FindChatMessages>('GET /api/chats/found', { query: { q: query }, signal }),
    placeholderData: keepPreviousData,
  });

const threadKey = (chatId: string) => [...queryRoots.chats, 'thread', chatId] as const;

type Wanted = { before?: number; changedAfter?: number };

const listMessages = (chatId: string, query: Wanted, signal?: AbortSignal) =>
  callApi<ListChatMessages>('GET /api/chats/:chatId/messages', {
    params: { chatId },
    query,
    ...(signal && { signal }),
  });

/**
 * The loaded messages of a conversation. A refetch loads only changes, or the latest messages if
 * there are too many changes for one answer.
 */
export const threadQuery = (queryClient: QueryClient, chatId: string) =>
  queryOptions({
    queryKey: threadKey(chatId),
    queryFn: async ({ signal }): Promise<ThreadState> => {
      const known = queryClient.getQueryData<ThreadState>(threadKey(chatId));
      if (known) {
        const { revision } = known;
        const changes = await listMessages(chatId, { changedAfter: revision }, signal);
        const now = queryClient.getQueryData<ThreadState>(threadKey(chatId)) ?? known;
        if (!changes.hasMore) return withChanges(now, changes);
      }
      return initialThread(await listMessages(chatId, {}, signal));
    },
    // Live updates deliver each change; a user who returns fetches the missed ones.
    staleTime: 0,
  });

export function useEarlier(chatId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (before: number) => listMessages(chatId, { before }),
    onSuccess: (page) =>
      queryClient.setQueryData<ThreadState>(
        threadKey(chatId),
        (now) => now && withEarlier(now, page),
      ),
  });
}

/** Shows a message from the server's answer, before the live update arrives. */
export function showMessage(queryClient: QueryClient, chatId: string, message: ChatMessage): void {
  queryClient.setQueryData<ThreadState>(
    threadKey(chatId),
    (now) => now && withChanges(now, { messages: [message], revision: now.revision }),
  );
}

function useMessageMutation<Sent>(chatId: string, send: (sent: Sent) => Promise<ChatMessage>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (message) => showMessage(queryClient, chatId, message),
  });
}

export const useChangeMessage = (chatId: string) =>
  useMessageMutation(chatId, ({ id, text }: { id: string; text: string }) =>
    callApi<ChangeChatMessage>('PUT /api/chats/:chatId/messages/:chatMessageId', {
      params: { chatId, chatMessageId: id },
      body: { text },
    }),
  );

export const useRemoveMessage = (chatId: string) =>
  useMessageMutation(chatId, (id: string) =>
    callApi<RemoveChatMessage>('POST /api/chats/:chatId/messages/:chatMessageId/remove', {
      params: { chatId, chatMessageId: id },
    }),
  );

function useChatMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>, meta = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    meta,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.chats }),
  });
}

export type NewChat = {
  readonly id: string;
  readonly name: string;
  readonly accountIds: readonly string[];
};

/**
 * Starts a conversation: with one colleague, a conversation of two, which may already exist; with
 * several, a group.
 */
export const useStartChat = () =>
  useChatMutation(({ id, name, accountIds }: NewChat) => {
    const [accountId, ...others] = accountIds;
    return accountId !== undefined && others.length === 0
      ? callApi<OpenChat>('POST /api/chats/of-two', { body: { id, accountId } })
      : callApi<CreateChatGroup>('POST /api/chats', {
          body: { id, name: name.trim(), accountIds: [...accountIds] },
        });
  });

export const useRenameGroup = () =>
  useChatMutation(({ chatId, name }: { chatId: string; name: string }) =>
    callApi<RenameChatGroup>('PUT /api/chats/:chatId', { params: { chatId }, body: { name } }),
  );

export const useAddMembers = () =>
  useChatMutation(({ chatId, accountIds }: { chatId: string; accountIds: string[] }) =>
    callApi<AddChatMembers>('POST /api/chats/:chatId/members', {
      params: { chatId },
      body: { accountIds },
    }),
  );

export const useRemoveMember = () =>
  useChatMutation(({ chatId, accountId }: { chatId: string; accountId: string }) =>
    callApi<RemoveChatMember>('POST /api/chats/:chatId/members/remove', {
      params: { chatId },
      body: { accountId },
    }),
  );

/**
 * Marks the messages up to a number as read. A failure is not reported, because the next message,
 * or the next visit to the page, marks them again.
 */
export const useReadChat = () =>
  useChatMutation(
    ({ chatId, number }: { chatId: string; number: number }) =>
      callApi<ReadChat>('POST /api/chats/:chatId/read', { params: { chatId }, body: { number } }),
    quietly,
  );
