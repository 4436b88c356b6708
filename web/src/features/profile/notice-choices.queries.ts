import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ChooseNotices, ListNoticeChoices } from '@bursar/contracts/notice-choices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type NoticeChoice = AnswerOf<ListNoticeChoices>['choices'][number];

export const noticeChoicesQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'notice-choices'],
  queryFn: ({ signal }) =>
    callApi<ListNoticeChoices>('GET /api/profile/notice-choices', { signal }),
});

/** Turns a switch at once and turns it back where the server cannot be reached. */
export function useChooseNotices() {
  const queryClient = useQueryClient();
  const { queryKey } = noticeChoicesQuery;
  return useMutation({
    mutationFn: ({ event, ...choice }: NoticeChoice) =>
      callApi<ChooseNotices>('PUT /api/profile/notice-choices/:event', {
        params: { event },
        body: choice,
      }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            choices: known.choices.map((one) => (one.event === choice.event ? choice : one)),
          },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
