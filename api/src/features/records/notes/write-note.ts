import { firstOf } from '@bursar/contracts/cut-text';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { WriteNote } from '@bursar/contracts/records/notes';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { sendNotices } from '../../access/notices/send-notices.ts';
import {
  findNote,
  findNotedLoan,
  insertNote,
  listReaders,
  type NewNote,
  type NotedLoan,
} from './notes.store.ts';

/** Length of the excerpt in a notification. */
const NOTICE_LENGTH = 200;

type NoteCommand = Pick<NewNote, 'id' | 'loanId' | 'text' | 'mentions'>;
type Written = Outcome<AnswerOf<WriteNote>, FailureOf<WriteNote>>;

/**
 * Writes a note and notifies the people it mentions. A mention of someone who cannot see the loan
 * is refused.
 */
export function writeNote(
  database: Database,
  command: NoteCommand,
  context: PortfolioContext,
): Promise<Written> {
  return database.begin((transaction) => write(transaction, command, context));
}

async function write(
  transaction: Transaction,
  command: NoteCommand,
  context: PortfolioContext,
): Promise<Written> {
  const { session, now } = context;
  const { scope, account } = session;
  const loan = await findNotedLoan(transaction, { scope, loanId: command.loanId });
  if (!loan) return refuse('not_found');
  const note: NewNote = {
    ...command,
    portfolioId: loan.portfolioId,
    text: command.text.trim(),
    mentions: [...new Set(command.mentions)],
    writtenBy: account.id,
    writtenAt: now.toISOString(),
  };
  if (note.text === '') return refuse('text_missing', { field: 'text' });
  const earlier = await findNote(transaction, note);
  if (earlier) return answerReplay(note, earlier);
  const readers = await listReaders(transaction, note);
  if (!note.mentions.every((id) => readers.some((reader) => reader.id === id))) {
    return refuse('mentioned_cannot_see_loan');
  }
  if (!(await insertNote(transaction, note))) {
    // The same note was sent twice at once, and the other request was first.
    const winner = await findNote(transaction, note);
    return winner ? answerReplay(note, winner) : refuse('not_found');
  }
  await auditCommand(transaction, context, {
    portfolioId: note.portfolioId,
    event: 'write-note',
    subject: 'loan',
    subjectId: note.loanId,
    after: { noteId: note.id, text: note.text },
  });
  await tellMentioned(transaction, note, loan);
  return succeed({ id: note.id, replayed: false });
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findNote>>>;

function answerReplay(note: NewNote, earlier: Earlier): Written {
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

async function tellMentioned(
  transaction: Transaction,
  note: NewNote,
  loan: NotedLoan,
): Promise<void> {
  const told = note.mentions.filter((id) => id !== note.writtenBy);
  await sendNotices(
    transaction,
    told.map((accountId) => ({
      portfolioId: note.portfolioId,
      accountId,
      kind: 'notification',
      event: 'mention',
      senderId: note.writtenBy,
      message: firstOf(note.text, NOTICE_LENGTH),
      subject: loanReference(loan.referenceNumber),
      target: { kind: 'loan', id: note.loanId },
      at: note.writtenAt,
    })),
  );
}
