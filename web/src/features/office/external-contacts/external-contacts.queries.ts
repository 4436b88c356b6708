import type {
  ChangeExternalContact,
  CreateExternalContact,
  ListExternalContacts,
  RemoveExternalContact,
} from '@bursar/contracts/office/external-contacts';
import type { InputOf } from '@bursar/contracts/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export const externalContactsQuery = (q: string | undefined) =>
  pagesByKey([...queryRoots.externalContacts, q], (from, signal) =>
    callApi<ListExternalContacts>('GET /api/acquaintances', { query: { q, ...from }, signal }),
  );

function useExternalContactMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.externalContacts }),
  });
}

export type SavedExternalContact = InputOf<CreateExternalContact>['body'] & {
  readonly version: number | null;
};

export const useSaveExternalContact = () =>
  useExternalContactMutation(({ id, version, ...person }: SavedExternalContact) =>
    version === null
      ? callApi<CreateExternalContact>('POST /api/acquaintances', { body: { ...person, id } })
      : callApi<ChangeExternalContact>('PUT /api/acquaintances/:acquaintanceId', {
          params: { acquaintanceId: id },
          body: { ...person, version },
        }),
  );

export const useRemoveExternalContact = () =>
  useExternalContactMutation((acquaintanceId: string) =>
    callApi<RemoveExternalContact>('POST /api/acquaintances/:acquaintanceId/remove', {
      params: { acquaintanceId },
    }),
  );
