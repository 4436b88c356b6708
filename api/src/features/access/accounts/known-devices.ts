import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';
import { hostCookie } from '../../../platform/session-cookies.ts';

/**
 * The cookie that identifies a browser in which an account signed in or set its password by a link.
 * It outlives sessions and grants no access.
 */
const DEVICE_COOKIE = '__Host-bursar-device';
const KNOWN_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

export function deviceOf(request: FastifyRequest): string | null {
  return request.cookies[DEVICE_COOKIE] ?? null;
}

export function setDeviceCookie(reply: FastifyReply, device: string): void {
  reply.setCookie(DEVICE_COOKIE, device, { ...hostCookie, maxAge: KNOWN_DAYS * 24 * 3600 });
}

/**
 * Returns whether this browser is a known device of the account: used within the last 180 days to
 * sign in or to set the password by a link, and not forgotten since.
 */
export async function isKnownDevice(
  sql: Queryable,
  { email, device, now }: { email: string; device: string | null; now: Date },
): Promise<boolean> {
  if (device === null) return false;
  const known = await sql`
    select from known_devices known join accounts account on account.id = known.account_id
    where lower(account.email) = lower(${email.trim()}) and known.device_hash = ${hashSecret(device)}
      and known.last_entered_at > ${lapsesBefore(now)}`;
  return known.length > 0;
}

/**
 * Records this browser as a known device of the account and returns the device token. A token that
 * is recorded for any account is reused, so that several people can share a browser.
 */
export async function rememberDevice(
  transaction: Transaction,
  { accountId, device, now }: { accountId: string; device: string | null; now: Date },
): Promise<string> {
  const secret = device !== null && (await wasGiven(transaction, device)) ? device : newSecret();
  await transaction`
    insert into known_devices (account_id, device_hash, last_entered_at)
    values (${accountId}, ${hashSecret(secret)}, ${now.toISOString()})
    on conflict (account_id, device_hash) do update
      set last_entered_at = excluded.last_entered_at`;
  await transaction`
    delete from known_devices
    where account_id = ${accountId} and last_entered_at <= ${lapsesBefore(now)}`;
  return secret;
}

/**
 * Deletes the account's known devices, or all but one, so that they count as unknown from now on.
 */
export async function forgetDevices(
  transaction: Transaction,
  { accountId, except }: { accountId: string; except: string | null },
): Promise<void> {
  await transaction`
    delete from known_devices where account_id = ${accountId}
      and device_hash is distinct from ${except === null ? null : hashSecret(except)}`;
}

async function wasGiven(transaction: Transaction, device: string): Promise<boolean> {
  const known = await transaction`
    select from known_devices where device_hash = ${hashSecret(device)} limit 1`;
  return known.length > 0;
}

const lapsesBefore = (now: Date): string =>
  new Date(now.getTime() - KNOWN_DAYS * DAY_MS).toISOString();
