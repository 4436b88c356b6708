import type { CountChats } from '@bursar/contracts/office/chats';
import type { CountInternalMails } from '@bursar/contracts/office/internal-mails';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';
import { queryRoots } from './query-roots.ts';

/**
 * The number of conversations with unread messages, in the chat and in the mailbox with its drafts.
 */
export const chatCountsQuery = queryOptions({
  queryKey: [...queryRoots.chats, 'counts'],
  queryFn: ({ signal }) => callApi<CountChats>('GET /api/chats/counts', { signal }),
});

export const mailCountsQuery = queryOptions({
  queryKey: [...queryRoots.internalMails, 'counts'],
  queryFn: ({ signal }) =>
    callApi<CountInternalMails>('GET /api/internal-mails/counts', { signal }),
});
