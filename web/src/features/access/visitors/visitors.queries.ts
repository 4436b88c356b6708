import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListVisitorMessages,
  ReadVisitorMessage,
  SendVisitorMessage,
  SettleVisitorMessage,
  VisitorMessage,
} from '@bursar/contracts/access/visitor-messages';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type NewVisitorMessage = InputOf<SendVisitorMessage>['body'];
export type VisitorQuestion = Pick<InputOf<ListVisitorMessages>['query'], 'kind' | 'state' | 'q'>;
export type VisitorPage = AnswerOf<ListVisitorMessages>;

export function useSendVisitorMessage() {
  return useMutation({
    mutationFn: (body: NewVisitorMessage) =>
      callApi<SendVisitorMessage>('POST /api/visitor-messages', { body }),
  });
}

export function visitorListQuery(question: VisitorQuestion) {
  return pagesByKey(
    [...queryRoots.visitors, 'list', question],
    (from, signal) =>
      callApi<ListVisitorMessages>('GET /api/visitor-messages', {
        query: { ...question, ...from },
        signal,
      }),
    { staleTime: 0 },
  );
}

export function visitorMessageQuery(messageId: string) {
  return queryOptions({
    queryKey: [...queryRoots.visitors, 'one', messageId],
    queryFn: ({ signal }) =>
      callApi<ReadVisitorMessage>('GET /api/visitor-messages/:messageId', {
        params: { messageId },
        signal,
      }),
  });
}

type Told = { readonly onSuccess: () => void; readonly onError: (cause: Error) => void };

/** The callbacks run even after the settled message has disappeared from the list. */
export function useSettleVisitorMessage({ id: messageId, version }: VisitorMessage, told: Told) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (outcome: 'declined' | 'done') =>
      callApi<SettleVisitorMessage>('POST /api/visitor-messages/:messageId/settle', {
        params: { messageId },
        body: { outcome, version },
      }),
    ...told,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.visitors }),
  });
}
