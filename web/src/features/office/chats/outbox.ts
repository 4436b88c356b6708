import type { ChatMessage, PostChatFile, PostChatMessage } from '@bursar/contracts/office/chats';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { callApi } from '../../../lib/api-client.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { showMessage } from './chats.queries.ts';

/**
 * A message that the server has not confirmed yet. Retries send the same id, so it appears once.
 */
export type Unsent = {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly file: File | null;
  readonly failure: Error | null;
};

const outboxKey = (chatId: string) => ['chat-outbox', chatId] as const;
const none: readonly Unsent[] = [];

/** The sending queue of each conversation: messages go out one by one, in order. */
const lines = new Map<string, Promise<void>>();

export function useOutbox(chatId: string) {
  const queryClient = useQueryClient();
  // Never fetched: it holds the unsent messages of this browser tab.
  const { data: unsent } = useQuery({
    queryKey: outboxKey(chatId),
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const put = (one: Unsent) => {
    change(queryClient, chatId, (now) => [...now.filter(({ id }) => id !== one.id), one]);
    enqueue(queryClient, chatId, one);
  };
  const begin = (text: string, file: File | null) =>
    put({ id: uuidv7(), at: new Date().toISOString(), text, file, failure: null });
  return {
    unsent,
    send: (text: string) => begin(text, null),
    share: (file: File) => begin('', file),
    retry: (one: Unsent) => put({ ...one, failure: null }),
    discard: ({ id }: Unsent) =>
      change(queryClient, chatId, (now) => now.filter((one) => one.id !== id)),
  };
}

function change(
  queryClient: QueryClient,
  chatId: string,
  to: (now: readonly Unsent[]) => readonly Unsent[],
): void {
  queryClient.setQueryData<readonly Unsent[]>(outboxKey(chatId), (now) => to(now ?? none));
}

function enqueue(queryClient: QueryClient, chatId: string, one: Unsent): void {
  const before = lines.get(chatId) ?? Promise.resolve();
  const sent = before.then(async () => {
    try {
      showMessage(queryClient, chatId, await deliver(chatId, one));
      change(queryClient, chatId, (now) => now.filter(({ id }) => id !== one.id));
    } catch (cause) {
      const failure = cause instanceof Error ? cause : new Error(String(cause));
      change(queryClient, chatId, (now) =>
        now.map((each) => (each.id === one.id ? { ...each, failure } : each)),
      );
    }
  });
  lines.set(chatId, sent);
}

function deliver(chatId: string, { id, text, file }: Unsent): Promise<ChatMessage> {
  if (!file) {
    return callApi<PostChatMessage>('POST /api/chats/:chatId/messages', {
      params: { chatId },
      body: { id, text },
    });
  }
  return uploadFile<PostChatFile>('POST /api/chats/:chatId/files', {
    params: { chatId },
    query: { id, fileName: file.name },
    file,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
}
