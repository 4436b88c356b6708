import type {
  CreateViewQueue,
  ListViewQueues,
  RemoveViewQueue,
} from '@bursar/contracts/collections/view-queues';
import type { InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

/** The queues from views that the caller's agents can work. */
export const viewQueuesQuery = queryOptions({
  queryKey: [...queryRoots.workQueue, 'view-queues'],
  queryFn: ({ signal }) => callApi<ListViewQueues>('GET /api/work/view-queues', { signal }),
});

export function useCreateViewQueue() {
  const onSettled = useRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<CreateViewQueue>['body']) =>
      callApi<CreateViewQueue>('POST /api/work/view-queues', { body }),
    onSettled,
  });
}

export function useRemoveViewQueue() {
  const onSettled = useRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (queueId: string) =>
      callApi<RemoveViewQueue>('POST /api/work/view-queues/:queueId/remove', {
        params: { queueId },
      }),
    onSettled,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queryRoots.workQueue });
}
