import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  undoAssignment as undoAssignmentContract,
  type UndoAssignment,
} from '@bursar/contracts/distribution/assignments';
import { z } from 'zod';
import { auditedCall } from '../../../platform/audit.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { CommandContext, PortfolioContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { auditBatch } from './audit-batch.ts';
import {
  findBatch,
  holdFormerAgents,
  insertBatch,
  listGoneHolders,
  lockMovedSince,
  moveBack,
  type Batch,
} from './assignments.store.ts';
import { describeUndo, listShares } from './describe-undo.ts';
import { findLastMovers } from './last-movers.ts';

const schema = z.object({
  ...undoAssignmentContract.params.shape,
  ...undoAssignmentContract.body.shape,
});
type UndoCommand = z.infer<typeof schema>;

type Undone = Outcome<AnswerOf<UndoAssignment>, FailureOf<UndoAssignment>>;

/**
 * Moves all loans of a batch back to their former holders. Refuses if one of the loans has moved
 * again or a former holder can no longer hold loans.
 */
export const undoAssignment = fourEyes({
  kind: 'undo-assignment',
  contract: undoAssignmentContract,
  schema,
  hold: async (transaction, { batchId }: UndoCommand, { session }) => {
    const { portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const batch = await findBatch(transaction, { portfolioId: portfolio.id, id: batchId });
    // A team desk reaches the batches it made; a manager reaches all of the portfolio.
    const reachable = session.scope.role === 'user' || batch?.madeBy === session.account.id;
    if (!batch || !reachable || batch.kind === 'undo') return refuse('not_found');
    await holdFormerAgents(transaction, batch);
    const movedSince = await lockMovedSince(transaction, batch);
    return succeed({ portfolio, portfolioId: portfolio.id, batch, movedSince });
  },
  answerEarlier: async (transaction, { command, context, held }): Promise<Undone | null> => {
    const { batch, movedSince, portfolioId } = held;
    const earlier = await findBatch(transaction, { portfolioId, id: command.id });
    if (earlier) {
      return earlier.undoesBatchId === batch.id
        ? succeed(answer(command, batch, { outcome: 'undone', replayed: true }))
        : refuse('batch_already_undone');
    }
    if (movedSince.length > 0) return refuseMoved(transaction, { batch, movedSince }, context);
    const gone = await listGoneHolders(transaction, batch);
    return gone.length > 0
      ? refuse('former_holder_is_gone', { details: { agents: gone.join(', ') } })
      : null;
  },
  plan: async (transaction, { context, held: { batch, portfolio } }) => {
    const isOwnMistake = isCorrection(batch, { ...context, portfolio });
    return succeed({
      isOwnMistake,
      shares: isOwnMistake ? [] : await listShares(transaction, batch),
    });
  },
  countTaken: ({ shares }) => shares.reduce((total, { taken }) => total + taken, 0),
  isExempt: ({ isOwnMistake }) => isOwnMistake,
  describe: (transaction, { held: { batch, portfolio }, plan: { shares } }) =>
    describeUndo(transaction, { batch, shares, portfolio }),
  carryOut: async (transaction, { command, context, held: { batch, portfolio } }) => {
    await write(transaction, { batch, id: command.id }, { ...context, portfolio });
    return succeed(answer(command, batch, { outcome: 'undone', replayed: false }));
  },
  answerWaiting: async (_transaction, { command, held: { batch }, plan }) =>
    succeed(answer(command, batch, { outcome: 'awaiting-approval', replayed: plan === null })),
});

/**
 * Returns whether the caller undoes their own batch on the day on which they made it. This is a
 * correction and needs no approval: docs/decisions/0009.
 */
function isCorrection(batch: Batch, { session, portfolio }: PortfolioContext): boolean {
  const madeOn = dayIn(portfolio.timeZone, new Date(batch.madeAt));
  return batch.madeBy === session.account.id && madeOn === session.businessDate;
}

async function write(
  transaction: Transaction,
  { batch, id }: { batch: Batch; id: string },
  context: PortfolioContext,
): Promise<void> {
  const undoing: Batch = {
    ...batch,
    id,
    kind: 'undo',
    holder: { teamId: null, agentId: null },
    spread: null,
    reason: '',
    undoesBatchId: batch.id,
    importId: null,
    madeBy: context.session.account.id,
    madeAt: context.now.toISOString(),
  };
  await insertBatch(transaction, undoing);
  await moveBack(transaction, { batch, undo: undoing });
  const call = auditedCall(context);
  await auditBatch(transaction, { batch: undoing, event: 'undo-assignment', call });
}

type Answer = AnswerOf<UndoAssignment>;

function answer(
  { id }: UndoCommand,
  { loanCount }: Batch,
  result: Pick<Answer, 'outcome' | 'replayed'>,
): Answer {
  return { batchId: id, count: loanCount, ...result };
}

type Moved = { readonly batch: Batch; readonly movedSince: readonly string[] };

async function refuseMoved(
  transaction: Transaction,
  { batch, movedSince }: Moved,
  { session: { scope } }: CommandContext,
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
