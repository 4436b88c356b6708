import { networkOf } from '../../../platform/call-rate.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';
import type { Queryable } from '../../../platform/database.ts';
import { isKnownDevice } from './known-devices.ts';

/**
 * Number of free failures per subject before waiting begins. A device known to the account is
 * counted separately, so that strangers never delay the owner.
 */
const free = {
  'account-on-device': 5,
  'account-at-address': 5,
  // Counts all unknown devices together, so that many addresses cannot be used to guess a password.
  account: 50,
  address: 25,
} as const;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** One failure expires in the time of the longest wait, so waiting earns only one more try. */
const RESET_AFTER_SECONDS = LONGEST_WAIT_SECONDS;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

type Subject = keyof typeof free;
export type Attempt = {
  readonly email: string;
  readonly address: string;
  /** The device token in the browser's cookie; null if there is none. */
  readonly device: string | null;
  readonly now: Date;
};

/** Subjects are always locked in this order, so that two attempts cannot deadlock. */
const ofStrangers: readonly Subject[] = ['account-at-address', 'account', 'address'];
const ofKnownDevice: readonly Subject[] = ['account-on-device'];

async function subjectsOf(sql: Queryable, attempt: Attempt): Promise<readonly Subject[]> {
  return (await isKnownDevice(sql, attempt)) ? ofKnownDevice : ofStrangers;
}

/**
 * Counts the attempt as failed until `giveBackAttempt` and returns 0, so that parallel guesses gain
 * nothing over sequential ones. If the attempt must wait, does not count it and returns the
 * seconds. Unknown email addresses wait like known ones.
 */
export async function takeAttempt(sql: Queryable, attempt: Attempt): Promise<number> {
  const forgotten = new Date(attempt.now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
  await sql`delete from sign_in_attempts where last_failed_at < ${forgotten}`;
  const subjects = await subjectsOf(sql, attempt);
  for (const [index, subject] of subjects.entries()) {
    if (await isTaken(sql, subject, attempt)) continue;
    for (const taken of subjects.slice(0, index)) await giveBack(sql, taken, attempt);
    return secondsToWait(sql, subjects, attempt);
  }
  return 0;
}

/**
 * Counts the attempt unless it must wait, and returns whether it was counted. The wait is 1 s after
 * the last free failure and doubles with each further one, up to `LONGEST_WAIT_SECONDS`.
 */
async function isTaken(sql: Queryable, subject: Subject, attempt: Attempt): Promise<boolean> {
  const now = attempt.now.toISOString();
  const failures = sql`(${unforgiven(sql, now)} + 1)`;
  const beyondFree = sql`(ceil(${failures}) - ${free[subject]})`;
  const taken = await sql`
    insert into sign_in_attempts as known
      (subject, digest, failures, last_failed_at, blocked_until)
    values (${subject}, ${digestOf(subject, attempt)}, 1, ${now}, to_timestamp(0))
    on conflict (subject, digest) do update set
      failures = ${failures},
      last_failed_at = excluded.last_failed_at,
      -- A free failure must not block an attempt that was made before it and is counted after it.
      blocked_until = case when ${beyondFree} < 0 then to_timestamp(0)
        else excluded.last_failed_at + make_interval(secs =>
          least(${LONGEST_WAIT_SECONDS}, power(2, least(${beyondFree}, 12))))
      end
      where known.blocked_until <= excluded.last_failed_at
    returning subject`;
  return taken.length > 0;
}

/** Calculates the failures of `known` that have not expired. */
function unforgiven(sql: Queryable, now: string) {
  const seconds = sql`extract(epoch from ${now}::timestamptz - known.last_failed_at)::float8`;
  return sql`greatest(0,
    known.failures - greatest(0, ${seconds}) / ${RESET_AFTER_SECONDS}::float8)`;
}

async function secondsToWait(
  sql: Queryable,
  subjects: readonly Subject[],
  attempt: Attempt,
): Promise<number> {
  const digests = subjects.map((subject) => digestOf(subject, attempt));
  const [row] = await sql<{ until: string | null }[]>`
    select max(blocked_until) as until from sign_in_attempts
    where subject in ${sql([...subjects])} and digest in ${sql(digests)}`;
  const wait = row?.until ? Date.parse(row.until) - attempt.now.getTime() : 0;
  return Math.max(1, Math.ceil(wait / 1000));
}

/** Takes back a counted attempt that was no failure; earlier failures remain. */
export async function giveBackAttempt(sql: Queryable, attempt: Attempt): Promise<void> {
  for (const subject of await subjectsOf(sql, attempt)) await giveBack(sql, subject, attempt);
}

/** Subtracts failures and ends any wait, because the attempt was permitted without waiting. */
async function giveBack(
  sql: Queryable,
  subject: Subject,
  attempt: Attempt,
  failures = 1,
): Promise<void> {
  await sql`
    update sign_in_attempts
    set failures = greatest(failures - ${failures}::float8, 0), blocked_until = to_timestamp(0)
    where subject = ${subject} and digest = ${digestOf(subject, attempt)}`;
}

/**
 * After a sign-in, removes the account's failures from this device or network address and subtracts
 * them from the wider counts. Failures from elsewhere remain.
 */
export async function forgetFailures(sql: Queryable, attempt: Attempt): Promise<void> {
  const [own = 'account-at-address', ...wider] = await subjectsOf(sql, attempt);
  const now = attempt.now.toISOString();
  const [forgotten] = await sql<{ failures: number }[]>`
    delete from sign_in_attempts known
    where subject = ${own} and digest = ${digestOf(own, attempt)}
    returning ${unforgiven(sql, now)} as failures`;
  if (!forgotten) return;
  for (const subject of wider) await giveBack(sql, subject, attempt, forgotten.failures);
}

/** Returns a digest to store, so that the table does not list email addresses. */
function digestOf(subject: Subject, { email, address, device }: Attempt): Buffer {
  const account = email.trim().toLowerCase();
  switch (subject) {
    case 'account':
      return hashSecret(account);
    case 'address':
      return hashSecret(networkOf(address));
    case 'account-at-address':
      return hashSecret(`${account} ${networkOf(address)}`);
    case 'account-on-device':
      return hashSecret(`${account} ${device}`);
  }
}
