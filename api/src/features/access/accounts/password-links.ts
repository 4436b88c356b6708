import { uuidv7 } from 'uuidv7';
import type { Language } from '@bursar/contracts/languages';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { revokeApiKeysOf } from '../api-keys/api-keys.store.ts';
import { endRecoveries } from './recoveries.store.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';

export type LinkReason = 'recovery' | 'invitation';

const validMinutes: Record<LinkReason, number> = { recovery: 60, invitation: 7 * 24 * 60 };

type LinkFor = {
  readonly account: { readonly id: string; readonly email: string; readonly language: Language };
  readonly reason: LinkReason;
  readonly publicUrl: string;
  readonly now: Date;
};

/**
 * Mails a password link in the owner's language and returns the link. Only the outbox stores it in
 * full, until the email is sent; `password_links` has its digest.
 */
export async function mailPasswordLink(transaction: Transaction, link: LinkFor): Promise<string> {
  const { account, reason, now } = link;
  const address = await insertPasswordLink(transaction, link);
  const content = { kind: reason, address };
  const [owner] = await transaction<{ portfolioId: string | null }[]>`
    select portfolio_id from accounts where id = ${account.id}`;
  const portfolioId = owner?.portfolioId ?? null;
  await enqueueMail(transaction, { portfolioId, reader: account, content, at: now });
  return address;
}

type NewLink = Pick<LinkFor, 'reason' | 'publicUrl' | 'now'> & {
  readonly account: { readonly id: string };
  /** If set, the link also requires the code of the recovery's starter. */
  readonly recoveryId?: string;
};

/** Creates a link that sets a password; only its digest is stored. */
export async function insertPasswordLink(
  transaction: Transaction,
  { account, reason, publicUrl, now, recoveryId }: NewLink,
): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + validMinutes[reason] * 60_000);
  await transaction`
    insert into password_links (id, account_id, token_hash, created_at, expires_at, recovery_id)
    values (${uuidv7()}, ${account.id}, ${hashSecret(token)}, ${now.toISOString()},
      ${expiresAt.toISOString()}, ${recoveryId ?? null})`;
  const page = `${publicUrl}/auth/boxed-password-reset`;
  return `${page}?token=${token}${recoveryId ? '&code=asked' : ''}`;
}

/**
 * Returns the account of a valid password link if it is invited and has no password yet; null
 * otherwise.
 */
export async function findUnusedAccount(
  sql: Queryable,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{ readonly id: string } | null> {
  const [account] = await sql<{ id: string }[]>`
    select account.id from password_links link
    join accounts account on account.id = link.account_id
    where link.token_hash = ${hashSecret(token)} and link.used_at is null
      and link.expires_at > ${now.toISOString()}
      and account.status = 'invited' and account.password_hash is null`;
  return account ?? null;
}

/** Invalidates the account's unused password links. */
export async function voidPasswordLinks(
  transaction: Transaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await transaction`
    update password_links set used_at = ${now.toISOString()}
    where account_id = ${accountId} and used_at is null`;
}

/** Invalidates the recoveries, password links and API keys of an account. */
export async function voidWaysIn(
  transaction: Transaction,
  owner: { accountId: string; now: Date },
): Promise<void> {
  await endRecoveries(transaction, owner);
  await voidPasswordLinks(transaction, owner);
  await revokeApiKeysOf(transaction, owner);
}
