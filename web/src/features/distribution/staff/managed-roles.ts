import type { Role } from '@bursar/contracts/roles';

/**
 * The roles whose accounts a role manages, as on the server; users edit their own account in the
 * profile.
 */
const managedRoles: Record<Role, readonly Role[]> = {
  admin: ['admin', 'user', 'team', 'agent'],
  user: ['team', 'agent'],
  team: ['agent'],
  agent: [],
};

export function managesRole(reader: Role | undefined, role: Role): boolean {
  return reader !== undefined && managedRoles[reader].includes(role);
}
