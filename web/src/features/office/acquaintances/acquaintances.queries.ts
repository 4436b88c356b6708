import type {
  ChangeAcquaintance,
  CreateAcquaintance,
  ListAcquaintances,
  RemoveAcquaintance,
} from '@bursar/contracts/office/acquaintances';
import type { InputOf } from '@bursar/contracts/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export const acquaintancesQuery = (q: string | undefined) =>
  pagesByKey([...queryRoots.acquaintances, q], (from, signal) =>
    callApi<ListAcquaintances>('GET /api/acquaintances', { query: { q, ...from }, signal }),
  );

function useAcquaintanceMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.acquaintances }),
  });
}

export type SavedAcquaintance = InputOf<CreateAcquaintance>['body'] & {
  readonly version: number | null;
};

export const useSaveAcquaintance = () =>
  useAcquaintanceMutation(({ id, version, ...person }: SavedAcquaintance) =>
    version === null
      ? callApi<CreateAcquaintance>('POST /api/acquaintances', { body: { ...person, id } })
      : callApi<ChangeAcquaintance>('PUT /api/acquaintances/:acquaintanceId', {
          params: { acquaintanceId: id },
          body: { ...person, version },
        }),
  );

export const useRemoveAcquaintance = () =>
  useAcquaintanceMutation((acquaintanceId: string) =>
    callApi<RemoveAcquaintance>('POST /api/acquaintances/:acquaintanceId/remove', {
      params: { acquaintanceId },
    }),
  );
