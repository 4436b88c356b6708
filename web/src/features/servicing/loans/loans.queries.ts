import type { ActivityKind } from '@bursar/contracts/activity-kinds';
import type { ListLoanActivity } from '@bursar/contracts/servicing/loan-activity';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ExportLoansCsv, ExportLoansWorkbook } from '@bursar/contracts/servicing/loan-exports';
import type {
  ListLoans,
  ListProductsOfLoans,
  LoanFilter,
} from '@bursar/contracts/servicing/loan-lists';
import type { LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import type {
  ListFormerSchedules,
  ListLoanLedger,
  ReadLoan,
} from '@bursar/contracts/servicing/loans';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { untilQuietTurns } from '../loan-account/use-closed-channels.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';

export type LoanDetails = AnswerOf<ReadLoan>;
export type LoanPage = AnswerOf<ListLoans>;
export type LoanLedger = AnswerOf<ListLoanLedger>;
export type LoanSums = LoanPage['sums'];

/** The request for a list, without its paging. */
export type LoanListQuery = LoanFilter & {
  readonly sort: LoanSort;
  readonly direction: 'asc' | 'desc';
  /** Set if the list shows a column of the work on loans. */
  readonly with?: 'work';
};

/** A list of loans with keyset pages; the old rows stay while a changed query loads. */
export function loanListQuery(query: LoanListQuery) {
  return pagesByKey([...queryRoots.loans, 'list', query], (from, signal) =>
    callApi<ListLoans>('GET /api/loans', { query: { ...query, ...from }, signal }),
  );
}

/** The products of the user's loans, to filter by. */
export const productsQuery = queryOptions({
  queryKey: [...queryRoots.loans, 'products'],
  queryFn: ({ signal }) => callApi<ListProductsOfLoans>('GET /api/loans/products', { signal }),
});

export function loanQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId],
    queryFn: ({ signal }) =>
      callApi<ReadLoan>('GET /api/loans/:loanId', { params: { loanId }, signal }),
    refetchInterval: ({ state }) => untilQuietTurns(state.data?.quietHours),
  });
}

export function formerSchedulesQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'former-schedules'],
    queryFn: ({ signal }) =>
      callApi<ListFormerSchedules>('GET /api/loans/:loanId/former-schedules', {
        params: { loanId },
        signal,
      }),
  });
}

export const loanActivityQuery = (loanId: string, kind: ActivityKind | undefined) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'activity', kind], (from, signal) =>
    callApi<ListLoanActivity>('GET /api/loans/:loanId/activity', {
      params: { loanId },
      query: { ...(from.after === undefined ? { limit: 10 } : from), ...(kind && { kind }) },
      signal,
    }),
  );

export const loanLedgerQuery = (loanId: string) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'ledger'], (from, signal) =>
    callApi<ListLoanLedger>('GET /api/loans/:loanId/ledger', {
      params: { loanId },
      query: from,
      signal,
    }),
  );

/** Saves a list, or its selected rows, as a file in the list's order. */
export function useExportLoans() {
  return useMutation({
    mutationFn: ({
      format,
      ...body
    }: InputOf<ExportLoansCsv>['body'] & { format: 'csv' | 'xlsx' }) =>
      format === 'csv'
        ? downloadFile<ExportLoansCsv>('POST /api/loans/export.csv', { body })
        : downloadFile<ExportLoansWorkbook>('POST /api/loans/export.xlsx', { body }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}
