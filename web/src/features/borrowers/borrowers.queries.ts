import type {
  ChangeBorrower,
  ListBorrowerHistory,
  ReadBorrower,
  RecordConsent,
} from '@bursar/contracts/borrowers';
import type { InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

/** Under the loans, whose changes a borrower's card shows as well. */
export function borrowerQuery(borrowerId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'borrower', borrowerId],
    queryFn: ({ signal }) =>
      callApi<ReadBorrower>('GET /api/borrowers/:borrowerId', { params: { borrowerId }, signal }),
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
