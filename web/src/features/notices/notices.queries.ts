import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListNotices, ReadNotices } from '@bursar/contracts/notices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type Notice = AnswerOf<ListNotices>['notices'][number];
export type NoticeKind = Notice['kind'];

/** The reader's latest notifications and messages; word of new ones comes by itself. */
export const noticesQuery = queryOptions({
  queryKey: queryRoots.notices,
  queryFn: ({ signal }) => callApi<ListNotices>('GET /api/notices', { signal }),
});

/** Marks those of a kind as read that stood in the list when it was opened. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: NoticeKind; until: string }) =>
      callApi<ReadNotices>('POST /api/notices/read', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
