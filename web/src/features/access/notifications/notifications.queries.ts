import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  ListNotifications,
  ListOlderNotifications,
  MarkNotification,
  ReadNotifications,
} from '@bursar/contracts/access/notifications';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Notification = AnswerOf<ListNotifications>['notifications'][number];
export type NotificationKind = Notification['kind'];

/** The reader's latest notifications and messages; live updates refetch them. */
export const notificationsQuery = queryOptions({
  queryKey: queryRoots.notifications,
  queryFn: ({ signal }) => callApi<ListNotifications>('GET /api/notices', { signal }),
});

/** Older notifications, page by page, starting where the latest end. */
export function olderNotificationsQuery(kind: NotificationKind, from: string | null) {
  return infiniteQueryOptions({
    queryKey: [...queryRoots.notifications, 'older', kind, from],
    queryFn: ({ pageParam, signal }) =>
      callApi<ListOlderNotifications>('GET /api/notices/older', {
        query: { kind, after: pageParam ?? '' },
        signal,
      }),
    initialPageParam: from,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Marks all notifications of a kind up to the time `until` as read. */
export function useReadNotifications(onError: (cause: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: NotificationKind; until: string }) =>
      callApi<ReadNotifications>('POST /api/notices/read', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
    onError,
  });
}

/** Marks one notification as read or unread. */
export function useMarkNotification(onError: (cause: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ noticeId, isRead }: { noticeId: string; isRead: boolean }) =>
      callApi<MarkNotification>('POST /api/notices/:noticeId/mark', {
        params: { noticeId },
        body: { isRead },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
    onError,
  });
}
