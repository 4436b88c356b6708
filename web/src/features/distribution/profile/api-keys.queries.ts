import type { ListApiKeys, MakeApiKey, RevokeApiKey } from '@bursar/contracts/access/api-keys';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type ApiKey = AnswerOf<ListApiKeys>['keys'][number];
export type MadeApiKey = AnswerOf<MakeApiKey>;
export type ApiKeyBody = InputOf<MakeApiKey>['body'];

export const apiKeysQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'api-keys'],
  queryFn: ({ signal }) => callApi<ListApiKeys>('GET /api/profile/api-keys', { signal }),
});

export function useMakeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyBody) => callApi<MakeApiKey>('POST /api/profile/api-keys', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) =>
      callApi<RevokeApiKey>('POST /api/profile/api-keys/:apiKeyId/revoke', {
        params: { apiKeyId },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}
