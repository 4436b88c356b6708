import { approvingPermissions } from '@bursar/contracts/access/approvals.values';
import { useQuery } from '@tanstack/react-query';
import { useMayAny } from '../../../lib/session-query.ts';
import { waitingCountQuery } from './approvals.queries.ts';

/** Returns the number of requests that the user can decide; zero until it is asked for. */
export function useWaitingCount(isAsked = true): number {
  const mayDecide = useMayAny(approvingPermissions);
  const { data } = useQuery({ ...waitingCountQuery, enabled: isAsked && mayDecide });
  return mayDecide ? (data?.waiting ?? 0) : 0;
}
