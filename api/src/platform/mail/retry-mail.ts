import type { Transaction } from '../database.ts';

/**
 * Resets a failed email as if it had never been tried. Returns false if it was sent or has not
 * failed.
 */
export async function setWaiting(
  transaction: Transaction,
  { mailId, at }: { mailId: string; at: string },
): Promise<boolean> {
  const rows = await transaction`
    update outbox set attempts = 0, last_failure = null, next_attempt_at = ${at}
    where id = ${mailId} and sent_at is null and last_failure is not null
    returning id`;
  return rows.length > 0;
}
