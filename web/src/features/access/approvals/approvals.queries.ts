import type {
  ApprovalRuleKind,
  ChangeApprovalRule,
  DecideRequest,
  ListApprovalRules,
  ListApprovals,
  ReadApproval,
  WithdrawRequest,
} from '@bursar/contracts/access/approvals';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { moneyRoots, queryRoots } from '../../../lib/query-roots.ts';

export type ApprovalQuestion = Omit<InputOf<ListApprovals>['query'], 'after' | 'limit'>;
export type RuledPortfolio = AnswerOf<ListApprovalRules>['portfolios'][number];
export type ApprovalRule = RuledPortfolio['rules'][number];

/** Requests, newest first, in keyset pages. */
export function approvalListQuery(question: ApprovalQuestion) {
  return pagesByKey(
    [...queryRoots.approvals, 'list', question],
    (from, signal) =>
      callApi<ListApprovals>('GET /api/approvals', { query: { ...question, ...from }, signal }),
    { staleTime: 0 },
  );
}

export function approvalQuery(approvalId: string) {
  return queryOptions({
    queryKey: [...queryRoots.approvals, 'one', approvalId],
    queryFn: ({ signal }) =>
      callApi<ReadApproval>('GET /api/approvals/:approvalId', { params: { approvalId }, signal }),
  });
}

export const approvalRulesQuery = queryOptions({
  queryKey: [...queryRoots.approvals, 'rules'],
  queryFn: ({ signal }) => callApi<ListApprovalRules>('GET /api/approval-rules', { signal }),
});

export function useDecideRequest(approvalId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<DecideRequest>['body']) =>
      callApi<DecideRequest>('POST /api/approvals/:approvalId/decision', {
        params: { approvalId },
        body,
      }),
    // An approved command may have moved money.
    onSettled: () => {
      for (const queryKey of moneyRoots) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function useWithdrawRequest(approvalId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi<WithdrawRequest>('POST /api/approvals/:approvalId/withdrawal', {
        params: { approvalId },
      }),
    onSettled: () => {
      for (const queryKey of [queryRoots.approvals, queryRoots.loans]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

type RuleChange = {
  readonly portfolioId: string;
  readonly kind: ApprovalRuleKind;
  readonly required: boolean;
  readonly limitLoans: number | null;
};

export function useChangeApprovalRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ portfolioId, kind, required, limitLoans }: RuleChange) =>
      callApi<ChangeApprovalRule>('PUT /api/approval-rules/:portfolioId/:kind', {
        params: { portfolioId, kind },
        body: { required, ...(limitLoans !== null && { limitLoans }) },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: approvalRulesQuery.queryKey }),
  });
}
