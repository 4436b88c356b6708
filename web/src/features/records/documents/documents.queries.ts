import type { ListBorrowerDocuments } from '@bursar/contracts/records/borrowers';
import type { ListDocuments, WithdrawDocument } from '@bursar/contracts/records/documents';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export function documentsQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'documents'],
    queryFn: ({ signal }) =>
      callApi<ListDocuments>('GET /api/loans/:loanId/documents', { params: { loanId }, signal }),
  });
}

export function borrowerDocumentsQuery(borrowerId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'borrower', borrowerId, 'documents'],
    queryFn: ({ signal }) =>
      callApi<ListBorrowerDocuments>('GET /api/borrowers/:borrowerId/documents', {
        params: { borrowerId },
        signal,
      }),
  });
}

/** The address from which the browser downloads a document directly, whatever its size. */
export const contentAddress = (documentId: string): string =>
  `/api/documents/${documentId}/content`;

export function useWithdrawDocument(loanId: string) {
  const documentsChanged = useDocumentsChanged(loanId);
  return useMutation({
    mutationFn: ({ documentId, reason }: { documentId: string; reason: string }) =>
      callApi<WithdrawDocument>('POST /api/documents/:documentId/withdraw', {
        params: { documentId },
        body: { reason },
      }),
    onSuccess: documentsChanged,
  });
}

export function useDocumentsChanged(loanId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: documentsQuery(loanId).queryKey });
}
