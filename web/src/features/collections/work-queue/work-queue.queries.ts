import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  PlanNextAction,
  ReadAgentQueue,
  ReadQueue,
  SnoozeLoan,
} from '@bursar/contracts/collections/work-queue';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type Queue = AnswerOf<ReadQueue>;

/** The agent's own queue, or one from a view. */
export function queueQuery(queueId: string | null) {
  return queryOptions({
    queryKey: [...queryRoots.workQueue, 'queue', { queueId }],
    queryFn: ({ signal }) =>
      callApi<ReadQueue>('GET /api/work/queue', {
        query: { queueId: queueId ?? undefined },
        signal,
      }),
    // The queue is polled, because quiet hours begin and end, and refetched when the next agreed
    // call is due.
    refetchInterval: ({ state: { data } }) => untilNextCall(data) ?? MINUTE,
    // The queue stays on the page while another one loads.
    placeholderData: keepPreviousData,
  });
}

/** An agent's queue, for the desk and the manager. */
export function agentQueueQuery(agentId: string, queueId: string | null = null) {
  return queryOptions({
    queryKey: [...queryRoots.workQueue, 'queue', agentId, { queueId }],
    queryFn: ({ signal }) =>
      callApi<ReadAgentQueue>('GET /api/work/agents/:agentId/queue', {
        params: { agentId },
        query: { queueId: queueId ?? undefined },
        signal,
      }),
    refetchInterval: MINUTE,
    placeholderData: keepPreviousData,
  });
}

const MINUTE = 60_000;

/** The milliseconds until the next agreed call, if it comes within a minute. */
function untilNextCall(queue: Queue | undefined): number | null {
  const [next] = queue?.waiting ?? [];
  if (!next) return null;
  // The clocks of the browser and of the server may differ by a second.
  const left = Date.parse(next.tryAgainAt) - Date.now() + 1_000;
  return left > 0 && left < MINUTE ? left : null;
}

export function usePlanNextAction(loanId: string) {
  const refresh = useRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (action: InputOf<PlanNextAction>['body']['action']) =>
      callApi<PlanNextAction>('PUT /api/loans/:loanId/next-action', {
        params: { loanId },
        body: { action },
      }),
    onSettled: refresh,
  });
}

/**
 * A request to snooze a loan, to end a snooze or to undo one. It has the loan's id, because the
 * user may undo a snooze while another loan is shown.
 */
type Snooze = InputOf<SnoozeLoan>['body'] & { readonly loanId: string };

export function useSnooze() {
  const refresh = useRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({ loanId, ...body }: Snooze) =>
      callApi<SnoozeLoan>('PUT /api/loans/:loanId/snooze', { params: { loanId }, body }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryRoots.loans, queryRoots.workQueue]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

/** The data of a loan that the work dialogs need. */
export type WorkedLoan = {
  readonly id: string;
  readonly reference: string;
  readonly businessDate: string;
};
