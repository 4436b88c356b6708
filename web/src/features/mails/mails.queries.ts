import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListMails, ReadMail, RetryMail } from '@bursar/contracts/mails';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { pagesByKey } from '../../lib/pages-by-key.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type MailFilter = Pick<InputOf<ListMails>['query'], 'state' | 'q'>;
export type MailPage = AnswerOf<ListMails>;

/** Outgoing mail, newest first, page by page by key. */
export function mailListQuery(filter: MailFilter) {
  return pagesByKey(
    [...queryRoots.mails, 'list', filter],
    (from, signal) =>
      callApi<ListMails>('GET /api/mails', { query: { ...filter, ...from }, signal }),
    { staleTime: 0 },
  );
}

/** One mail with its text. Opening leaves a trace in the audit trail, so nothing asks for it twice. */
export function mailQuery(mailId: string) {
  return queryOptions({
    queryKey: [...queryRoots.mails, 'one', mailId],
    queryFn: ({ signal }) =>
      callApi<ReadMail>('POST /api/mails/:mailId/open', { params: { mailId }, signal }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useRetryMail(mailId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<RetryMail>('POST /api/mails/:mailId/retry', { params: { mailId } }),
    onSuccess: (row) =>
      queryClient.setQueryData(
        mailQuery(mailId).queryKey,
        (known) => known && { ...known, ...row },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryRoots.mails, 'list'] }),
  });
}
