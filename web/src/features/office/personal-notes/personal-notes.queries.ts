import type { PersonalNoteView } from '@bursar/contracts/choices';
import type { InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangePersonalNote,
  CreatePersonalNote,
  ListPersonalNotes,
  MarkPersonalNote,
  RemovePersonalNote,
} from '@bursar/contracts/office/personal-notes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type Asked = { personalNotes: PersonalNoteView; q?: string | undefined; tag?: string | undefined };

export const personalNotesQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...queryRoots.personalNotes, asked],
    queryFn: ({ signal }) => callApi<ListPersonalNotes>('GET /api/memos', { query: asked, signal }),
    placeholderData: keepPreviousData,
  });

function usePersonalNoteMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.personalNotes }),
  });
}

export type SavedPersonalNote = InputOf<CreatePersonalNote>['body'] & {
  readonly version: number | null;
};

export const useSavePersonalNote = () =>
  usePersonalNoteMutation(({ id, version, ...personalNote }: SavedPersonalNote) =>
    version === null
      ? callApi<CreatePersonalNote>('POST /api/memos', { body: { ...personalNote, id } })
      : callApi<ChangePersonalNote>('PUT /api/memos/:memoId', {
          params: { memoId: id },
          body: { ...personalNote, version },
        }),
  );

export const useMarkPersonalNote = () =>
  usePersonalNoteMutation(({ memoId, isFavourite }: { memoId: string; isFavourite: boolean }) =>
    callApi<MarkPersonalNote>('PUT /api/memos/:memoId/favourite', {
      params: { memoId },
      body: { isFavourite },
    }),
  );

export const useRemovePersonalNote = () =>
  usePersonalNoteMutation((memoId: string) =>
    callApi<RemovePersonalNote>('POST /api/memos/:memoId/remove', { params: { memoId } }),
  );
