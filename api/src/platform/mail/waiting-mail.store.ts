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
 * Claims the email that has been due longest by counting an attempt and moving the next one past the
 * time an attempt can take. Other processes skip it, and that of a killed process becomes due again
 * by itself. The previous failure is removed, so that nobody retries the email during the attempt.
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

/** Marks emails as failed whose last attempt was interrupted, so that they can be retried. */
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

/** After sending, only the recipient has the link and the files. */
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

/** Changes nothing if another attempt has begun since. */
export async function markFailed(
  sql: Queryable,
  { id, attempts, failure, nextAttemptAt }: Failed,
): Promise<void> {
  await sql`
    update outbox set last_failure = ${failure}, next_attempt_at = ${nextAttemptAt}
    where id = ${id} and attempts = ${attempts} and sent_at is null`;
}
