import type { EndReason } from '@bursar/contracts/access/session-ends';
import type { Language } from '@bursar/contracts/languages';
import type { Role } from '@bursar/contracts/roles';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isOpen } from '../../../platform/session.ts';
import { revokeAllApiKeys } from '../api-keys/api-keys.store.ts';

export type SignInAccount = {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly language: Language;
  readonly status: 'invited' | 'active' | 'suspended';
  readonly passwordHash: string | null;
  readonly portfolioId: string | null;
  /** The account belongs to a portfolio of demo data. */
  readonly isOfDemo: boolean;
  readonly hasSecondFactor: boolean;
  /** The address was changed in the staff list, and the owner has not signed in with it since. */
  readonly isEmailUnproved: boolean;
  /** The networks from which the role may sign in; empty admits every address. */
  readonly networks: readonly string[];
  readonly roleRequiresSecondFactor: boolean;
};

export async function findAccountByEmail(
  sql: Queryable,
  email: string,
): Promise<SignInAccount | null> {
  const [account] = await sql<SignInAccount[]>`
    select ${signInColumns(sql)}
    from accounts account where lower(email) = lower(${email})`;
  return account ?? null;
}

/** Reads the account and locks it until the transaction ends. */
export async function holdAccount(
  transaction: Transaction,
  id: string,
): Promise<SignInAccount | null> {
  const [account] = await transaction<SignInAccount[]>`
    select ${signInColumns(transaction)}
    from accounts account where account.id = ${id} for no key update of account`;
  return account ?? null;
}

/** Selects the columns of `accounts account` that sign-in needs. */
export function signInColumns(sql: Queryable) {
  return sql`account.id, account.role, account.email, account.language, account.status, account.password_hash,
    account.portfolio_id, account.email_set_by is not null as is_email_unproved,
    exists (select from portfolios demo
      where demo.id = account.portfolio_id and demo.is_demo) as is_of_demo, exists (
      select from second_factors factor
      where factor.account_id = account.id and factor.confirmed_at is not null
    ) as has_second_factor,
    coalesce((select rule.networks from role_security_rules rule where rule.role = account.role),
      '{}') as networks,
    exists (
      select from role_security_rules rule
      where rule.role = account.role and rule.requires_second_factor
    ) as role_requires_second_factor`;
}

/** Marks the address as proved, because the owner signed in with it and the password. */
export async function proveEmail(transaction: Transaction, accountId: string): Promise<void> {
  await transaction`
    update accounts set email_set_by = null where id = ${accountId} and email_set_by is not null`;
}

export async function endSessionsOfBrowser(
  transaction: Transaction,
  { bindingHash, at }: { bindingHash: Buffer; at: Date },
): Promise<void> {
  await transaction`
    update sessions set ended_at = ${at.toISOString()}, end_reason = 'signed-in-again'
    where binding_hash = ${bindingHash} and ended_at is null`;
}

/** Ends the account's sessions, or all but one; returns how many. */
export async function endSessionsOf(
  transaction: Transaction,
  {
    accountId,
    now,
    except,
    reason,
  }: { accountId: string; now: Date; except?: string; reason: EndReason },
): Promise<number> {
  const ended = await transaction`
    update sessions session set ended_at = ${now.toISOString()}, end_reason = ${reason}
    where account_id = ${accountId} and ${isOpen(transaction, now)}
      ${except ? transaction`and id <> ${except}` : transaction``}
    returning id`;
  return ended.length;
}

/** Ends the session that its owner signs out of; returns whether it was open. */
export async function endSession(
  transaction: Transaction,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const ended = await transaction`
    update sessions set ended_at = ${now.toISOString()}
    where id = ${sessionId} and ended_at is null
    returning id`;
  return ended.length > 0;
}

/** Sets the password of an invited account and activates it; does nothing to other accounts. */
export async function activateInvited(
  transaction: Transaction,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<void> {
  await transaction`
    update accounts set password_hash = ${passwordHash}, status = 'active'
    where id = ${accountId} and status = 'invited'`;
}

/** Ends one session of the account; returns whether it was open. */
export async function endSessionElsewhere(
  transaction: Transaction,
  { sessionId, accountId, now }: { sessionId: string; accountId: string; now: Date },
): Promise<boolean> {
  const ended = await transaction`
      update sessions session set ended_at = ${now.toISOString()}, end_reason = 'ended-elsewhere'
      where id = ${sessionId} and account_id = ${accountId} and ${isOpen(transaction, now)}
      returning id`;
  return ended.length > 0;
}

export async function insertSession(
  transaction: Transaction,
  session: {
    id: string;
    accountId: string;
    tokenHash: Buffer;
    bindingHash: Buffer;
    at: Date;
    userAgent: string;
    address: string;
  },
): Promise<void> {
  const at = session.at.toISOString();
  await transaction`
    insert into sessions
      (id, account_id, token_hash, binding_hash, created_at, last_seen_at, user_agent, address)
    values (${session.id}, ${session.accountId}, ${session.tokenHash}, ${session.bindingHash},
      ${at}, ${at}, ${session.userAgent.slice(0, 400)}, ${session.address})`;
}

/**
 * Ends all sessions, pending sign-ins, password links, recoveries and API keys after a restore,
 * because those that ended since the backup would otherwise be valid again.
 */
export async function endAccess(sql: Queryable, at: string): Promise<void> {
  await revokeAllApiKeys(sql, at);
  await sql`update recoveries set ended_at = ${at} where ended_at is null`;
  await sql`update sessions set ended_at = greatest(${at}, created_at) where ended_at is null`;
  await sql`
    update password_links set expires_at = greatest(${at}, created_at)
    where used_at is null and expires_at > ${at}`;
  await sql`delete from pending_sign_ins`;
}
