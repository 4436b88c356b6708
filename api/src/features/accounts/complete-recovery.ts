import type { FailureOf } from '@bursar/contracts/endpoint';
import type { CompleteRecovery } from '@bursar/contracts/recovery';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { hashSecret } from '../../platform/secrets/random-secret.ts';
import { endSessionsOf } from './accounts.store.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { deletePendingSignIns } from './pending-sign-ins.ts';
import { voidPasswordLinks } from './password-links.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

type Completion = {
  readonly token: string;
  readonly password: string;
  readonly device: string | null;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Sets the password a link was made for, uses the link up and ends every session of the account.
 * Answers what the browser keeps to be known again.
 */
export async function completeRecovery(
  database: Database,
  { token, password, device, requestId, now }: Completion,
): Promise<Outcome<{ readonly device: string }, FailureOf<CompleteRecovery>>> {
  const refusal = findPasswordRefusal(password);
  if (refusal) return refusal;
  // Hashing costs a lot: only somebody with a link may have it done.
  if (!(await isUsable(database, { token, now }))) return refuse('recovery_link_not_valid');
  const passwordHash = await hashPassword(password);
  const at = now.toISOString();
  return database.begin(async (transaction) => {
    // Before the link, as whoever suspends the account does; a statement later sees what they did.
    await holdAccountOf(transaction, token);
    const [link] = await transaction<{ accountId: string; portfolioId: string | null }[]>`
      update password_links link set used_at = ${at}
      from accounts account
      where ${usable(transaction, { token, now })}
      returning link.account_id, account.portfolio_id`;
    if (!link) return refuse('recovery_link_not_valid');
    const { accountId, portfolioId } = link;
    await transaction`
      update accounts set password_hash = ${passwordHash}, status = 'active' where id = ${accountId}`;
    // Whoever knew the old password is out, and no other link that was mailed opens the account.
    await endSessionsOf(transaction, { accountId, now, reason: 'password-changed' });
    await deletePendingSignIns(transaction, accountId);
    await forgetDevices(transaction, { accountId, except: null });
    // Who reads the account's mail is no stranger here, while others may be guessing.
    const known = await rememberDevice(transaction, { accountId, device, now });
    await voidPasswordLinks(transaction, { accountId, now });
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

async function isUsable(sql: Queryable, link: Link): Promise<boolean> {
  const found = await sql`
    select from password_links link, accounts account where ${usable(sql, link)}`;
  return found.length > 0;
}

/** To be put beside `password_links link` and `accounts account`. */
function usable(sql: Queryable, { token, now }: Link) {
  return sql`(account.id = link.account_id and account.status in ('active', 'invited')
    and link.token_hash = ${hashSecret(token)} and link.used_at is null
    and link.expires_at > ${now.toISOString()})`;
}
