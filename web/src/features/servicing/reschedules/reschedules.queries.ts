import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  PreviewPlan,
  PreviewReschedule,
  RequestPlan,
  RescheduleLoan,
  UndoReschedule,
} from '@bursar/contracts/servicing/reschedules';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useRefetchAfterPosting } from '../loan-account/use-refetch-after-posting.ts';

export type Preview = AnswerOf<PreviewReschedule>;
export type NewTerms = InputOf<RescheduleLoan>['body'];
export type NewPlan = InputOf<RequestPlan>['body'];
export type RescheduleAnswer = AnswerOf<RescheduleLoan>;

export type AskedTerms = {
  readonly instalmentCount?: number;
  readonly annualRatePercent?: string;
  readonly firstDueOn?: string;
  readonly instalmentAtMostMinor?: number;
};

/** The effect of new terms; the old preview stays while the user types others. */
export function reschedulePreviewQuery(loanId: string, query: AskedTerms) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'reschedule-preview', query],
    queryFn: ({ signal }) =>
      callApi<PreviewReschedule>('GET /api/loans/:loanId/reschedule-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The effect of a plan that a second person decides on. */
export function planPreviewQuery(loanId: string, query: AskedTerms) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'plan-preview', query],
    queryFn: ({ signal }) =>
      callApi<PreviewPlan>('GET /api/loans/:loanId/plan-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
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
