import type { Transaction } from '../../../platform/database.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';
import type { FollowedPromise } from './promises.store.ts';

/** Notifies, for each promise, the agent who holds its loan, if the loan has an agent. */
export async function notifyAgents(
  transaction: Transaction,
  promises: readonly FollowedPromise[],
  { event, now }: { event: 'promise-broken' | 'promise-due'; now: Date },
): Promise<void> {
  await sendNotifications(
    transaction,
    promises.flatMap(({ portfolioId, loanId, agentId, amountMinor, currency, referenceNumber }) =>
      agentId === null
        ? []
        : [
            {
              portfolioId,
              accountId: agentId,
              kind: 'notification' as const,
              event,
              senderId: null,
              amountMinor,
              currency,
              subject: loanReference(referenceNumber),
              target: { kind: 'loan' as const, id: loanId },
              at: now.toISOString(),
            },
          ],
    ),
  );
}
