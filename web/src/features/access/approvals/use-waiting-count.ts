import type { CountApprovals } from '@bursar/contracts/access/approvals';
import { approvingPermissions } from '@bursar/contracts/access/approvals.values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useMayAny } from '../../../lib/session-query.ts';

/**
 * The number of requests that the user can decide, and the number of all waiting requests that the
 * user sees; refetched every minute while the page is visible. Every page loads this file, so it
 * has no other query.
 */
export const waitingCountQuery = queryOptions({
  queryKey: [...queryRoots.approvals, 'waiting'],
  queryFn: ({ signal }) => callApi<CountApprovals>('GET /api/approvals/waiting', { signal }),
  refetchInterval: 60_000,
});

/**
 * Returns the number of requests that the user can decide; zero until it is loaded. If `isAsked` is
 * false, the number is not requested, but one that is already loaded is returned.
 */
export function useWaitingCount(isAsked = true): number {
  const mayDecide = useMayAny(approvingPermissions);
  const { data } = useQuery({ ...waitingCountQuery, enabled: isAsked && mayDecide });
  return mayDecide ? (data?.waiting ?? 0) : 0;
}
