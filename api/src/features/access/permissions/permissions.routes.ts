import {
  permissionNames,
  permissionRoles,
  type Permission,
} from '@bursar/contracts/access/permissions';
import {
  changePermission as changeContract,
  listPermissions,
} from '@bursar/contracts/access/role-permissions';
import { roles, type Role } from '@bursar/contracts/roles';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { peopleInScope, reachesInstallation } from '../../../platform/scope.ts';
import { changePermission, locksAdministratorsOut } from './change-permission.ts';

export function bindPermissionRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listPermissions, async ({ session: { scope, permissions } }) => {
    const reachesAll = reachesInstallation(scope);
    const changes = await database<{ role: Role; permission: string; granted: boolean }[]>`
      select role, permission, granted from role_permissions`;
    // Only callers who reach the whole installation get counts of people; other roles see the
    // people in their scope on other pages.
    const people = reachesAll
      ? await database<{ role: Role; active: number }[]>`
          select account.role, count(*) as active from accounts account
          where account.status = 'active' and ${peopleInScope(database, scope)}
          group by account.role`
      : null;
    const grantOf = (permission: Permission, role: Role) => {
      const defaults: readonly Role[] = permissionRoles[permission];
      const change = changes.find((row) => row.role === role && row.permission === permission);
      const grantedByDefault = defaults.includes(role);
      const granted = change?.granted ?? grantedByDefault;
      const mayChange =
        reachesAll &&
        permissions.has('manage-permissions') &&
        !(granted && locksAdministratorsOut(role, permission));
      return { role, granted, grantedByDefault, mayChange };
    };
    return succeed({
      permissions: permissionNames.map((name) => ({
        name,
        grants: roles.map((role) => grantOf(name, role)),
      })),
      people:
        people &&
        roles.map((role) => ({
          role,
          active: people.find((row) => row.role === role)?.active ?? 0,
        })),
    });
  });

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changePermission(database, { ...params, ...body }, context),
  );
}
