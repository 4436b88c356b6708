import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PinLoanNote } from '@bursar/contracts/records/loan-notes';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findLoanNote, holdNotedLoan, setPinnedLoanNote } from './loan-notes.store.ts';

type Pinned = Outcome<AnswerOf<PinLoanNote>, FailureOf<PinLoanNote>>;

/** Pins a note in place of the loan's pinned one; a null `noteId` only unpins. */
export async function pinLoanNote(
  database: Database,
  { loanId, noteId }: { readonly loanId: string; readonly noteId: string | null },
  context: PortfolioContext,
): Promise<Pinned> {
  const { session } = context;
  return database.begin(async (transaction) => {
    const { scope } = session;
    const loan = await holdNotedLoan(transaction, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    if (noteId !== null) {
      const note = await findLoanNote(transaction, { portfolioId, id: noteId });
      if (note?.loanId !== loanId) return refuse('not_found');
      if (note.isStruck) return refuse('note_already_struck');
    }
    await setPinnedLoanNote(transaction, { portfolioId, loanId, noteId });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'pin-note',
      subject: 'loan',
      subjectId: loanId,
      after: { noteId },
    });
    return succeed({ noteId });
  });
}
