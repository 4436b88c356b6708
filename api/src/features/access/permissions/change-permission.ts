import type { Outcome } from '../../../platform/outcome.ts';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { ChangePermission } from '@bursar/contracts/access/role-permissions';
import {
  isPermission,
  permissionRoles,
  type Permission,
} from '@bursar/contracts/access/permissions';
import type { Role } from '@bursar/contracts/roles';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { reachesInstallation } from '../../../platform/scope.ts';

/**
 * Permissions that administrators need to manage staff and permissions; they cannot be revoked from
 * the role.
 */
const neededByAdmin: readonly Permission[] = ['manage-permissions', 'read-staff', 'manage-staff'];

export const locksAdministratorsOut = (role: Role, permission: Permission): boolean =>
  role === 'admin' && neededByAdmin.includes(permission);

type Change = {
  readonly role: Role;
  readonly permission: string;
  readonly granted: boolean;
};

/** Grants or revokes a role's permission; it takes effect with the next call. */
export async function changePermission(
  database: Database,
  { role, permission, granted }: Change,
  context: CommandContext,
): Promise<Outcome<{ granted: boolean }, FailureOf<ChangePermission>>> {
  const { session, now } = context;
  const actorId = session.account.id;
  if (!reachesInstallation(session.scope) || !isPermission(permission)) return refuse('not_found');
  if (!granted && locksAdministratorsOut(role, permission))
    return refuse('administrators_locked_out');
  const defaults: readonly Role[] = permissionRoles[permission];
  return database.begin(async (transaction) => {
    const [before] = await transaction<{ granted: boolean }[]>`
      select granted from role_permissions
      where role = ${role} and permission = ${permission} for update`;
    await transaction`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values (${role}, ${permission}, ${granted}, ${actorId}, ${now.toISOString()})
      on conflict (role, permission) do update set granted = excluded.granted,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'change-permission',
      subject: 'role',
      // Roles have no ids, so the id in the audit row is that of the acting account.
      subjectId: actorId,
      before: { role, permission, granted: String(before?.granted ?? defaults.includes(role)) },
      after: { role, permission, granted: String(granted) },
    });
    return succeed({ granted });
  });
}
