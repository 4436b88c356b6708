import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ChangePermission, ListPermissions } from '@bursar/contracts/access/role-permissions';
import type { Role } from '@bursar/contracts/roles';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { sessionQuery } from '../../../lib/session-query.ts';

export type RolePermissions = AnswerOf<ListPermissions>;
export type PermissionRow = RolePermissions['permissions'][number];
export type Grant = PermissionRow['grants'][number];

export type GrantChange = {
  readonly permission: string;
  readonly role: Role;
  readonly granted: boolean;
};

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => callApi<ListPermissions>('GET /api/permissions', { signal }),
});

/** Changes a permission: shows the change at once and reverts it if the call fails. */
export function useChangePermission() {
  const queryClient = useQueryClient();
  const { queryKey } = permissionsQuery;
  const show = (change: GrantChange) =>
    queryClient.setQueryData(queryKey, (known) => known && withGrant(known, change));
  return useMutation({
    mutationFn: ({ permission, role, granted }: GrantChange) =>
      callApi<ChangePermission>('PUT /api/permissions/:permission/:role', {
        params: { permission, role },
        body: { granted },
      }),
    onMutate: async (change) => {
      // An answer still on its way would overwrite this change with the old state.
      await queryClient.cancelQueries({ queryKey });
      show(change);
    },
    onError: (_cause, change) => show({ ...change, granted: !change.granted }),
    // The user's own role may have gained or lost permissions for this very page.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
}

export function withGrant(known: RolePermissions, change: GrantChange): RolePermissions {
  const { permission, role, granted } = change;
  return {
    ...known,
    permissions: known.permissions.map((row) =>
      row.name === permission
        ? {
            ...row,
            grants: row.grants.map((grant) =>
              grant.role === role ? { ...grant, granted } : grant,
            ),
          }
        : row,
    ),
  };
}
