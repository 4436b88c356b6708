import type { Profile } from '@bursar/contracts/distribution/profile';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Transaction } from '../../../platform/database.ts';

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
 * Marks the e-mail address as set by `setBy` and not yet proved, if the account has a password.
 * Until the owner signs in with the address, password mail is not sent to it.
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

export type ProfileInputs = Pick<Profile, 'name' | 'phone' | 'language' | 'timeZone'>;

/** Updates the profile if the caller saw its current version; returns whether it was updated. */
export async function updateProfile(
  transaction: Transaction,
  { accountId, version, ...inputs }: ProfileInputs & { accountId: string; version: number },
): Promise<boolean> {
  const rows = await transaction`
    update accounts set name = ${inputs.name}, phone = ${inputs.phone},
      language = ${inputs.language}, time_zone = ${inputs.timeZone}, version = version + 1
    where id = ${accountId} and version = ${version}
    returning id`;
  return rows.length > 0;
}

/** Replaces the password hash if it is still `former`; returns whether it was replaced. */
export async function replacePasswordHash(
  transaction: Transaction,
  { accountId, former, passwordHash }: { accountId: string; former: string; passwordHash: string },
): Promise<boolean> {
  const { count } = await transaction`
    update accounts set password_hash = ${passwordHash}
    where id = ${accountId} and password_hash = ${former}`;
  return count === 1;
}

/** Sets one password for every active account of a portfolio of demo data. */
export async function setPasswordsOf(
  transaction: Transaction,
  { portfolioId, passwordHash }: { portfolioId: string; passwordHash: string },
): Promise<void> {
  await transaction`
    update accounts set password_hash = ${passwordHash}, version = version + 1
    where portfolio_id = ${portfolioId} and status = 'active'`;
}

/**
 * Closes every account of a portfolio for good and frees their e-mail addresses, because people who
 * were invited into the portfolio may need their address for another account.
 */
export async function closeAccountsOf(
  transaction: Transaction,
  portfolioId: string,
): Promise<void> {
  await transaction`
    update accounts set status = 'suspended', password_hash = null,
      email = 'removed-' || id || '@demo.invalid', version = version + 1
    where portfolio_id = ${portfolioId}`;
}
