import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListLoanReaders,
  ListNotes,
  PinNote,
  StrikeNote,
  WriteNote,
} from '@bursar/contracts/records/notes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Reader = AnswerOf<ListLoanReaders>['people'][number];

export const notesQuery = (loanId: string) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'notes'], (query, signal) =>
    callApi<ListNotes>('GET /api/loans/:loanId/notes', { params: { loanId }, query, signal }),
  );

/** The pages read so far as one. */
export function notesRead({ pages }: { readonly pages: readonly AnswerOf<ListNotes>[] }) {
  return { notes: pages.flatMap(({ notes }) => notes), count: pages.at(-1)?.count ?? 0 };
}

/** Whom a note on the loan can mention. */
export function loanReadersQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'readers'],
    queryFn: ({ signal }) =>
      callApi<ListLoanReaders>('GET /api/loans/:loanId/readers', { params: { loanId }, signal }),
  });
}

export function useWriteNote(loanId: string) {
  const notesChanged = useNotesChanged(loanId);
  return useMutation({
    mutationFn: (note: InputOf<WriteNote>['body']) =>
      callApi<WriteNote>('POST /api/loans/:loanId/notes', { params: { loanId }, body: note }),
    onSuccess: notesChanged,
  });
}

export function useStrikeNote(loanId: string) {
  const notesChanged = useNotesChanged(loanId);
  return useMutation({
    mutationFn: ({ noteId, reason }: { noteId: string; reason: string }) =>
      callApi<StrikeNote>('POST /api/notes/:noteId/strike', {
        params: { noteId },
        body: { reason },
      }),
    onSuccess: notesChanged,
  });
}

export function usePinNote(loanId: string) {
  const notesChanged = useNotesChanged(loanId);
  return useMutation({
    mutationFn: (noteId: string | null) =>
      callApi<PinNote>('PUT /api/loans/:loanId/pinned-note', {
        params: { loanId },
        body: { noteId },
      }),
    onSettled: notesChanged,
  });
}

function useNotesChanged(loanId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: notesQuery(loanId).queryKey });
}
