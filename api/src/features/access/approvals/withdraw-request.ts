import type { WithdrawRequest } from '@bursar/contracts/access/approvals';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findApproval, lockApproval, toApproval, updateDecision } from './approvals.store.ts';

/** Withdraws the caller's own request; those of others are not found. */
export function withdrawRequest(
  database: Database,
  id: string,
  context: CommandContext,
): Promise<Outcome<AnswerOf<WithdrawRequest>, FailureOf<WithdrawRequest>>> {
  const { session, now } = context;
  return database.begin(async (transaction) => {
    const request = await lockApproval(transaction, { who: session, id });
    if (request?.requesterId !== session.account.id) return refuse('not_found');
    if (request.state !== 'waiting') {
      return refuse('request_already_decided', { details: { state: request.state } });
    }
    const { portfolioId, kind, subject, loanId } = request;
    await updateDecision(transaction, {
      portfolioId,
      id,
      state: 'withdrawn',
      decidedBy: session.account.id,
      decidedAt: now.toISOString(),
      reason: '',
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'withdraw-request',
      subject: 'approval',
      subjectId: id,
      ...(loanId && { loanId }),
      before: { state: 'waiting' },
      after: { state: 'withdrawn', kind, subject },
    });
    const row = await findApproval(transaction, { who: session, id });
    if (!row) throw new Error(`request ${id} was withdrawn but is missing`);
    return succeed(toApproval(row, session));
  });
}
