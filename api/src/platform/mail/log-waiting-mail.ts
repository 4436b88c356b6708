import type { Database } from '../database.ts';

/**
 * Logs each mail that waits because no mail server is set: its id and subject, never its text,
 * which may hold a link that opens an account. Returns the point to continue from.
 */
export async function logWaitingMail(
  database: Database,
  log: { info(object: object, text: string): void },
  after: string,
): Promise<string> {
  const mails = await database<{ id: string; subject: string; createdAt: string }[]>`
    select id, subject, created_at from outbox
    where created_at > ${after} order by created_at`;
  for (const { id, subject } of mails) {
    log.info({ mailId: id, subject }, 'mail waits under Outgoing: no mail server is set');
  }
  return mails.at(-1)?.createdAt ?? after;
}
