import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListMails, ReadMail, RetryMail } from '@bursar/contracts/access/mails';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type MailFilter = Pick<InputOf<ListMails>['query'], 'state' | 'q'>;
export type MailPage = AnswerOf<ListMails>;

/** Outgoing mail, newest first, in keyset pages. */
export function mailListQuery(filter: MailFilter) {
  return pagesByKey(
    [...queryRoots.mails, 'list', filter],
    (from, signal) =>
      callApi<ListMails>('GET /api/mails', { query: { ...filter, ...from }, signal }),
    { staleTime: 0 },
  );
}

export type MailOpening = { readonly mailId: string; readonly openingId: string };

/** One mail with its text. The opening's id makes the audit trail record repeated fetches once. */
export function mailQuery({ mailId, openingId }: MailOpening) {
  return queryOptions({
    queryKey: [...queryRoots.mails, 'one', mailId, openingId],
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryRoots.mails, 'list'] }),
  });
}
