import type {
  ListCollectionTargets,
  SetCollectionTargets,
} from '@bursar/contracts/collections/collection-targets';
import type {
  ListReportRecipients,
  ReadReportPdf,
  ReadReportWorkbook,
  SetReportRecipients,
} from '@bursar/contracts/collections/collection-reports';
import type { ReportPeriod } from '@bursar/contracts/collections/collection-reports.values';
import type {
  ChangeWorkingHours,
  ListWorkingHours,
} from '@bursar/contracts/collections/working-hours';
import type {
  EndAbsenceCover,
  CreateAbsenceCover,
  PreviewAbsenceCover,
} from '@bursar/contracts/distribution/absence-cover';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type MonthTargets = AnswerOf<ListCollectionTargets>;

/** The amount that each agent has to collect in a month, `YYYY-MM`. */
export function targetsQuery(month: string) {
  return queryOptions({
    queryKey: [...queryRoots.workQueue, 'collection-targets', month],
    queryFn: ({ signal }) =>
      callApi<ListCollectionTargets>('GET /api/work/collection-targets/:month', {
        params: { month },
        signal,
      }),
  });
}

export function useSetTargets(month: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (targets: InputOf<SetCollectionTargets>['body']['targets']) =>
      callApi<SetCollectionTargets>('PUT /api/work/collection-targets/:month', {
        params: { month },
        body: { targets },
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryRoots.workQueue }),
  });
}

/** Lists the users who can receive the collection report by email, and shows who does. */
export const reportRecipientsQuery = queryOptions({
  queryKey: [...queryRoots.workQueue, 'report-recipients'],
  queryFn: ({ signal }) =>
    callApi<ListReportRecipients>('GET /api/work/report-recipients', { signal }),
});

export function useSetReportRecipients() {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (accountIds: readonly string[]) =>
      callApi<SetReportRecipients>('PUT /api/work/report-recipients', {
        body: { accountIds: [...accountIds] },
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryRoots.workQueue }),
  });
}

type ReportFile = {
  readonly period: ReportPeriod;
  readonly format: 'pdf' | 'xlsx';
  readonly language: InputOf<ReadReportPdf>['query']['language'];
};

/** Downloads the last report that was due, with the agents whom the caller sees. */
export const useDownloadReport = () =>
  useMutation({
    mutationFn: ({ period, format, language }: ReportFile) =>
      format === 'pdf'
        ? downloadFile<ReadReportPdf>('GET /api/work/collection-report.pdf', {
            query: { period, language },
          })
        : downloadFile<ReadReportWorkbook>('GET /api/work/collection-report.xlsx', {
            query: { period },
          }),
  });

export const workingHoursQuery = queryOptions({
  queryKey: [...queryRoots.workQueue, 'working-hours'],
  queryFn: ({ signal }) => callApi<ListWorkingHours>('GET /api/working-hours', { signal }),
});

export function useChangeWorkingHours(portfolioId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (hours: InputOf<ChangeWorkingHours>['body']) =>
      callApi<ChangeWorkingHours>('PUT /api/working-hours/:portfolioId', {
        params: { portfolioId },
        body: hours,
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryRoots.workQueue }),
  });
}

/**
 * The numbers of loans and borrowers that an absence cover for the agent’s queue would move today.
 */
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

/** Returns a function that refetches the queries that show who holds which loans. */
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
