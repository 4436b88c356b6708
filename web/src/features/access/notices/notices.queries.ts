import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  ListNotices,
  ListOlderNotices,
  MarkNotice,
  ReadNotices,
} from '@bursar/contracts/access/notices';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Notice = AnswerOf<ListNotices>['notices'][number];
export type NoticeKind = Notice['kind'];

/** The reader's latest notifications and messages; live updates refetch them. */
export const noticesQuery = queryOptions({
  queryKey: queryRoots.notices,
  queryFn: ({ signal }) => callApi<ListNotices>('GET /api/notices', { signal }),
});

/** Older notifications, page by page, starting where the latest end. */
export function olderNoticesQuery(kind: NoticeKind, from: string | null) {
  return infiniteQueryOptions({
    queryKey: [...queryRoots.notices, 'older', kind, from],
    queryFn: ({ pageParam, signal }) =>
      callApi<ListOlderNotices>('GET /api/notices/older', {
        query: { kind, after: pageParam ?? '' },
        signal,
      }),
    initialPageParam: from,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Marks the listed notifications of a kind as read. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: NoticeKind; until: string }) =>
      callApi<ReadNotices>('POST /api/notices/read', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}

/** Marks one notification as read or unread. */
export function useMarkNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ noticeId, isRead }: { noticeId: string; isRead: boolean }) =>
      callApi<MarkNotice>('POST /api/notices/:noticeId/mark', {
        params: { noticeId },
        body: { isRead },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
