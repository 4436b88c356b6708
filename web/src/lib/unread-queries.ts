import type { ListMessageBatches } from '@bursar/contracts/collections/dunning';
import type { CountChats } from '@bursar/contracts/office/chats';
import type { CountStaffMail } from '@bursar/contracts/office/staff-mail';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';
import { queryRoots } from './query-roots.ts';

/** The number of chats with unread messages. */
export const chatCountsQuery = queryOptions({
  queryKey: [...queryRoots.chats, 'counts'],
  queryFn: ({ signal }) => callApi<CountChats>('GET /api/chats/counts', { signal }),
});

export const mailCountsQuery = queryOptions({
  queryKey: [...queryRoots.staffMail, 'counts'],
  queryFn: ({ signal }) => callApi<CountStaffMail>('GET /api/internal-mails/counts', { signal }),
});

/** The number of batches of letters and messages that wait for their release. */
export const waitingBatchesQuery = queryOptions({
  queryKey: [...queryRoots.letters, 'waiting'],
  queryFn: ({ signal }) =>
    callApi<ListMessageBatches>('GET /api/message-batches', {
      query: { state: 'proposed', limit: 1 },
      signal,
    }),
});
