import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { StrikeLoanNote } from '@bursar/contracts/records/loan-notes';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findLoanNote, holdNotedLoan, insertStrike } from './loan-notes.store.ts';

type Struck = Outcome<AnswerOf<StrikeLoanNote>, FailureOf<StrikeLoanNote>>;

/**
 * Strikes the caller's own note with a reason. Notes cannot be edited, so the author strikes one
 * and writes another.
 */
export async function strikeLoanNote(
  database: Database,
  command: { readonly noteId: string; readonly reason: string },
  context: PortfolioContext,
): Promise<Struck> {
  const { session, portfolio, now } = context;
  return database.begin(async (transaction) => {
    const { noteId } = command;
    const portfolioId = portfolio.id;
    const note = await findLoanNote(transaction, { portfolioId, id: noteId });
    const { scope, account } = session;
    const loan = note && (await holdNotedLoan(transaction, { scope, loanId: note.loanId }));
    if (!loan) return refuse('not_found');
    const reason = command.reason.trim();
    if (reason === '') return refuse('reason_missing', { field: 'reason' });
    if (note.writtenBy !== account.id) return refuse('note_not_yours');
    const at = now.toISOString();
    if (!(await insertStrike(transaction, { portfolioId, noteId, reason, at }))) {
      return refuse('note_already_struck');
    }
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'strike-note',
      subject: 'loan',
      subjectId: loan.loanId,
      before: { noteId, text: note.text },
      after: { noteId, reason },
    });
    return succeed({ id: noteId });
  });
}
