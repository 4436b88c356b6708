import { roleHolds, type Permission } from '@bursar/contracts/access/permissions';
import { roles, type Role } from '@bursar/contracts/roles';
import type { Queryable } from './database.ts';

/** Returns the roles that hold a permission: the defaults plus an administrator's changes. */
export async function rolesHolding(sql: Queryable, permission: Permission): Promise<Role[]> {
  const changes = await sql<{ role: Role; granted: boolean }[]>`
    select role, granted from role_permissions where permission = ${permission}`;
  return roles.filter(
    (role) =>
      changes.find((change) => change.role === role)?.granted ?? roleHolds(role, permission),
  );
}
