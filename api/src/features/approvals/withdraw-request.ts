import type { WithdrawRequest } from '@bursar/contracts/approvals';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { recordAudit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { findApproval, lockApproval, toApproval, updateDecision } from './approvals.store.ts';

type Context = { readonly session: Session; readonly requestId: string; readonly now: Date };

/** Takes back a request of one's own; somebody else's is not there to be taken back. */
export function withdrawRequest(
  database: Database,
  id: string,
  { session, requestId, now }: Context,
): Promise<Outcome<AnswerOf<WithdrawRequest>, FailureOf<WithdrawRequest>>> {
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
    await recordAudit(transaction, {
      portfolioId,
      actorId: session.account.id,
      event: 'withdraw-request',
      subject: 'approval',
      subjectId: id,
      ...(loanId && { loanId }),
      before: { state: 'waiting' },
      after: { state: 'withdrawn', kind, subject },
      requestId,
      at: now,
    });
    const row = await findApproval(transaction, { who: session, id });
    if (!row) throw new Error(`request ${id} was withdrawn but is not there`);
    return succeed(toApproval(row, session));
  });
}
