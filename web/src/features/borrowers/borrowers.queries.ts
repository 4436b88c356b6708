import type {
  ChangeBorrower,
  CreateBorrower,
  ListBorrowerHistory,
  ReadBorrower,
  RecordConsent,
} from '@bursar/contracts/borrowers';
import type {
  ExportBorrowersCsv,
  ExportBorrowersWorkbook,
  ListBorrowers,
} from '@bursar/contracts/borrower-lists';
import type { InputOf } from '@bursar/contracts/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { downloadFile } from '../../lib/download.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { pagesByKey } from '../../lib/pages-by-key.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../lib/resend.ts';
import { untilQuietTurns } from '../../lib/use-closed-channels.ts';
import { notify } from '../../ui/overlay/notify.ts';

/** Under the loans, whose changes a borrower's card shows as well. */
export function borrowerQuery(borrowerId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'borrower', borrowerId],
    queryFn: ({ signal }) =>
      callApi<ReadBorrower>('GET /api/borrowers/:borrowerId', { params: { borrowerId }, signal }),
    refetchInterval: ({ state }) => untilQuietTurns(state.data?.quietHours),
  });
}

export type BorrowerQuestion = Omit<InputOf<ListBorrowers>['query'], 'after' | 'page' | 'limit'> & {
  readonly sort: string;
};

export const borrowersQuery = (asked: BorrowerQuestion) =>
  pagesByKey([...queryRoots.loans, 'borrowers', asked], (from, signal) =>
    callApi<ListBorrowers>('GET /api/borrowers', { query: { ...asked, ...from }, signal }),
  );

const ALIKE_SHOWN = 5;

/** Who on record has one of these in their name or ways to reach them. */
export function alikeBorrowersQuery(words: readonly string[]) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'alike-borrowers', words],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        words.map((q) =>
          callApi<ListBorrowers>('GET /api/borrowers', {
            query: { q: q.slice(0, 100), sort: 'name', limit: ALIKE_SHOWN },
            signal,
          }),
        ),
      );
      const alike = new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
      return [...alike.values()].slice(0, ALIKE_SHOWN);
    },
    placeholderData: keepPreviousData,
  });
}

export function useCreateBorrower() {
  const onSettled = useBorrowerChanged();
  return useMutation({
    mutationFn: (body: InputOf<CreateBorrower>['body']) =>
      callApi<CreateBorrower>('POST /api/borrowers', { body }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useExportBorrowers() {
  return useMutation({
    mutationFn: ({
      format,
      filter: { sort: _sort, ...filter },
      ...body
    }: Omit<InputOf<ExportBorrowersCsv>['body'], 'filter'> & {
      readonly format: 'csv' | 'xlsx';
      readonly filter: BorrowerQuestion;
    }) =>
      format === 'csv'
        ? downloadFile<ExportBorrowersCsv>('POST /api/borrowers/export.csv', {
            body: { ...body, filter },
          })
        : downloadFile<ExportBorrowersWorkbook>('POST /api/borrowers/export.xlsx', {
            body: { ...body, filter },
          }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}

export function borrowerHistoryQuery(borrowerId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'borrower', borrowerId, 'history'],
    queryFn: ({ signal }) =>
      callApi<ListBorrowerHistory>('GET /api/borrowers/:borrowerId/history', {
        params: { borrowerId },
        signal,
      }),
  });
}

export function useChangeBorrower(borrowerId: string) {
  const borrowerChanged = useBorrowerChanged();
  return useMutation({
    mutationFn: (change: InputOf<ChangeBorrower>['body']) =>
      callApi<ChangeBorrower>('PUT /api/borrowers/:borrowerId', {
        params: { borrowerId },
        body: change,
      }),
    // Also where it was refused: what is on screen was not what the server has.
    onSettled: borrowerChanged,
  });
}

export function useRecordConsent(borrowerId: string) {
  const borrowerChanged = useBorrowerChanged();
  return useMutation({
    mutationFn: (consent: InputOf<RecordConsent>['body']) =>
      callApi<RecordConsent>('POST /api/borrowers/:borrowerId/consents', {
        params: { borrowerId },
        body: consent,
      }),
    onSuccess: borrowerChanged,
  });
}

/** The name stands in lists, and a consent on the loan. */
function useBorrowerChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryRoots.loans });
}
