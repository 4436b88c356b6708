import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListLoanReaders,
  ListLoanNotes,
  PinLoanNote,
  StrikeLoanNote,
  WriteLoanNote,
} from '@bursar/contracts/records/loan-notes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Reader = AnswerOf<ListLoanReaders>['people'][number];

export const loanNotesQuery = (loanId: string) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'notes'], (query, signal) =>
    callApi<ListLoanNotes>('GET /api/loans/:loanId/notes', { params: { loanId }, query, signal }),
  );

export function loanNotesRead({ pages }: { readonly pages: readonly AnswerOf<ListLoanNotes>[] }) {
  return { notes: pages.flatMap(({ notes }) => notes), count: pages.at(-1)?.count ?? 0 };
}

/** People whom a note on the loan can mention. */
export function loanReadersQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'readers'],
    queryFn: ({ signal }) =>
      callApi<ListLoanReaders>('GET /api/loans/:loanId/readers', { params: { loanId }, signal }),
  });
}

export function useWriteLoanNote(loanId: string) {
  const loanNotesChanged = useLoanNotesChanged(loanId);
  return useMutation({
    mutationFn: (note: InputOf<WriteLoanNote>['body']) =>
      callApi<WriteLoanNote>('POST /api/loans/:loanId/notes', { params: { loanId }, body: note }),
    onSuccess: loanNotesChanged,
  });
}

export function useStrikeLoanNote(loanId: string) {
  const loanNotesChanged = useLoanNotesChanged(loanId);
  return useMutation({
    mutationFn: ({ noteId, reason }: { noteId: string; reason: string }) =>
      callApi<StrikeLoanNote>('POST /api/notes/:noteId/strike', {
        params: { noteId },
        body: { reason },
      }),
    onSuccess: loanNotesChanged,
  });
}

export function usePinLoanNote(loanId: string) {
  const loanNotesChanged = useLoanNotesChanged(loanId);
  return useMutation({
    mutationFn: (noteId: string | null) =>
      callApi<PinLoanNote>('PUT /api/loans/:loanId/pinned-note', {
        params: { loanId },
        body: { noteId },
      }),
    onSettled: loanNotesChanged,
  });
}

function useLoanNotesChanged(loanId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  // The pinned note shows on the loan's page, in its forms and in the queue.
  return async () => {
    const keys = [[...queryRoots.loans, 'one', loanId], queryRoots.workQueue];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
