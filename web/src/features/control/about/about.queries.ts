import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListMissingTranslations } from '@bursar/contracts/access/translations';
import type { ReadMaintenance, SetMaintenance } from '@bursar/contracts/access/maintenance';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export type MissingTranslation = AnswerOf<ListMissingTranslations>['missing'][number];

export const missingTranslationsQuery = queryOptions({
  queryKey: ['missing-translations'],
  queryFn: ({ signal }) =>
    callApi<ListMissingTranslations>('GET /api/missing-translations', { signal }),
});

/**
 * `answers` if all is well, `unwell` if the server reports a problem, `silent` without an answer.
 */
export type Health = 'answers' | 'unwell' | 'silent';

/**
 * The server's health, requested each time it is shown; an unhealthy answer counts as data, not as
 * an error.
 */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => {
    const [server, database] = await Promise.all([
      readHealth('/healthz', signal),
      readHealth('/readyz', signal),
    ]);
    return { server, database };
  },
  staleTime: 0,
});

async function readHealth(address: string, signal: AbortSignal): Promise<Health> {
  try {
    const { ok } = await fetch(address, { signal, cache: 'no-store' });
    return ok ? 'answers' : 'unwell';
  } catch (cause) {
    if (signal.aborted) throw cause;
    return 'silent';
  }
}

export const maintenanceQuery = queryOptions({
  queryKey: ['maintenance'],
  queryFn: ({ signal }) => callApi<ReadMaintenance>('GET /api/maintenance', { signal }),
});

export function useSetMaintenance(onError: (cause: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) =>
      callApi<SetMaintenance>('PUT /api/maintenance', { body: { isOn } }),
    onSuccess: (answer) => queryClient.setQueryData(maintenanceQuery.queryKey, answer),
    onError,
  });
}
