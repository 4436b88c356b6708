import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';
import { hostCookie } from '../../../platform/session-cookies.ts';
import { signInColumns, type SignInAccount } from './accounts.store.ts';

/** How long the code of the second factor may follow the password. */
const VALID_SECONDS = 5 * 60;
const PENDING_COOKIE = '__Host-bursar-pending';

/** Notes that the password was right; answers the token that the code has to come with. */
export async function insertPendingSignIn(
  sql: Queryable,
  accountId: string,
  now: Date,
): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + VALID_SECONDS * 1000).toISOString();
  await sql`delete from pending_sign_ins where expires_at <= ${now.toISOString()}`;
  await sql`
    insert into pending_sign_ins (token_hash, account_id, expires_at)
    values (${hashSecret(token)}, ${accountId}, ${expiresAt})`;
  return token;
}

/** Whose sign-in waits for a code; locked, so that guesses come one after the other. */
export async function lockPendingSignIn(
  transaction: Transaction,
  { token, now }: { token: string | null; now: Date },
): Promise<SignInAccount | null> {
  if (token === null) return null;
  const tokenHash = hashSecret(token);
  await transaction`
    select from accounts
    where id = (select account_id from pending_sign_ins where token_hash = ${tokenHash})
    for no key update`;
  // By a statement of its own: one that waited for the account still sees a sign-in that is over.
  const [account] = await transaction<SignInAccount[]>`
    select ${signInColumns(transaction)}
    from pending_sign_ins pending join accounts account on account.id = pending.account_id
    where pending.token_hash = ${tokenHash} and pending.expires_at > ${now.toISOString()}`;
  return account ?? null;
}

/** The account has been entered, or its password changed: what else was begun for it is void. */
export async function deletePendingSignIns(
  transaction: Transaction,
  accountId: string,
): Promise<void> {
  await transaction`delete from pending_sign_ins where account_id = ${accountId}`;
}

export function pendingTokenOf(request: FastifyRequest): string | null {
  return request.cookies[PENDING_COOKIE] ?? null;
}

/** Ties the second step to the browser of the first; no script reads it. */
export function setPendingCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(PENDING_COOKIE, token, { ...hostCookie, maxAge: VALID_SECONDS });
}

export function clearPendingCookie(reply: FastifyReply): void {
  reply.clearCookie(PENDING_COOKIE, hostCookie);
}
