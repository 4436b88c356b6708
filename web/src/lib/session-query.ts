import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { roleHolds, type Permission } from '@bursar/contracts/access/permissions';
import { callApi } from './api-client.ts';
import { readSession } from './session.ts';

export type SessionFacts = AnswerOf<ReadSession>;

/** The signed-in user, the portfolio and the business day. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callApi<ReadSession>('GET /api/session', { signal }),
  staleTime: 5 * 60_000,
});

/**
 * Returns whether the user has a permission now. The server's answer counts, since an administrator
 * may have changed the role. Until it arrives, the role's defaults apply, so that nothing on the
 * page moves.
 */
export function useMay(permission: Permission): boolean {
  return useMayAny([permission]);
}

/** Returns whether the user has at least one of the permissions now. */
export function useMayAny(permissions: readonly Permission[]): boolean {
  const { data: session } = useQuery(sessionQuery);
  const role = readSession()?.role;
  return permissions.some((permission) =>
    session
      ? session.permissions.includes(permission)
      : role !== undefined && roleHolds(role, permission),
  );
}
