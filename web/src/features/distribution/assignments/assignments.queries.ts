import type {
  AssignLoans,
  AssignmentTarget,
  ListAgentMoves,
  ListAssignmentBatches,
  ListAssignmentTargets,
  ListTeamMoves,
  LoanSelection,
  PreviewAssignment,
  UndoAssignment,
} from '@bursar/contracts/distribution/assignments';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListLoanAssignments } from '@bursar/contracts/servicing/loans';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type AssignmentTargets = AnswerOf<ListAssignmentTargets>;
export type AssignmentPreview = AnswerOf<PreviewAssignment>;
export type LoanAssignment = AnswerOf<ListLoanAssignments>['assignments'][number];

/** The teams and agents that loans can be assigned to, with their current loans. */
export const assignmentTargetsQuery = queryOptions({
  queryKey: queryRoots.assignmentTargets,
  queryFn: ({ signal }) =>
    callApi<ListAssignmentTargets>('GET /api/assignment-targets', { signal }),
});

type Move = {
  readonly selection: LoanSelection;
  readonly target: AssignmentTarget;
  readonly borrowersTogether: boolean;
};

/** The effect of a move, calculated each time it is shown. */
export function assignmentPreviewQuery(move: Move) {
  return queryOptions({
    // Keyed under the loans, so that it refetches when a loan changes.
    queryKey: [...queryRoots.loans, 'assignment-preview', move],
    queryFn: ({ signal }) =>
      callApi<PreviewAssignment>('POST /api/assignments/preview', { body: move, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function loanAssignmentsQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'assignments'],
    queryFn: ({ signal }) =>
      callApi<ListLoanAssignments>('GET /api/loans/:loanId/assignments', {
        params: { loanId },
        signal,
      }),
  });
}

/** Batches of assignments, newest first, page by page. */
export const batchesQuery = pagesByKey(
  // Keyed under the loans, so that it refetches when a loan moves.
  [...queryRoots.loans, 'batches'],
  (from, signal) => callApi<ListAssignmentBatches>('GET /api/assignments', { query: from, signal }),
);

/**
 * Moves to and from an agent or a team, newest first. The first page has only a few rows, further
 * pages have 25.
 */
export function holderMovesQuery(holder: 'agent' | 'team', id: string) {
  return pagesByKey(
    // Keyed under the loans, so that it refetches when a loan moves.
    [...queryRoots.loans, 'moves-of', holder, id],
    (from, signal) => {
      const query = from.after === undefined ? {} : { ...from, limit: 25 };
      return holder === 'agent'
        ? callApi<ListAgentMoves>('GET /api/staff/:accountId/assignments', {
            params: { accountId: id },
            query,
            signal,
          })
        : callApi<ListTeamMoves>('GET /api/teams/:teamId/assignments', {
            params: { teamId: id },
            query,
            signal,
          });
    },
  );
}

export function useAssignLoans() {
  const refetchAfterAssignment = useRefetchAfterAssignment();
  return useMutation({
    mutationFn: (batch: InputOf<AssignLoans>['body']) =>
      callApi<AssignLoans>('POST /api/assignments', { body: batch }),
    // Refetches after a refusal too, since the screen showed outdated data.
    onSettled: refetchAfterAssignment,
  });
}

export function useUndoAssignment() {
  const refetchAfterAssignment = useRefetchAfterAssignment();
  return useMutation({
    mutationFn: ({ batchId, undoId }: { batchId: string; undoId: string }) =>
      callApi<UndoAssignment>('POST /api/assignments/:batchId/undo', {
        params: { batchId },
        body: { id: undoId },
      }),
    onSettled: refetchAfterAssignment,
  });
}

function useRefetchAfterAssignment(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryRoots.loans, queryRoots.assignmentTargets, queryRoots.dashboard]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
