import type { Role } from '@bursar/contracts/roles';

/**
 * The roles whose accounts a role manages, as on the server; one's own is edited in the profile.
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
