import type { ChangeSingleSignOn, ReadSingleSignOn } from '@bursar/contracts/access/single-sign-on';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type SingleSignOn = AnswerOf<ReadSingleSignOn>;
export type SingleSignOnBody = InputOf<ChangeSingleSignOn>['body'];

const root = [...queryRoots.settings, 'security'];

export const singleSignOnQuery = queryOptions({
  queryKey: [...root, 'single-sign-on'],
  queryFn: ({ signal }) => callApi<ReadSingleSignOn>('GET /api/single-sign-on', { signal }),
});

export function useChangeSingleSignOn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SingleSignOnBody) =>
      callApi<ChangeSingleSignOn>('PUT /api/single-sign-on', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: root }),
  });
}
