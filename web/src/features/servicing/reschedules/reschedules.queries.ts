import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { DecideRequest, ReadApproval } from '@bursar/contracts/access/approvals';
import type {
  PreviewPlan,
  PreviewReschedule,
  RequestPlan,
  RescheduleLoan,
  UndoReschedule,
} from '@bursar/contracts/servicing/reschedules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { keepPreviousOf } from '../../../lib/keep-previous-of.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useRefetchAfterPosting } from '../loan-account/use-refetch-after-posting.ts';

export type Preview = AnswerOf<PreviewReschedule>;
export type NewTerms = InputOf<RescheduleLoan>['body'];
export type NewPlan = InputOf<RequestPlan>['body'];
export type RequestedPlan = AnswerOf<ReadApproval>;
export type OfferedTerms = NonNullable<RequestedPlan['terms']>;
export type Declined = InputOf<DecideRequest>['body'];
export type RescheduleAnswer = AnswerOf<RescheduleLoan>;

export type AskedTerms = {
  readonly instalmentCount?: number;
  readonly annualRatePercent?: string;
  readonly firstDueOn?: string;
  readonly instalmentAtMostMinor?: number;
};

/**
 * Returns the query for the effect of new terms; the previous preview of the loan stays visible
 * while the next one loads.
 */
export function reschedulePreviewQuery(loanId: string, query: AskedTerms) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'reschedule-preview', query],
    queryFn: ({ signal }) =>
      callApi<PreviewReschedule>('GET /api/loans/:loanId/reschedule-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousOf([...queryRoots.loans, 'one', loanId]),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns the query for the effect of a plan, which a second person decides on. */
export function planPreviewQuery(loanId: string, query: AskedTerms) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'plan-preview', query],
    queryFn: ({ signal }) =>
      callApi<PreviewPlan>('GET /api/loans/:loanId/plan-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousOf([...queryRoots.loans, 'one', loanId]),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** A request for a plan, with the terms that were offered instead. */
export function requestedPlanQuery(approvalId: string) {
  return queryOptions({
    queryKey: [...queryRoots.approvals, 'one', approvalId],
    queryFn: ({ signal }) =>
      callApi<ReadApproval>('GET /api/approvals/:approvalId', { params: { approvalId }, signal }),
  });
}

export function useDeclineWithOffer(approvalId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Declined) =>
      callApi<DecideRequest>('POST /api/approvals/:approvalId/decision', {
        params: { approvalId },
        body,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.approvals }),
  });
}

export function useRequestPlan(loanId: string) {
  const refetchAfterReschedule = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: NewPlan) =>
      callApi<RequestPlan>('POST /api/loans/:loanId/plan-request', { params: { loanId }, body }),
    onSettled: (_, failure) => refetchAfterReschedule(failure),
  });
}

export function useRescheduleLoan(loanId: string) {
  const refetchAfterReschedule = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: NewTerms) =>
      callApi<RescheduleLoan>('POST /api/loans/:loanId/reschedule', { params: { loanId }, body }),
    onSettled: (_, failure) => refetchAfterReschedule(failure),
  });
}

export function useUndoReschedule(loanId: string) {
  const refetchAfterReschedule = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<UndoReschedule>['body']) =>
      callApi<UndoReschedule>('POST /api/loans/:loanId/undo-reschedule', {
        params: { loanId },
        body,
      }),
    onSettled: (_, failure) => refetchAfterReschedule(failure),
  });
}
