import type { FailureOf } from '@bursar/contracts/endpoint';
import type { CompleteRecovery } from '@bursar/contracts/access/recovery';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';
import { endSessionsOf } from './accounts.store.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { plainCode } from './recovery-codes.ts';
import { takeRecoveryCode } from './recoveries.store.ts';
import { deletePendingSignIns } from './pending-sign-ins.ts';
import { voidWaysIn } from './password-links.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

type Completion = {
  readonly token: string;
  readonly password: string;
  /**
   * The code of the user who started the recovery; needed if two other people recover the account.
   */
  readonly code?: string | undefined;
  readonly device: string | null;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Sets the password with a password link, ends all of the account's sessions and invalidates its
 * links and API keys. Returns the device token for the browser's cookie.
 */
export async function completeRecovery(
  database: Database,
  { token, password, code, device, requestId, now }: Completion,
): Promise<Outcome<{ readonly device: string }, FailureOf<CompleteRecovery>>> {
  const refusal = await findPasswordRefusal(database, password);
  if (refusal) return refusal;
  // Hashing is expensive, so only a valid link may trigger it.
  if (!(await isUsable(database, { token, now }))) return refuse('recovery_link_not_valid');
  const passwordHash = await hashPassword(password);
  const at = now.toISOString();
  return database.begin(async (transaction) => {
    // Lock the account before the link, as a suspension does, because another order could deadlock.
    // The statements after the lock see a suspension that came first.
    await holdAccountOf(transaction, token);
    const isRight = await isCodeRight(transaction, { token, code, now });
    if (isRight === null) return refuse('recovery_link_not_valid');
    if (!isRight) return refuse('recovery_code_wrong', { field: 'code' });
    const [link] = await transaction<{ accountId: string; portfolioId: string | null }[]>`
      update password_links link set used_at = ${at}
      from accounts account
      where ${usable(transaction, { token, now })}
      returning link.account_id, account.portfolio_id`;
    if (!link) return refuse('recovery_link_not_valid');
    const { accountId, portfolioId } = link;
    await transaction`
      update accounts set password_hash = ${passwordHash}, status = 'active' where id = ${accountId}`;
    // The old password may be known to others, so sessions, known devices, other links and API keys
    // end.
    await endSessionsOf(transaction, { accountId, now, reason: 'password-changed' });
    await deletePendingSignIns(transaction, accountId);
    await forgetDevices(transaction, { accountId, except: null });
    // This browser becomes a known device of the account, so that wrong passwords from other
    // devices do not delay its owner.
    const known = await rememberDevice(transaction, { accountId, device, now });
    await voidWaysIn(transaction, { accountId, now });
    await recordAudit(transaction, {
      portfolioId,
      actorId: accountId,
      event: 'complete-recovery',
      subject: 'account',
      subjectId: accountId,
      requestId,
      at: now,
    });
    return succeed({ device: known });
  });
}

async function holdAccountOf(transaction: Transaction, token: string): Promise<void> {
  await transaction`
    select from accounts
    where id = (select account_id from password_links where token_hash = ${hashSecret(token)})
    for no key update`;
}

type Link = Pick<Completion, 'token' | 'now'>;

/**
 * Returns whether `code` is right or not needed, and counts a wrong one; null if the link is no
 * longer valid.
 */
async function isCodeRight(
  transaction: Transaction,
  { token, code, now }: Link & Pick<Completion, 'code'>,
): Promise<boolean | null> {
  const [link] = await transaction<{ recoveryId: string | null }[]>`
    select link.recovery_id from password_links link, accounts account
    where ${usable(transaction, { token, now })}`;
  if (!link) return null;
  const { recoveryId } = link;
  if (recoveryId === null) return true;
  const codeHash = hashSecret(plainCode(code ?? ''));
  return takeRecoveryCode(transaction, { recoveryId, codeHash, now });
}

async function isUsable(sql: Queryable, link: Link): Promise<boolean> {
  const found = await sql`
    select from password_links link, accounts account where ${usable(sql, link)}`;
  return found.length > 0;
}

/** SQL condition, for the aliases `link` and `account`: the link can still set the password. */
function usable(sql: Queryable, { token, now }: Link) {
  return sql`(account.id = link.account_id and account.status in ('active', 'invited')
    and link.token_hash = ${hashSecret(token)} and link.used_at is null
    and link.expires_at > ${now.toISOString()}
    and (link.recovery_id is null or exists (
      select from recoveries recovery
      where recovery.id = link.recovery_id and recovery.ended_at is null)))`;
}
