import type {
  ChooseDefaultView,
  ListSavedViews,
  RemoveView,
  SaveView,
} from '@bursar/contracts/saved-views';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { callApi } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { notify } from '../../ui/overlay/notify.ts';

/** The reader's own views of a list, wherever they sign in. */
export function savedViewsQuery(list: string) {
  return queryOptions({
    queryKey: [...queryRoots.savedViews, list],
    queryFn: ({ signal }) =>
      callApi<ListSavedViews>('GET /api/saved-views', { query: { list }, signal }),
  });
}

/** Saving, choosing and removing; each is seen at once in every list of that name. */
export function useChangeViews(list: string) {
  const queryClient = useQueryClient();
  const options = {
    onError: (cause: Error) => notify.error(failureSentence(cause)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey }),
  };
  const saving = useMutation({
    mutationFn: (view: { name: string; search: string }) =>
      callApi<SaveView>('POST /api/saved-views', { body: { id: uuidv7(), list, ...view } }),
    ...options,
  });
  const choosing = useMutation({
    mutationFn: ({ viewId, isDefault }: { viewId: string; isDefault: boolean }) =>
      callApi<ChooseDefaultView>('PUT /api/saved-views/:viewId/default', {
        params: { viewId },
        body: { isDefault },
      }),
    ...options,
  });
  const removing = useMutation({
    mutationFn: (viewId: string) =>
      callApi<RemoveView>('POST /api/saved-views/:viewId/remove', { params: { viewId } }),
    ...options,
  });
  return { save: saving.mutate, choose: choosing.mutate, remove: removing.mutate };
}
