import type { ListAssignmentTargets } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListIncomePayments,
  ReadIncome,
  ReadStatementCsv,
  ReadStatementPdf,
} from '@bursar/contracts/reporting/income';
import type { ReadStaffRecord } from '@bursar/contracts/reporting/staff-record';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import type { DaysShown, IncomeView } from './income-range.ts';

export type Income = AnswerOf<ReadIncome>;
export type IncomePeriod = Income['periods'][number];
export type IncomeEarner = Income['earners'][number];
export type IncomePayment = AnswerOf<ListIncomePayments>['rows'][number];

/** The team or agent whose income is read; both are null for all income in the user's scope. */
export type Earners = Pick<IncomeView, 'teamId' | 'agentId'>;

/** Returns the query for income; the previous answer stays visible while another one loads. */
export function incomeQuery(days: DaysShown, { teamId, agentId }: Earners) {
  return queryOptions({
    queryKey: [...queryRoots.income, 'chart', days, teamId, agentId],
    queryFn: ({ signal }) =>
      callApi<ReadIncome>('GET /api/income', {
        query: { ...days, teamId: teamId ?? undefined, agentId: agentId ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/**
 * The income of one person and the most overdue of the person's active loans, for an administrator.
 */
export function staffRecordQuery(accountId: string) {
  return queryOptions({
    queryKey: [...queryRoots.income, 'person', accountId],
    queryFn: ({ signal }) =>
      callApi<ReadStaffRecord>('GET /api/staff/:accountId/record', {
        params: { accountId },
        signal,
      }),
  });
}

export type PaymentsBehind = Earners & {
  readonly from: string;
  readonly to: string;
  /**
   * True for only the payments received while the loan had no team (for a portfolio manager) or no
   * agent (for other roles).
   */
  readonly nobody: boolean;
};

/** The server's maximum, because users who check a total need all rows. */
const paymentsPerPage = 200;

/** The payments behind a figure, newest first, with keyset pages. */
export function incomePaymentsQuery({ from, to, nobody, teamId, agentId }: PaymentsBehind) {
  return infiniteQueryOptions({
    queryKey: [...queryRoots.income, 'payments', from, to, nobody, teamId, agentId],
    queryFn: ({ pageParam, signal }) =>
      callApi<ListIncomePayments>('GET /api/income/payments', {
        query: {
          from,
          to,
          nobody: nobody || undefined,
          teamId: teamId ?? undefined,
          agentId: agentId ?? undefined,
          after: pageParam ?? undefined,
          limit: paymentsPerPage,
        },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });
}

type StatementAsked = InputOf<ReadStatementPdf>['query'] & { readonly format: 'pdf' | 'csv' };

/** Saves the statement of a month as a file. */
export function useSaveStatement() {
  return useMutation({
    mutationFn: ({ format, language, ...asked }: StatementAsked) =>
      format === 'csv'
        ? downloadFile<ReadStatementCsv>('GET /api/income/statement.csv', { query: asked })
        : downloadFile<ReadStatementPdf>('GET /api/income/statement.pdf', {
            query: { ...asked, language },
          }),
  });
}

export const earnerChoicesQuery = queryOptions({
  queryKey: queryRoots.assignmentTargets,
  queryFn: ({ signal }) =>
    callApi<ListAssignmentTargets>('GET /api/assignment-targets', { signal }),
});

// Without the type, TypeScript infers null as the only page parameter.
const firstPage: string | null = null;
