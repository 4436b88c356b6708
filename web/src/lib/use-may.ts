import { roleHolds, type Permission } from '@bursar/contracts/permissions';
import { useQuery } from '@tanstack/react-query';
import { readSession } from './session.ts';
import { sessionQuery } from './session-query.ts';

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
