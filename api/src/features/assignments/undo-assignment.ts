import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  undoAssignment as undoAssignmentContract,
  type UndoAssignment,
} from '@bursar/contracts/assignments';
import { z } from 'zod';
import { dayIn } from '../../platform/clock.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import {
  isWaiting,
  mustAsk,
  requestApproval,
  type CommandContext,
} from '../approvals/request-approval.ts';
import type { AssignContext } from './assign-loans.ts';
import { auditBatch } from './audit-batch.ts';
import {
  findBatch,
  insertBatch,
  lockMovedSince,
  moveBack,
  type Batch,
} from './assignments.store.ts';
import { describeUndo } from './describe-undo.ts';
import { findLastMovers } from './last-movers.ts';

/** What is sent, and what is kept where a second person must approve it first. */
export const undoCommand = z.object({
  ...undoAssignmentContract.params.shape,
  ...undoAssignmentContract.body.shape,
});
type UndoCommand = z.infer<typeof undoCommand>;

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
    if (isDuplicateKey(error)) {
      return refuse('batch_already_undone');
    }
    throw error;
  }
}

/** The same inside a transaction that has begun: the one in which it is approved. */
export async function undoAssignmentWithin(
  transaction: Transaction,
  command: UndoCommand,
  context: CommandContext,
): Promise<Undone> {
  const { portfolio } = context.session;
  return portfolio ? undo(transaction, command, { ...context, portfolio }) : refuse('not_found');
}

async function undo(
  transaction: Transaction,
  command: UndoCommand,
  context: AssignContext,
): Promise<Undone> {
  const { session, portfolio } = context;
  const { id, batchId } = command;
  const batch = await findBatch(transaction, { portfolioId: portfolio.id, id: batchId });
  // A team's desk reaches the batches it made; a manager those of the portfolio.
  const reachable = session.scope.role === 'user' || batch?.madeBy === session.account.id;
  if (!batch || !reachable || batch.kind === 'undo') return refuse('not_found');
  const movedSince = await lockMovedSince(transaction, batch);
  // Under the locks: a double click waits for them, and then the first undo is there.
  const earlier = await findBatch(transaction, { portfolioId: portfolio.id, id });
  if (earlier) {
    return earlier.undoesBatchId === batchId
      ? succeed(answer(command, batch, { outcome: 'undone', replayed: true }))
      : refuse('batch_already_undone');
  }
  if (movedSince.length > 0) return refuseMoved(transaction, { batch, movedSince }, context);
  const waiting = await isWaiting(transaction, sentOf(command, portfolio.id), context);
  if (!waiting.ok) return waiting;
  const awaiting = { outcome: 'awaiting-approval' as const, replayed: waiting.value };
  if (waiting.value) return succeed(answer(command, batch, awaiting));
  if (!isCorrection(batch, context)) {
    const request = await describeUndo(transaction, { batch, command, portfolio });
    if (await mustAsk(transaction, request, context)) {
      const asked = await requestApproval(transaction, request, context);
      return asked.ok ? succeed(answer(command, batch, awaiting)) : asked;
    }
  }
  await write(transaction, { batch, id }, context);
  return succeed(answer(command, batch, { outcome: 'undone', replayed: false }));
}

/** Whoever takes their own batch back on its day corrects themselves: docs/decisions/0009. */
function isCorrection(batch: Batch, { session, portfolio }: AssignContext): boolean {
  const madeOn = dayIn(portfolio.timeZone, new Date(batch.madeAt));
  return batch.madeBy === session.account.id && madeOn === session.businessDate;
}

function sentOf(command: UndoCommand, portfolioId: string) {
  const isSame = (kept: unknown) => isDeepStrictEqual(undoCommand.parse(kept), command);
  return { portfolioId, id: command.id, kind: 'undo-assignment' as const, isSame };
}

async function write(
  transaction: Transaction,
  { batch, id }: { batch: Batch; id: string },
  { session, requestId, now: at, approvedBy }: AssignContext,
): Promise<void> {
  const undoing: Batch = {
    ...batch,
    id,
    kind: 'undo',
    holder: { teamId: null, agentId: null },
    spread: null,
    reason: '',
    undoesBatchId: batch.id,
    madeBy: session.account.id,
    madeAt: at.toISOString(),
  };
  await insertBatch(transaction, undoing);
  await moveBack(transaction, { batch, undo: undoing });
  const event = 'undo-assignment';
  await auditBatch(transaction, { batch: undoing, event, requestId, at, approvedBy });
}

type Answer = AnswerOf<UndoAssignment>;

function answer(
  { id }: UndoCommand,
  { loanCount }: Batch,
  told: Pick<Answer, 'outcome' | 'replayed'>,
): Answer {
  return { batchId: id, count: loanCount, ...told };
}

type Moved = { readonly batch: Batch; readonly movedSince: readonly string[] };

async function refuseMoved(
  transaction: Transaction,
  { batch, movedSince }: Moved,
  { session: { scope } }: AssignContext,
): Promise<Undone> {
  const undone = await findUndo(transaction, batch);
  if (undone) return refuse('batch_already_undone');
  const movers = await findLastMovers(transaction, { scope, loanIds: movedSince });
  const { loans = '', by = '' } = movers ?? {};
  return refuse('loans_moved_since', { details: { loans, by, count: movedSince.length } });
}

async function findUndo(transaction: Transaction, { portfolioId, id }: Batch): Promise<boolean> {
  const rows = await transaction`
    select from assignment_batches where portfolio_id = ${portfolioId} and undoes_batch_id = ${id}`;
  return rows.length > 0;
}
