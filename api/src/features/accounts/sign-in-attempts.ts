import { hashSecret } from '../../platform/session.ts';
import type { Queryable } from '../../platform/database.ts';

/** How many failures are free, and how long the wait after them may grow. */
const limits = {
  account: { free: 5, longestSeconds: 15 * 60 },
  address: { free: 25, longestSeconds: 15 * 60 },
} as const;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

type Subject = keyof typeof limits;
export type Attempt = { readonly email: string; readonly address: string; readonly now: Date };

/** Whole seconds to wait before another try, or 0. Unknown addresses wait like known ones. */
export async function secondsToWait(sql: Queryable, attempt: Attempt): Promise<number> {
  const [row] = await sql<{ until: string | null }[]>`
    select max(blocked_until) as until from sign_in_attempts
    where (subject, digest) in (('account', ${digestOf('account', attempt)}),
      ('address', ${digestOf('address', attempt)}))`;
  const wait = row?.until ? Date.parse(row.until) - attempt.now.getTime() : 0;
  return Math.max(0, Math.ceil(wait / 1000));
}

/** Counts a failure for the account that was tried and for the address it came from. */
export async function noteFailure(sql: Queryable, attempt: Attempt): Promise<void> {
  const forgotten = new Date(attempt.now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
  const now = attempt.now.toISOString();
  await sql`delete from sign_in_attempts where last_failed_at < ${forgotten}`;
  for (const subject of ['account', 'address'] as const) {
    const { free, longestSeconds } = limits[subject];
    // 1 s after the last free failure, then twice as long each time.
    await sql`
      insert into sign_in_attempts as known
        (subject, digest, failures, last_failed_at, blocked_until)
      values (${subject}, ${digestOf(subject, attempt)}, 1, ${now}, ${now})
      on conflict (subject, digest) do update set
        failures = known.failures + 1,
        last_failed_at = excluded.last_failed_at,
        blocked_until = excluded.last_failed_at + make_interval(secs => case
          when known.failures + 1 < ${free} then 0
          else least(${longestSeconds}, power(2, least(known.failures + 1 - ${free}, 12)))
        end)`;
  }
}

export async function forgetFailures(sql: Queryable, attempt: Attempt): Promise<void> {
  await sql`
    delete from sign_in_attempts
    where subject = 'account' and digest = ${digestOf('account', attempt)}`;
}

/** Only a digest is kept: the list of failures must not be a list of addresses. */
function digestOf(subject: Subject, { email, address }: Attempt): Buffer {
  return hashSecret(subject === 'account' ? email.trim().toLowerCase() : address);
}
