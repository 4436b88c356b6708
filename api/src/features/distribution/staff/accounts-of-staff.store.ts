import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';

/**
 * Locks the account and, if given, the one that receives its loans, so that changes come one after
 * the other. Rows that only reference an account, such as payments, do not wait for this lock.
 */
export async function lockAccount(
  transaction: Transaction,
  { id, heirId }: { id: string; heirId: string | undefined },
) {
  const ids = heirId === undefined ? [id] : [id, heirId];
  const accounts = await transaction<
    {
      id: string;
      role: StaffRow['role'];
      teamId: string | null;
      portfolioId: string | null;
      hasPassword: boolean;
    }[]
  >`
    select id, role, team_id, portfolio_id, password_hash is not null as has_password
    from accounts where id = any(${ids}::uuid[]) order by id for no key update`;
  return accounts.find((account) => account.id === id) ?? null;
}

/**
 * Locks administrators in one order, so that two who suspend each other at once run one after the
 * other.
 */
export async function lockAdmins(transaction: Transaction): Promise<void> {
  await transaction`select from accounts where role = 'admin' order by id for no key update`;
}

export async function countOtherAdmins(transaction: Transaction, id: string): Promise<number> {
  const rows = await transaction`
    select from accounts where role = 'admin' and status = 'active' and id <> ${id}`;
  return rows.length;
}

export async function countLoansHeld(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string | null; agentId: string },
): Promise<number> {
  const rows = await sql`
    select from loan_state where portfolio_id = ${portfolioId} and agent_id = ${agentId}`;
  return rows.length;
}

/** Finds an agent whom the caller sees, suspended ones included. */
export async function findAgentInScope(
  sql: Queryable,
  { scope, agentId }: { scope: Scope; agentId: string },
): Promise<{ id: string; name: string } | null> {
  const [agent] = await sql<{ id: string; name: string }[]>`
    select account.id, account.name from accounts account
    where ${peopleInScope(sql, scope)} and account.role = 'agent' and account.id = ${agentId}`;
  return agent ? { ...agent } : null;
}

export async function findTeam(
  sql: Queryable,
  { portfolioId, teamId }: { portfolioId: string; teamId: string },
): Promise<boolean> {
  const rows = await sql`
    select from teams where portfolio_id = ${portfolioId} and id = ${teamId}`;
  return rows.length > 0;
}
