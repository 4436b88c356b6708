import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  EndAbsenceCover,
  CreateAbsenceCover,
  PreviewAbsenceCover,
} from '@bursar/contracts/distribution/absence-cover';
import type { ListDuePromises, ReadTeamDesk } from '@bursar/contracts/collections/work-queue';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type Desk = AnswerOf<ReadTeamDesk>;
export type DeskAgent = Desk['agents'][number];

export const deskQuery = queryOptions({
  queryKey: [...queryRoots.workQueue, 'desk'],
  queryFn: ({ signal }) => callApi<ReadTeamDesk>('GET /api/work/desk', { signal }),
});

/** The first page is short; the next ones have 25 rows. */
export const duePromisesQuery = pagesByKey(
  [...queryRoots.workQueue, 'due-promises'],
  (from, signal) =>
    callApi<ListDuePromises>('GET /api/work/due-promises', {
      query: from.after === undefined ? {} : { ...from, limit: 25 },
      signal,
    }),
);

export type DuePromise = AnswerOf<ListDuePromises>['promises'][number];

/** The loans that an absence cover for the agent’s queue would move today. */
export function absenceCoverPreviewQuery(agentId: string) {
  return queryOptions({
    // Keyed under the loans, so that it refetches when a loan moves.
    queryKey: [...queryRoots.loans, 'handover-preview', agentId],
    queryFn: ({ signal }) =>
      callApi<PreviewAbsenceCover>('GET /api/staff/:accountId/handover-preview', {
        params: { accountId: agentId },
        signal,
      }),
  });
}

export function useCreateAbsenceCover() {
  const refresh = useMovedRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (absenceCover: InputOf<CreateAbsenceCover>['body']) =>
      callApi<CreateAbsenceCover>('POST /api/handovers', { body: absenceCover }),
    onSettled: refresh,
  });
}

export function useEndAbsenceCover() {
  const refresh = useMovedRefresh();
  return useMutation({
    mutationFn: (handoverId: string) =>
      callApi<EndAbsenceCover>('POST /api/handovers/:handoverId/end', { params: { handoverId } }),
    onSettled: refresh,
  });
}

/** Refetches the queries that show who holds which loans. */
function useMovedRefresh() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [
      queryRoots.workQueue,
      queryRoots.loans,
      queryRoots.assignmentTargets,
      queryRoots.staff,
      queryRoots.dashboard,
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
