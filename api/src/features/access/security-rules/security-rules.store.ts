import type { SecurityRules } from '@bursar/contracts/access/security-rules';
import { securityLimits } from '@bursar/contracts/access/security-rules.values';
import { roles, type Role } from '@bursar/contracts/roles';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type StoredRules = Omit<SecurityRules, 'ownAddress'>;

export async function findSecurityRules(sql: Queryable): Promise<StoredRules> {
  const [limits] = await sql<Omit<StoredRules, 'secondFactorRoles' | 'networks'>[]>`
    select password_min, idle_minutes, longest_hours, version from security_rules`;
  const ofRoles = await sql<
    { role: Role; requiresSecondFactor: boolean; networks: string[] }[]
  >`select role, requires_second_factor, networks from role_security_rules`;
  const networksOf = (role: Role) => ofRoles.find((one) => one.role === role)?.networks ?? [];
  return {
    passwordMin: limits?.passwordMin ?? securityLimits.passwordMin.usual,
    idleMinutes: limits?.idleMinutes ?? securityLimits.idleMinutes.usual,
    longestHours: limits?.longestHours ?? securityLimits.longestHours.usual,
    secondFactorRoles: roles.filter((role) =>
      ofRoles.some((one) => one.role === role && one.requiresSecondFactor),
    ),
    networks: {
      admin: networksOf('admin'),
      user: networksOf('user'),
      team: networksOf('team'),
      agent: networksOf('agent'),
    },
    version: limits?.version ?? 0,
  };
}

/** Writes the rules unless they changed since `version`; returns whether they were written. */
export async function writeSecurityRules(
  transaction: Transaction,
  { by, at, version, ...rules }: StoredRules & { readonly by: string; readonly at: string },
): Promise<boolean> {
  const written = await transaction`
    insert into security_rules as known
      (password_min, idle_minutes, longest_hours, version, changed_by, changed_at)
    select ${rules.passwordMin}::integer, ${rules.idleMinutes}::integer,
      ${rules.longestHours}::integer, ${version + 1}::integer, ${by}, ${at}
    where ${version}::integer = 0 or exists (select from security_rules)
    on conflict (is_only) do update set password_min = excluded.password_min,
      idle_minutes = excluded.idle_minutes, longest_hours = excluded.longest_hours,
      version = excluded.version, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    where known.version = ${version}::integer
    returning is_only`;
  if (written.length === 0) return false;
  for (const role of roles) {
    await transaction`
      insert into role_security_rules (role, requires_second_factor, networks)
      values (${role}, ${rules.secondFactorRoles.includes(role)}, ${rules.networks[role]})
      on conflict (role) do update set
        requires_second_factor = excluded.requires_second_factor, networks = excluded.networks`;
  }
  return true;
}

/**
 * Lets administrators sign in from any network when the operator recovers one of them, because the
 * network rule may be what locked them out. A form that was opened before cannot save the rule
 * again.
 */
export async function admitAdminsFromAnywhere(transaction: Transaction): Promise<void> {
  // Locks in the order of `writeSecurityRules`; another order could deadlock.
  await transaction`select from security_rules for no key update`;
  const { count } = await transaction`
    update role_security_rules set networks = '{}' where role = 'admin' and networks <> '{}'`;
  if (count > 0) await transaction`update security_rules set version = version + 1`;
}
