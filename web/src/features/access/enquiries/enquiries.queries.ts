import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListEnquiries,
  ReadEnquiry,
  SendEnquiry,
  SettleEnquiry,
  Enquiry,
} from '@bursar/contracts/access/enquiries';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type NewEnquiry = InputOf<SendEnquiry>['body'];
export type EnquiryQuestion = Pick<InputOf<ListEnquiries>['query'], 'kind' | 'state' | 'q'>;
export type EnquiryPage = AnswerOf<ListEnquiries>;

export function useSendEnquiry() {
  return useMutation({
    mutationFn: (body: NewEnquiry) => callApi<SendEnquiry>('POST /api/visitor-messages', { body }),
  });
}

export function enquiryListQuery(question: EnquiryQuestion) {
  return pagesByKey(
    [...queryRoots.enquiries, 'list', question],
    (from, signal) =>
      callApi<ListEnquiries>('GET /api/visitor-messages', {
        query: { ...question, ...from },
        signal,
      }),
    { staleTime: 0 },
  );
}

export function enquiryQuery(messageId: string) {
  return queryOptions({
    queryKey: [...queryRoots.enquiries, 'one', messageId],
    queryFn: ({ signal }) =>
      callApi<ReadEnquiry>('GET /api/visitor-messages/:messageId', {
        params: { messageId },
        signal,
      }),
  });
}

type Callbacks = { readonly onSuccess: () => void; readonly onError: (cause: Error) => void };

/**
 * Settles an enquiry. The callbacks run even if the enquiry has already disappeared from the list.
 */
export function useSettleEnquiry({ id: messageId, version }: Enquiry, callbacks: Callbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (outcome: 'declined' | 'done') =>
      callApi<SettleEnquiry>('POST /api/visitor-messages/:messageId/settle', {
        params: { messageId },
        body: { outcome, version },
      }),
    ...callbacks,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.enquiries }),
  });
}
