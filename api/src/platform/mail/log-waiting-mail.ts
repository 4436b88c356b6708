import type { Database } from '../database.ts';

/**
 * Logs the id of each email created after the time `after`; it waits because no mail server is set.
 * Does not log its text, which may hold a link that opens an account, or its subject, which may
 * name a borrower. Returns the time to continue from.
 */
export async function logWaitingMail(
  database: Database,
  log: { info(object: object, text: string): void },
  after: string,
): Promise<string> {
  const mails = await database<{ id: string; createdAt: string }[]>`
    select id, created_at from outbox
    where created_at > ${after} order by created_at`;
  for (const { id } of mails) {
    log.info({ mailId: id }, 'mail waits under Outgoing: no mail server is set');
  }
  return mails.at(-1)?.createdAt ?? after;
}
