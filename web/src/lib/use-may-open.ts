import type { Permission } from '@bursar/contracts/access/permissions';
import { routeAdmits, routes, type RoutePath } from '@bursar/contracts/routes';
import { useMay } from './session-query.ts';
import { useSession } from './session.ts';

/** Returns whether the user may open the page and has the permission that it needs. */
export function useMayOpen(path: RoutePath, permission: Permission): boolean {
  const role = useSession()?.role;
  const may = useMay(permission);
  return may && role !== undefined && routeAdmits(routes[path].access, role);
}
