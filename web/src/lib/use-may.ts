import type { Permission } from '@bursar/contracts/permissions';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session-query.ts';

/**
 * Whether whoever is signed in may do this now, as the server says: an administrator may have
 * changed what the role holds by default. Nothing is offered before the answer has come.
 */
export function useMay(permission: Permission): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.permissions.includes(permission) ?? false;
}
