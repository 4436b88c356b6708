import type {
  ListAlikeBorrowers,
  ListDuplicates,
  MergeBorrowers,
  ReadHoldings,
} from '@bursar/contracts/records/borrower-merges';
import type {
  ChangeBorrower,
  CreateBorrower,
  ListBorrowerHistory,
  ReadBorrower,
  RecordConsent,
} from '@bursar/contracts/records/borrowers';
import type {
  ExportBorrowersCsv,
  ExportBorrowersWorkbook,
  ListBorrowers,
} from '@bursar/contracts/records/borrower-lists';
import type { InputOf } from '@bursar/contracts/endpoint';
import type {
  AddIdentityDocument,
  EndIdentityDocument,
  VerifyIdentityDocument,
} from '@bursar/contracts/records/identity-documents';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';
import { untilQuietTurns } from '../../servicing/loan-account/use-closed-channels.ts';
import { notify } from '../../../ui/overlay/notify.ts';

/**
 * Returns the query for a borrower. Its key is among the loans, because changes of loans also
 * appear on the card of a borrower.
 */
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

export type AlikeQuestion = InputOf<ListAlikeBorrowers>['query'];

/**
 * Borrowers that may match the typed data. NUL characters are removed: the database cannot store
 * them.
 */
export function alikeBorrowersQuery(typed: AlikeQuestion) {
  const asked = mapTexts(typed, (text) => text.replaceAll('\0', '').trim());
  return queryOptions({
    queryKey: [...queryRoots.loans, 'alike-borrowers', asked],
    queryFn: async ({ signal }) => {
      const { borrowers } = await callApi<ListAlikeBorrowers>('GET /api/alike-borrowers', {
        query: asked,
        signal,
      });
      return borrowers;
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns a query that searches the name, phone, email and numbers of borrowers for the same text.
 */
export function searchedAs(text: string): AlikeQuestion {
  return {
    name: text,
    phone: text.slice(0, 50),
    email: text.includes('@') ? text : '',
    number: text.slice(0, 100),
  };
}

const mapTexts = (typed: AlikeQuestion, change: (text: string) => string): AlikeQuestion =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([name, text]) => [name, change(text ?? '')] as const)
      .filter(([, text]) => text !== ''),
  );

export const duplicatesQuery = queryOptions({
  queryKey: queryRoots.duplicates,
  queryFn: ({ signal }) => callApi<ListDuplicates>('GET /api/borrower-duplicates', { signal }),
});

export function holdingsQuery(borrowerId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'borrower', borrowerId, 'holdings'],
    queryFn: ({ signal }) =>
      callApi<ReadHoldings>('GET /api/borrowers/:borrowerId/holdings', {
        params: { borrowerId },
        signal,
      }),
  });
}

export function useMergeBorrowers(borrowerId: string) {
  const borrowerChanged = useBorrowerChanged();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all([
      borrowerChanged(),
      queryClient.invalidateQueries({ queryKey: queryRoots.duplicates }),
    ]);
  return useMutation({
    mutationFn: (body: InputOf<MergeBorrowers>['body']) =>
      callApi<MergeBorrowers>('POST /api/borrowers/:borrowerId/merges', {
        params: { borrowerId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
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
    // Refetch after a refusal too, since the screen showed outdated data.
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

export function useAddIdentityDocument(borrowerId: string) {
  const onSettled = useBorrowerChanged();
  return useMutation({
    mutationFn: (body: InputOf<AddIdentityDocument>['body']) =>
      callApi<AddIdentityDocument>('POST /api/borrowers/:borrowerId/identity-documents', {
        params: { borrowerId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
  });
}

type Paper = { readonly borrowerId: string; readonly identityDocumentId: string };

export function useVerifyIdentityDocument(params: Paper) {
  const onSettled = useBorrowerChanged();
  return useMutation({
    mutationFn: () =>
      callApi<VerifyIdentityDocument>(
        'POST /api/borrowers/:borrowerId/identity-documents/:identityDocumentId/verification',
        { params },
      ),
    onSettled,
  });
}

export function useEndIdentityDocument(params: Paper) {
  const onSettled = useBorrowerChanged();
  return useMutation({
    mutationFn: (body: InputOf<EndIdentityDocument>['body']) =>
      callApi<EndIdentityDocument>(
        'POST /api/borrowers/:borrowerId/identity-documents/:identityDocumentId/end',
        { params, body },
      ),
    onSettled,
  });
}

/**
 * Returns a function that refetches borrowers and, because they are cached together, the loans and
 * lists that show names and consents of borrowers.
 */
function useBorrowerChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryRoots.loans });
}
