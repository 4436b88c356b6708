import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Role } from '@bursar/contracts/roles';
import type { Transaction } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { lockAccount } from './accounts-of-staff.store.ts';
import { findStaff } from './staff.store.ts';

/** The roles whose accounts a role manages; everyone changes their own in the profile. */
const managedRoles: Record<Role, readonly Role[]> = {
  admin: ['admin', 'user', 'team', 'agent'],
  user: ['team', 'agent'],
  team: ['agent'],
  agent: [],
};

export const managesRole = (role: Role, other: Role): boolean => managedRoles[role].includes(other);

export type Managed = {
  readonly before: StaffRow;
  readonly portfolioId: string | null;
  readonly hasPassword: boolean;
};

type Wanted = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly accountId: string;
  readonly heirId?: string | undefined;
};

/** Locks an account that the caller manages; any other account is not found. */
export async function findManaged(
  transaction: Transaction,
  { scope, businessDate, accountId, heirId }: Wanted,
): Promise<Managed | null> {
  const locked = await lockAccount(transaction, { id: accountId, heirId });
  const before = await findStaff(transaction, { scope, businessDate, accountId });
  if (!locked || !before || !managesRole(scope.role, before.role)) return null;
  return { before, portfolioId: locked.portfolioId, hasPassword: locked.hasPassword };
}
