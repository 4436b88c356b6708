import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type {
  ChooseDefaultView,
  ListSavedViews,
  RemoveView,
  SaveView,
} from '@bursar/contracts/access/saved-views';
import { uuidv7 } from 'uuidv7';
import { SavedViews } from '../../../ui/views/SavedViews.tsx';
import { callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';

type ListViewsProps = {
  /** The list that the views belong to, for example "loans/userAll". */
  readonly list: string;
  /** The list's current query string, without its question mark. */
  readonly search: string;
  /** Opens a view. With `replace`, it replaces the list's current history entry. */
  readonly onOpen: (search: string, options?: { replace: boolean }) => void;
};

/** The reader's saved views of a list, stored on the server; one can be the default. */
export function ListViews({ list, search, onOpen }: ListViewsProps) {
  const { data } = useQuery(savedViewsQuery(list));
  const views = data?.views ?? [];
  const changes = useChangeViews(list);
  const standard = views.find((view) => view.isDefault);
  // The default applies only if the page opened without a query: clearing the filters later shows
  // all rows.
  const mayOpen = useRef(search === '');
  useEffect(() => {
    if (!data || !mayOpen.current) return;
    mayOpen.current = false;
    if (standard && search === '') onOpen(standard.search, { replace: true });
  }, [data, standard, search, onOpen]);
  return (
    <SavedViews
      views={views}
      search={search}
      onOpen={onOpen}
      onSave={(name) => changes.save({ name, search })}
      onChooseDefault={({ id, isDefault }) => changes.choose({ viewId: id, isDefault: !isDefault })}
      onRemove={({ id }) => changes.remove(id)}
    />
  );
}

/** The reader's own views of a list; the server stores them, so they follow the account. */
function savedViewsQuery(list: string) {
  return queryOptions({
    queryKey: [...queryRoots.savedViews, list],
    queryFn: ({ signal }) =>
      callApi<ListSavedViews>('GET /api/saved-views', { query: { list }, signal }),
  });
}

/**
 * Returns the functions to save or remove a view and to choose the default view. The list's views
 * are refetched after each change.
 */
function useChangeViews(list: string) {
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
