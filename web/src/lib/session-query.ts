import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { roleHolds, type Permission } from '@bursar/contracts/access/permissions';
import { callApi } from './api-client.ts';
import { readSession } from './session.ts';

export type SessionFacts = AnswerOf<ReadSession>;

/** Who is signed in, for which portfolio and on which business day; kept for the visit. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callApi<ReadSession>('GET /api/session', { signal }),
  staleTime: 5 * 60_000,
});

/**
 * Whether whoever is signed in may do this now, as the server says: an administrator may have
 * changed what the role holds. Until its answer has come, what the role holds by default, so that
 * pages stand from their first frame on and nothing in them moves.
 */
export function useMay(permission: Permission): boolean {
  const { data: session } = useQuery(sessionQuery);
  if (session) return session.permissions.includes(permission);
  const role = readSession()?.role;
  return role !== undefined && roleHolds(role, permission);
}
