import { firstOf } from '@bursar/contracts/cut-text';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { WriteLoanNote } from '@bursar/contracts/records/loan-notes';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';
import {
  findLoanNote,
  findNotedLoan,
  insertLoanNote,
  listReaders,
  type NewLoanNote,
  type NotedLoan,
} from './loan-notes.store.ts';

const EXCERPT_LENGTH = 200;

type LoanNoteCommand = Pick<NewLoanNote, 'id' | 'loanId' | 'text' | 'mentions'>;
type Written = Outcome<AnswerOf<WriteLoanNote>, FailureOf<WriteLoanNote>>;

/**
 * Writes a note and notifies the people it mentions. A mention of someone who cannot see the loan
 * is refused.
 */
export function writeLoanNote(
  database: Database,
  command: LoanNoteCommand,
  context: PortfolioContext,
): Promise<Written> {
  return database.begin((transaction) => write(transaction, command, context));
}

async function write(
  transaction: Transaction,
  command: LoanNoteCommand,
  context: PortfolioContext,
): Promise<Written> {
  const { session, now } = context;
  const { scope, account } = session;
  const loan = await findNotedLoan(transaction, { scope, loanId: command.loanId });
  if (!loan) return refuse('not_found');
  const note: NewLoanNote = {
    ...command,
    portfolioId: loan.portfolioId,
    text: command.text.trim(),
    mentions: [...new Set(command.mentions)],
    writtenBy: account.id,
    writtenAt: now.toISOString(),
  };
  if (note.text === '') return refuse('text_missing', { field: 'text' });
  const earlier = await findLoanNote(transaction, note);
  if (earlier) return answerReplay(note, earlier);
  const readers = await listReaders(transaction, note);
  if (!note.mentions.every((id) => readers.some((reader) => reader.id === id))) {
    return refuse('mentioned_cannot_see_loan');
  }
  if (!(await insertLoanNote(transaction, note))) {
    // The note was sent twice at once, and the other request was first.
    const winner = await findLoanNote(transaction, note);
    return winner ? answerReplay(note, winner) : refuse('not_found');
  }
  await auditCommand(transaction, context, {
    portfolioId: note.portfolioId,
    event: 'write-note',
    subject: 'loan',
    subjectId: note.loanId,
    after: { noteId: note.id, text: note.text },
  });
  await notifyMentioned(transaction, note, loan);
  return succeed({ id: note.id, replayed: false });
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findLoanNote>>>;

function answerReplay(note: NewLoanNote, earlier: Earlier): Written {
  const isSame =
    earlier.loanId === note.loanId &&
    earlier.text === note.text &&
    earlier.writtenBy === note.writtenBy &&
    earlier.mentions.length === note.mentions.length &&
    earlier.mentions.every((id) => note.mentions.includes(id));
  return isSame
    ? succeed({ id: note.id, replayed: true })
    : refuse('id_reused_with_different_content');
}

async function notifyMentioned(
  transaction: Transaction,
  note: NewLoanNote,
  loan: NotedLoan,
): Promise<void> {
  const mentioned = note.mentions.filter((id) => id !== note.writtenBy);
  await sendNotifications(
    transaction,
    mentioned.map((accountId) => ({
      portfolioId: note.portfolioId,
      accountId,
      kind: 'notification',
      event: 'mention',
      senderId: note.writtenBy,
      message: firstOf(note.text, EXCERPT_LENGTH),
      subject: loanReference(loan.referenceNumber),
      target: { kind: 'loan', id: note.loanId },
      at: note.writtenAt,
    })),
  );
}
