import type { Transaction } from '../../../platform/database.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';
import type { Holder } from './assignment-target.ts';
import type { Batch } from './assignments.store.ts';

type Share = {
  readonly holder: Holder;
  readonly moving: readonly { readonly loanId: string; readonly outstandingMinor: number }[];
};

/**
 * Notifies the new holders of assigned loans: the agent or the team desk. Sends the reason, if
 * there is one, as a message. Taking loans back and undoing a batch notify no holder.
 */
export async function notifyHolders(
  transaction: Transaction,
  batch: Batch,
  { shares, currency }: { shares: readonly Share[]; currency: string },
): Promise<void> {
  if (batch.kind !== 'assign') return;
  const { portfolioId, madeBy: senderId, madeAt: at, reason } = batch;
  for (const share of shares.filter(({ moving }) => moving.length > 0)) {
    const count = share.moving.length;
    const subject = await nameOnlyLoan(transaction, portfolioId, share);
    const amountMinor = share.moving.reduce((total, loan) => total + loan.outstandingMinor, 0);
    const notifications = (await listHolders(transaction, batch, share)).flatMap(
      ({ id: accountId }) => {
        const target = { kind: 'batch' as const, id: batch.id };
        const about = { count, target, ...(subject && { subject }) };
        const common = { portfolioId, accountId, senderId, at, ...about };
        const notification = {
          ...common,
          kind: 'notification' as const,
          event: 'loans-assigned' as const,
          amountMinor,
          currency,
        };
        const message = {
          ...common,
          kind: 'message' as const,
          event: 'assignment-message' as const,
          message: reason,
        };
        return reason.trim() === '' ? [notification] : [notification, message];
      },
    );
    await sendNotifications(transaction, notifications);
  }
}

/**
 * Returns the reference number if the share has a single loan, which the notification then shows in
 * place of the count; null otherwise.
 */
async function nameOnlyLoan(
  transaction: Transaction,
  portfolioId: string,
  { moving: [loan, another] }: Share,
): Promise<string | null> {
  if (!loan || another) return null;
  const [row] = await transaction<{ referenceNumber: number }[]>`
    select reference_number from loans
    where portfolio_id = ${portfolioId} and id = ${loan.loanId}`;
  return row ? loanReference(row.referenceNumber) : null;
}

function listHolders(
  transaction: Transaction,
  { portfolioId, madeBy }: Batch,
  { holder: { teamId, agentId } }: Share,
) {
  return transaction<{ id: string }[]>`
    select id from accounts
    where portfolio_id = ${portfolioId} and status = 'active' and id <> ${madeBy}
      and ${agentId ? transaction`id = ${agentId}` : transaction`role = 'team' and team_id = ${teamId}`}`;
}
