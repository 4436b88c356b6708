import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';
import { hostCookie } from '../../../platform/session-cookies.ts';
import { signInColumns, type SignInAccount } from './accounts.store.ts';

const VALID_SECONDS = 5 * 60;
const PENDING_COOKIE = '__Host-bursar-pending';

/** An identity that the provider confirmed; the provider's token is encrypted for the account. */
export type ConfirmedByProvider = { readonly issuer: string; readonly sealedToken: Buffer };

type NewPending = {
  readonly accountId: string;
  readonly now: Date;
  readonly byProvider?: ConfirmedByProvider;
};

/** Stores that the first step succeeded; returns the token that must accompany the code. */
export async function insertPendingSignIn(
  sql: Queryable,
  { accountId, now, byProvider }: NewPending,
): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + VALID_SECONDS * 1000).toISOString();
  await sql`delete from pending_sign_ins where expires_at <= ${now.toISOString()}`;
  await sql`
    insert into pending_sign_ins
      (token_hash, account_id, expires_at, provider_issuer, provider_token)
    values (${hashSecret(token)}, ${accountId}, ${expiresAt}, ${byProvider?.issuer ?? null},
      ${byProvider?.sealedToken ?? null})`;
  return token;
}

export type PendingAccount = SignInAccount & {
  /** Null if a password was the first step. */
  readonly providerIssuer: string | null;
  readonly providerToken: Buffer | null;
};

/**
 * Reads a sign-in that waits for its code and locks its account, so that guesses run one after the
 * other.
 */
export async function lockPendingSignIn(
  transaction: Transaction,
  { token, now }: { token: string | null; now: Date },
): Promise<PendingAccount | null> {
  if (token === null) return null;
  const tokenHash = hashSecret(token);
  await transaction`
    select from accounts
    where id = (select account_id from pending_sign_ins where token_hash = ${tokenHash})
    for no key update`;
  // Use a separate statement: it sees whether the sign-in ended while this call waited for the
  // lock.
  const [account] = await transaction<PendingAccount[]>`
    select ${signInColumns(transaction)}, pending.provider_issuer, pending.provider_token
    from pending_sign_ins pending join accounts account on account.id = pending.account_id
    where pending.token_hash = ${tokenHash} and pending.expires_at > ${now.toISOString()}`;
  return account ?? null;
}

/** Removes all pending sign-ins of an account, for example after a sign-in or a password change. */
export async function deletePendingSignIns(
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  await transaction`delete from pending_sign_ins where account_id = ${accountId}`;
}

export function pendingTokenOf(request: FastifyRequest): string | null {
  return request.cookies[PENDING_COOKIE] ?? null;
}

/** Binds the second step to the browser of the first; scripts cannot read the cookie. */
export function setPendingCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(PENDING_COOKIE, token, { ...hostCookie, maxAge: VALID_SECONDS });
}

export function clearPendingCookie(reply: FastifyReply): void {
  reply.clearCookie(PENDING_COOKIE, hostCookie);
}
