import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type NewAccount = {
  readonly id: string;
  readonly portfolioId: string | null;
  readonly teamId: string | null;
  readonly role: StaffRow['role'];
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: StaffRow['language'];
  readonly timeZone: string | null;
  readonly commissionRatePercent: string | null;
  readonly monthlyTargetMinor: number | null;
};

/** Inserts an invited account, which has no password until its owner sets one. */
export async function insertAccount(
  transaction: Transaction,
  account: NewAccount,
  now: Date,
): Promise<void> {
  await transaction`
    insert into accounts (id, portfolio_id, team_id, role, name, email, phone, language, time_zone,
      commission_rate_percent, monthly_target_minor, status, created_at)
    values (${account.id}, ${account.portfolioId}, ${account.teamId}, ${account.role},
      ${account.name}, ${account.email}, ${account.phone}, ${account.language},
      ${account.timeZone}, ${account.commissionRatePercent}, ${account.monthlyTargetMinor},
      'invited', ${now.toISOString()})`;
}

export type AccountChange = Pick<
  NewAccount,
  | 'teamId'
  | 'name'
  | 'email'
  | 'phone'
  | 'language'
  | 'timeZone'
  | 'commissionRatePercent'
  | 'monthlyTargetMinor'
>;

export async function updateAccount(
  transaction: Transaction,
  id: string,
  change: AccountChange,
): Promise<void> {
  await transaction`
    update accounts set team_id = ${change.teamId}, name = ${change.name}, email = ${change.email},
      phone = ${change.phone}, language = ${change.language}, time_zone = ${change.timeZone},
      commission_rate_percent = ${change.commissionRatePercent},
      monthly_target_minor = ${change.monthlyTargetMinor}, version = version + 1
    where id = ${id}`;
}

/**
 * Marks the e-mail address as set by another user: password mail cannot open the account until its
 * owner signs in with it.
 */
export async function setEmailSetBy(
  transaction: Transaction,
  { accountId, setBy }: { accountId: string; setBy: string },
): Promise<void> {
  await transaction`
    update accounts set email_set_by = ${setBy}
    where id = ${accountId} and password_hash is not null`;
}

export async function setStatus(
  transaction: Transaction,
  { id, status }: { id: string; status: StaffRow['status'] },
): Promise<void> {
  await transaction`
    update accounts set status = ${status}, version = version + 1 where id = ${id}`;
}

/**
 * Locks the account and its successor, so that changes come one after the other. Rows that only
 * reference an account, such as payments, do not wait for this lock.
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

/** In one order, so that administrators who suspend each other at once come one after the other. */
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

export async function findTeam(
  sql: Queryable,
  { portfolioId, teamId }: { portfolioId: string; teamId: string },
): Promise<boolean> {
  const rows = await sql`
    select from teams where portfolio_id = ${portfolioId} and id = ${teamId}`;
  return rows.length > 0;
}
