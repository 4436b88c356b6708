import type { Role } from '@bursar/contracts/roles';

/** Whose accounts a role looks after, as the server has it; one's own is changed in the profile. */
const managedRoles: Record<Role, readonly Role[]> = {
  admin: ['admin', 'user', 'team', 'agent'],
  user: ['team', 'agent'],
  team: ['agent'],
  agent: [],
};

export function looksAfter(reader: Role | undefined, role: Role): boolean {
  return reader !== undefined && managedRoles[reader].includes(role);
}
