import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { UndoAssignment } from '@bursar/contracts/assignments';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { auditBatch, type AssignContext } from './assign-loans.ts';
import {
  findBatch,
  insertBatch,
  lockMovedSince,
  moveBack,
  type Batch,
} from './assignments.store.ts';
import { findLastMovers } from './last-movers.ts';

type UndoCommand = {
  /** The undo’s own id, made by the client. */
  readonly id: string;
  readonly batchId: string;
};

type Undone = Outcome<AnswerOf<UndoAssignment>, FailureOf<UndoAssignment>>;

/** Takes a whole batch back, each loan to whom it had before, unless one moved again since. */
export async function undoAssignment(
  database: Database,
  command: UndoCommand,
  context: AssignContext,
): Promise<Undone> {
  try {
    return await database.begin((transaction) => undo(transaction, command, context));
  } catch (error) {
    // A batch is undone once; the other undo came first.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return refuse('batch_already_undone');
    }
    throw error;
  }
}

async function undo(
  transaction: Transaction,
  { id, batchId }: UndoCommand,
  context: AssignContext,
): Promise<Undone> {
  const { session, portfolio, now } = context;
  const batch = await findBatch(transaction, { portfolioId: portfolio.id, id: batchId });
  // A team's desk reaches the batches it made; a manager those of the portfolio.
  const reachable = session.scope.role === 'user' || batch?.madeBy === session.account.id;
  if (!batch || !reachable || batch.kind === 'undo') return refuse('not_found');
  const movedSince = await lockMovedSince(transaction, batch);
  // Under the locks: a double click waits for them, and then the first undo is there.
  const earlier = await findBatch(transaction, { portfolioId: portfolio.id, id });
  if (earlier) {
    return earlier.undoesBatchId === batchId
      ? succeed({ batchId: id, count: earlier.loanCount, replayed: true })
      : refuse('batch_already_undone');
  }
  if (movedSince.length > 0) {
    const undone = await findUndo(transaction, batch);
    if (undone) return refuse('batch_already_undone');
    const { scope } = session;
    const movers = await findLastMovers(transaction, { scope, loanIds: movedSince });
    const told = movers ?? { loans: '', by: '' };
    return refuse('loans_moved_since', { details: { ...told, count: movedSince.length } });
  }
  const undoing: Batch = {
    ...batch,
    id,
    kind: 'undo',
    holder: { teamId: null, agentId: null },
    spread: null,
    reason: '',
    undoesBatchId: batchId,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  };
  await insertBatch(transaction, undoing);
  await moveBack(transaction, { batch, undo: undoing });
  await auditBatch(transaction, {
    batch: undoing,
    event: 'undo-assignment',
    requestId: context.requestId,
    at: now,
  });
  return succeed({ batchId: id, count: batch.loanCount, replayed: false });
}

async function findUndo(transaction: Transaction, { portfolioId, id }: Batch): Promise<boolean> {
  const rows = await transaction`
    select from assignment_batches where portfolio_id = ${portfolioId} and undoes_batch_id = ${id}`;
  return rows.length > 0;
}
