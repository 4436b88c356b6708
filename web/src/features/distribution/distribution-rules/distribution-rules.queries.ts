import type {
  ChangeAgentSkills,
  ChangeDistributionRules,
  PreviewDistribution,
  ReadDistributionRules,
  RunDistributionRules,
} from '@bursar/contracts/distribution/distribution-rules';
import type { UndoAssignment } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type Distribution = AnswerOf<ReadDistributionRules>;
export type Rule = Distribution['rules'][number];

const rulesKey = [...queryRoots.assignmentTargets, 'rules'];

export const distributionRulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: ({ signal }) =>
    callApi<ReadDistributionRules>('GET /api/distribution-rules', { signal }),
});

/** The loans that the rules would move now; requested again each time the dialog opens. */
export const distributionPreviewQuery = queryOptions({
  queryKey: [...queryRoots.loans, 'distribution-preview'],
  queryFn: ({ signal }) =>
    callApi<PreviewDistribution>('POST /api/distribution-rules/preview', { body: {}, signal }),
  gcTime: 0,
});

export function useChangeRules() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changed: InputOf<ChangeDistributionRules>['body']) =>
      callApi<ChangeDistributionRules>('PUT /api/distribution-rules', { body: changed }),
    onSuccess: (answer) => queryClient.setQueryData(rulesKey, answer),
    onError: () => void queryClient.invalidateQueries({ queryKey: rulesKey }),
  });
}

type Skills = InputOf<ChangeAgentSkills>['body'] & { readonly agentId: string };

export function useChangeAgentSkills() {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: async (changed: readonly Skills[]) => {
      for (const { agentId, ...body } of changed) {
        await callApi<ChangeAgentSkills>('PUT /api/distribution-rules/agents/:agentId', {
          params: { agentId },
          body,
        });
      }
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: rulesKey }),
  });
}

export function useRunRules() {
  const refresh = useMovedRefresh();
  return useMutation({
    mutationFn: (run: InputOf<RunDistributionRules>['body']) =>
      callApi<RunDistributionRules>('POST /api/distribution-rules/run', { body: run }),
    onSettled: refresh,
  });
}

export function useUndoRun() {
  const refresh = useMovedRefresh();
  return useMutation({
    mutationFn: ({ batchId, undoId }: { batchId: string; undoId: string }) =>
      callApi<UndoAssignment>('POST /api/assignments/:batchId/undo', {
        params: { batchId },
        body: { id: undoId },
      }),
    onSettled: refresh,
  });
}

function useMovedRefresh() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [
      queryRoots.loans,
      queryRoots.assignmentTargets,
      queryRoots.workQueue,
      queryRoots.approvals,
      queryRoots.dashboard,
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
