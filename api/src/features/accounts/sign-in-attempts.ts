import { hashSecret } from '../../platform/secrets/random-secret.ts';
import type { Queryable } from '../../platform/database.ts';

/** How many failures are free, and how long the wait after them may grow. */
const limits = {
  account: { free: 5, longestSeconds: 15 * 60 },
  address: { free: 25, longestSeconds: 15 * 60 },
} as const;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

type Subject = keyof typeof limits;
export type Attempt = { readonly email: string; readonly address: string; readonly now: Date };

/**
 * Takes one try: it counts as failed until `giveBackAttempt`, so that of many sent at once no more
 * are let through than one after the other. Answers 0, or the whole seconds to wait for another.
 * Unknown addresses wait like known ones.
 */
export async function takeAttempt(sql: Queryable, attempt: Attempt): Promise<number> {
  const forgotten = new Date(attempt.now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
  await sql`delete from sign_in_attempts where last_failed_at < ${forgotten}`;
  if (!(await isTaken(sql, 'account', attempt))) return secondsToWait(sql, attempt);
  if (await isTaken(sql, 'address', attempt)) return 0;
  await giveBack(sql, 'account', attempt);
  return secondsToWait(sql, attempt);
}

/** Counts it unless it has to wait: 1 s after the last free failure, then twice as long each time. */
async function isTaken(sql: Queryable, subject: Subject, attempt: Attempt): Promise<boolean> {
  const { free, longestSeconds } = limits[subject];
  const now = attempt.now.toISOString();
  const taken = await sql`
    insert into sign_in_attempts as known
      (subject, digest, failures, last_failed_at, blocked_until)
    values (${subject}, ${digestOf(subject, attempt)}, 1, ${now}, to_timestamp(0))
    on conflict (subject, digest) do update set
      failures = known.failures + 1,
      last_failed_at = excluded.last_failed_at,
      blocked_until = excluded.last_failed_at + make_interval(secs => case
        when known.failures + 1 < ${free} then 0
        else least(${longestSeconds}, power(2, least(known.failures + 1 - ${free}, 12)))
      end)
      where known.blocked_until <= excluded.last_failed_at
    returning subject`;
  return taken.length > 0;
}

async function secondsToWait(sql: Queryable, attempt: Attempt): Promise<number> {
  const [row] = await sql<{ until: string | null }[]>`
    select max(blocked_until) as until from sign_in_attempts
    where (subject, digest) in (('account', ${digestOf('account', attempt)}),
      ('address', ${digestOf('address', attempt)}))`;
  const wait = row?.until ? Date.parse(row.until) - attempt.now.getTime() : 0;
  return Math.max(1, Math.ceil(wait / 1000));
}

/** It was no failure after all; those before it are remembered. */
export async function giveBackAttempt(sql: Queryable, attempt: Attempt): Promise<void> {
  await giveBack(sql, 'account', attempt);
  await giveBack(sql, 'address', attempt);
}

/** Whoever was let through had no more to wait, and has not now. */
async function giveBack(sql: Queryable, subject: Subject, attempt: Attempt): Promise<void> {
  await sql`
    update sign_in_attempts
    set failures = greatest(failures - 1, 0), blocked_until = to_timestamp(0)
    where subject = ${subject} and digest = ${digestOf(subject, attempt)}`;
}

/** The account was entered: what failed before at it counts no more. */
export async function forgetFailures(sql: Queryable, attempt: Attempt): Promise<void> {
  await giveBackAttempt(sql, attempt);
  await sql`
    delete from sign_in_attempts
    where subject = 'account' and digest = ${digestOf('account', attempt)}`;
}

/** Only a digest is kept: the list of failures must not be a list of addresses. */
function digestOf(subject: Subject, { email, address }: Attempt): Buffer {
  return hashSecret(subject === 'account' ? email.trim().toLowerCase() : address);
}
