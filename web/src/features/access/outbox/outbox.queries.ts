import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListOutbox, ReadMail, RetryMail } from '@bursar/contracts/access/outbox';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type OutboxFilter = Pick<InputOf<ListOutbox>['query'], 'state' | 'q'>;
export type OutboxPage = AnswerOf<ListOutbox>;

/** Outgoing mail, newest first, in keyset pages. */
export function outboxQuery(filter: OutboxFilter) {
  return pagesByKey(
    [...queryRoots.outbox, 'list', filter],
    (from, signal) =>
      callApi<ListOutbox>('GET /api/mails', { query: { ...filter, ...from }, signal }),
    { staleTime: 0 },
  );
}

export type MailOpening = { readonly mailId: string; readonly openingId: string };

/**
 * Opens one email with its text. The audit trail records repeated requests with one `openingId`
 * only once.
 */
export function mailQuery({ mailId, openingId }: MailOpening) {
  return queryOptions({
    queryKey: [...queryRoots.outbox, 'one', mailId, openingId],
    queryFn: ({ signal }) =>
      callApi<ReadMail>('POST /api/mails/:mailId/open', {
        params: { mailId },
        body: { openingId },
        signal,
      }),
    gcTime: 0,
  });
}

export function useRetryMail(opening: MailOpening) {
  const { mailId } = opening;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<RetryMail>('POST /api/mails/:mailId/retry', { params: { mailId } }),
    onSuccess: (row) =>
      queryClient.setQueryData(
        mailQuery(opening).queryKey,
        (known) => known && { ...known, ...row },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryRoots.outbox, 'list'] }),
  });
}
