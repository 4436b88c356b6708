import type { MemoView } from '@bursar/contracts/choices';
import type { InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeMemo,
  CreateMemo,
  ListMemos,
  MarkMemo,
  RemoveMemo,
} from '@bursar/contracts/office/memos';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type Asked = { memos: MemoView; q?: string | undefined; tag?: string | undefined };

export const memosQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...queryRoots.memos, asked],
    queryFn: ({ signal }) => callApi<ListMemos>('GET /api/memos', { query: asked, signal }),
    placeholderData: keepPreviousData,
  });

function useMemoMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.memos }),
  });
}

export type SavedMemo = InputOf<CreateMemo>['body'] & { readonly version: number | null };

export const useSaveMemo = () =>
  useMemoMutation(({ id, version, ...memo }: SavedMemo) =>
    version === null
      ? callApi<CreateMemo>('POST /api/memos', { body: { ...memo, id } })
      : callApi<ChangeMemo>('PUT /api/memos/:memoId', {
          params: { memoId: id },
          body: { ...memo, version },
        }),
  );

export const useMarkMemo = () =>
  useMemoMutation(({ memoId, isFavourite }: { memoId: string; isFavourite: boolean }) =>
    callApi<MarkMemo>('PUT /api/memos/:memoId/favourite', {
      params: { memoId },
      body: { isFavourite },
    }),
  );

export const useRemoveMemo = () =>
  useMemoMutation((memoId: string) =>
    callApi<RemoveMemo>('POST /api/memos/:memoId/remove', { params: { memoId } }),
  );
