import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeTag,
  CreateTag,
  ListTags,
  RemoveTag,
  Tag,
  TagLoans,
} from '@bursar/contracts/distribution/tags';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type TagList = AnswerOf<ListTags>;
export type TagColour = Tag['colour'];

/** The portfolio's tags, each with its number of loans in the user's scope. */
export const tagsQuery = queryOptions({
  queryKey: queryRoots.tags,
  queryFn: ({ signal }) => callApi<ListTags>('GET /api/tags', { signal }),
});

export function useCreateTag() {
  const tagsChanged = useTagsChanged();
  return useMutation({
    mutationFn: (tag: InputOf<CreateTag>['body']) =>
      callApi<CreateTag>('POST /api/tags', { body: tag }),
    onSuccess: tagsChanged,
  });
}

export function useChangeTag() {
  const tagsChanged = useTagsChanged();
  return useMutation({
    mutationFn: ({ id, ...change }: InputOf<ChangeTag>['body'] & { id: string }) =>
      callApi<ChangeTag>('PUT /api/tags/:tagId', { params: { tagId: id }, body: change }),
    // Also after a refusal, since the screen showed outdated data.
    onSettled: tagsChanged,
  });
}

export function useRemoveTag() {
  const tagsChanged = useTagsChanged();
  return useMutation({
    mutationFn: (tagId: string) =>
      callApi<RemoveTag>('POST /api/tags/:tagId/remove', { params: { tagId } }),
    onSettled: tagsChanged,
  });
}

/**
 * Changes the tags of loans. Requests run one after the other, so that the last change to a tag
 * applies.
 */
export function useTagLoans() {
  const tagsChanged = useTagsChanged();
  return useMutation({
    scope: { id: 'tag-loans' },
    mutationFn: (tagging: InputOf<TagLoans>['body']) =>
      callApi<TagLoans>('POST /api/loan-tags', { body: tagging }),
    onSettled: tagsChanged,
  });
}

/** Refetches tags and loans; the mutation stays pending until both are loaded. */
function useTagsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryRoots.tags, queryRoots.loans].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
