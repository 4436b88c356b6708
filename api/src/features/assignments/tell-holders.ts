import type { Transaction } from '../../platform/database.ts';
import { sendNotices } from '../notices/send-notices.ts';
import type { Batch } from './assignments.store.ts';

/** Tells who now holds the loans: the agent, or the desk of the team; a reason comes as a message. */
export async function tellHolders(
  transaction: Transaction,
  batch: Batch,
  currency: string,
): Promise<void> {
  const { teamId, agentId } = batch.holder;
  if (batch.kind !== 'assign' || teamId === null) return;
  const holders = await transaction<{ id: string }[]>`
    select id from accounts
    where portfolio_id = ${batch.portfolioId} and status = 'active' and id <> ${batch.madeBy}
      and ${agentId ? transaction`id = ${agentId}` : transaction`role = 'team' and team_id = ${teamId}`}`;
  const { portfolioId, madeBy: senderId, madeAt: at, reason } = batch;
  await sendNotices(
    transaction,
    holders.flatMap(({ id: accountId }) => {
      const common = { portfolioId, accountId, senderId, at };
      const told = {
        ...common,
        kind: 'notification' as const,
        event: 'loans-assigned' as const,
        count: batch.loanCount,
        amountMinor: batch.outstandingMinor,
        currency,
      };
      const message = {
        ...common,
        kind: 'message' as const,
        event: 'assignment-message' as const,
        message: reason,
        count: batch.loanCount,
      };
      return reason.trim() === '' ? [told] : [told, message];
    }),
  );
}
