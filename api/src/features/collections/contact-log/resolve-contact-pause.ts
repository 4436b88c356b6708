import type { ResolveContactPause } from '@bursar/contracts/collections/contact-log';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockWorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import { findPause, resolvePause } from './contact-pauses.store.ts';

type Resolving = { readonly loanId: string; readonly contactId: string; readonly note: string };
type Resolved = Outcome<AnswerOf<ResolveContactPause>, FailureOf<ResolveContactPause>>;

/**
 * Ends a pause of the contact about a loan, so that the loan can return to the work queue. An agent
 * never resolves a pause, whatever permissions were granted, because a dispute is about what the
 * agent asked for.
 */
export function resolveContactPause(
  database: Database,
  { loanId, contactId, note }: Resolving,
  context: CommandContext,
): Promise<Resolved> {
  const { session, now } = context;
  return database.begin(async (transaction): Promise<Resolved> => {
    if (session.scope.role === 'agent') return refuse('not_found');
    const loan = await lockWorkedLoan(transaction, { scope: session.scope, loanId });
    const pause = loan && (await findPause(transaction, { ...loan, contactId }));
    if (!loan || !pause) return refuse('not_found');
    const resolution = note.trim();
    if (pause.resolvedBy !== null) {
      const isSame = pause.resolvedBy === session.account.id && pause.resolution === resolution;
      return isSame ? succeed({ replayed: true }) : refuse('pause_already_resolved');
    }
    await resolvePause(transaction, {
      ...loan,
      contactId,
      by: session.account.id,
      at: now.toISOString(),
      note: resolution,
    });
    await auditCommand(transaction, context, {
      portfolioId: loan.portfolioId,
      event: 'resolve-contact-pause',
      subject: 'loan',
      subjectId: loanId,
      before: { cause: pause.cause },
      // The note is about the borrower, so the audit trail omits it as it does for contacts.
      after: { contactId },
    });
    return succeed({ replayed: false });
  });
}
