import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  PreviewUndoWriteOff,
  PreviewWriteOff,
  UndoWriteOff,
  WriteOffLoan,
} from '@bursar/contracts/servicing/write-offs';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useRefetchAfterPosting } from '../loan-account/use-refetch-after-posting.ts';

export type Loss = AnswerOf<PreviewWriteOff>;
export type LossBack = AnswerOf<PreviewUndoWriteOff>;

/** The effects of a write-off, calculated each time the dialog opens. */
export function writeOffPreviewQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'write-off-preview'],
    queryFn: ({ signal }) =>
      callApi<PreviewWriteOff>('GET /api/loans/:loanId/write-off-preview', {
        params: { loanId },
        signal,
      }),
    ...alwaysRefetched,
  });
}

export function undoWriteOffPreviewQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'undo-write-off-preview'],
    queryFn: ({ signal }) =>
      callApi<PreviewUndoWriteOff>('GET /api/loans/:loanId/undo-write-off-preview', {
        params: { loanId },
        signal,
      }),
    ...alwaysRefetched,
  });
}

const alwaysRefetched = { staleTime: 0, gcTime: 0 } as const;

export function useWriteOffLoan(loanId: string) {
  const refetchAfterWriteOff = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<WriteOffLoan>['body']) =>
      callApi<WriteOffLoan>('POST /api/loans/:loanId/write-off', { params: { loanId }, body }),
    onSettled: (_, failure) => refetchAfterWriteOff(failure),
  });
}

export function useUndoWriteOff(loanId: string) {
  const refetchAfterWriteOff = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<UndoWriteOff>['body']) =>
      callApi<UndoWriteOff>('POST /api/loans/:loanId/undo-write-off', { params: { loanId }, body }),
    onSettled: (_, failure) => refetchAfterWriteOff(failure),
  });
}
