import type { Language } from '@bursar/contracts/languages';
import type { Queryable, Transaction } from '../database.ts';
import { withoutKeys } from './keys-in-mails.ts';

/** After this many attempts, an email is not sent again unless an administrator retries it. */
export const ATTEMPTS_MAX = 8;

export type ClaimedMail = {
  readonly id: string;
  readonly toAddress: string;
  readonly subject: string;
  readonly body: string;
  readonly language: Language;
  /** The number of this attempt. */
  readonly attempts: number;
};

/**
 * Claims the email that has been due longest: counts an attempt and sets the next attempt to
 * `until`, which is after the longest possible attempt. Other processes skip a claimed email until
 * then; if this process is killed, the email becomes due again by itself. Removes the previous
 * failure, so that no user retries the email during the attempt.
 */
export async function claimMail(
  sql: Queryable,
  { at, until }: { readonly at: string; readonly until: string },
): Promise<ClaimedMail | null> {
  const [mail] = await sql<ClaimedMail[]>`
    update outbox set attempts = attempts + 1, last_failure = null, next_attempt_at = ${until}
    where id = (
      select id from outbox
      where sent_at is null and attempts < ${ATTEMPTS_MAX} and next_attempt_at <= ${at}
      order by next_attempt_at limit 1 for update skip locked)
    returning id, to_address, subject, body, language, attempts`;
  return mail ?? null;
}

/**
 * Marks an email as failed if the server stopped during its last allowed attempt, so that an
 * administrator can retry it.
 */
export async function failInterrupted(sql: Queryable, at: string): Promise<void> {
  await sql`
    update outbox set last_failure = 'The server stopped during the last attempt.'
    where sent_at is null and attempts >= ${ATTEMPTS_MAX} and last_failure is null
      and next_attempt_at <= ${at}`;
}

export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
};

export function listAttachments(sql: Queryable, mailId: string): Promise<Attachment[]> {
  return sql<Attachment[]>`
    select name as filename, content_type, content from outbox_attachments
    where mail_id = ${mailId} order by position`;
}

/**
 * Marks an email as sent and removes its link and its files, so that only the recipient has them.
 */
export async function markSent(
  transaction: Transaction,
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: string },
): Promise<void> {
  await transaction`
    update outbox set sent_at = ${at}, last_failure = null, body = ${withoutKeys(body)}
    where id = ${id}`;
  await transaction`delete from outbox_attachments where mail_id = ${id}`;
}

type Failed = {
  readonly id: string;
  readonly attempts: number;
  readonly failure: string;
  readonly nextAttemptAt: string;
};

/** Records a failed attempt. Changes nothing if the email was sent or another attempt has begun. */
export async function markFailed(
  sql: Queryable,
  { id, attempts, failure, nextAttemptAt }: Failed,
): Promise<void> {
  await sql`
    update outbox set last_failure = ${failure}, next_attempt_at = ${nextAttemptAt}
    where id = ${id} and attempts = ${attempts} and sent_at is null`;
}
