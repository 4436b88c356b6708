import type { Database } from '../../../platform/database.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';
import { takeDueReminders } from './loan-work.store.ts';

const BATCH = 200;

/** Sends the due reminders of next actions; returns how many were due. */
export async function followReminders(database: Database, now: Date): Promise<number> {
  const at = now.toISOString();
  let reminded = 0;
  for (;;) {
    const taken = await database.begin(async (transaction) => {
      const due = await takeDueReminders(transaction, { now: at, limit: BATCH });
      await sendNotifications(
        transaction,
        due.flatMap(({ portfolioId, loanId, accountIds, what, referenceNumber }) =>
          accountIds.map((accountId) => ({
            portfolioId,
            accountId,
            kind: 'notification' as const,
            event: 'next-action-due' as const,
            senderId: null,
            message: what,
            subject: loanReference(referenceNumber),
            target: { kind: 'loan' as const, id: loanId },
            at,
          })),
        ),
      );
      return due.length;
    });
    reminded += taken;
    if (taken < BATCH) return reminded;
  }
}
