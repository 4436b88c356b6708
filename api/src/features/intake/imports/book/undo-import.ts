import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { UndoImport } from '@bursar/contracts/intake/imports';
import { factsOfCall, recordAudit } from '../../../../platform/audit.ts';
import { forgetPlans, type Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { undoImportedAssignments } from '../../../distribution/assignments/assign-imported-loans.ts';
import { withdrawBorrowersOfImport } from '../../../records/borrowers/withdraw-borrowers.store.ts';
import type { ImportActor, ImportDesk } from '../import-desk.ts';
import { findImport, toTapeImport, type ImportKey } from '../imports.store.ts';
import { undoUpdates } from './undo-updates.ts';
import {
  listObstacles,
  markUndone,
  reverseOpeningEntries,
  withdrawLoans,
} from './undo-import.store.ts';
import { lockForUndo } from './borrower-locks.store.ts';
import { lockImportRow, lockNumbers } from './undo-locks.store.ts';

type Undone = Outcome<AnswerOf<UndoImport>, FailureOf<UndoImport>>;

/** Undoes a booked import in one transaction, unless users have worked on its loans. */
export function undoImport(
  { database, clock }: ImportDesk,
  importId: string,
  actor: ImportActor,
): Promise<Undone> {
  const key: ImportKey = { portfolioId: actor.portfolioId, importId };
  return database.begin((transaction) => undo(transaction, { key, actor, now: clock.now() }));
}

type Undoing = { readonly key: ImportKey; readonly actor: ImportActor; readonly now: Date };

async function undo(transaction: Transaction, { key, actor, now }: Undoing): Promise<Undone> {
  // Cached plans from smaller books make this rare and broad command take half a minute.
  await forgetPlans(transaction);
  await lockImportRow(transaction, key);
  const tape = await findImport(transaction, key);
  if (!tape) return refuse('not_found');
  if (tape.state === 'undone') return succeed(toTapeImport(tape));
  if (tape.state !== 'booked') return refuse('import_not_booked');
  // Bookings and merges take this lock too, so that neither gives a loan to a borrower whom this
  // undo withdraws. The lock is taken after the check of the state, because a booking holds it
  // until it ends.
  await lockNumbers(transaction, key);
  await lockForUndo(transaction, key);
  const { count } = await listObstacles(transaction, key);
  if (count > 0) return refuse('import_loans_already_worked', { details: { count } });
  const posting = { postedBy: actor.accountId, postedAt: now.toISOString() };
  await undoUpdates(transaction, { key, actor, now });
  await undoImportedAssignments(transaction, key, { ...actor, now });
  await reverseOpeningEntries(transaction, key, posting);
  const loans = await withdrawLoans(transaction, key, { ...actor, ...posting });
  await withdrawBorrowersOfImport(transaction, { ...key, at: posting.postedAt });
  await markUndone(transaction, key, posting);
  await recordAudit(transaction, {
    portfolioId: key.portfolioId,
    actorId: actor.accountId,
    event: 'undo-import',
    subject: 'import',
    subjectId: key.importId,
    before: { state: 'booked' },
    after: { state: 'undone', loans, ...factsOfCall(actor) },
    requestId: actor.requestId,
    at: now,
  });
  const undone = await findImport(transaction, key);
  return succeed(toTapeImport(undone ?? tape));
}
