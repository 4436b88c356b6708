import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  assignLoans as assignLoansContract,
  type AssignLoans,
  type AssignmentTarget,
  type LoanSelection,
} from '@bursar/contracts/assignments';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Actor } from '../../platform/session.ts';
import { findRequest } from '../approvals/approvals.store.ts';
import { mustAsk, requestApproval, type CommandContext } from '../approvals/request-approval.ts';
import { resolveTargets, type Holder } from './assignment-target.ts';
import {
  findBatch,
  insertBatch,
  lockSelection,
  moveLoans,
  type Batch,
  type SelectedLoan,
} from './assignments.store.ts';
import { describeReassignment } from './describe-reassignment.ts';
import { findLastMovers } from './last-movers.ts';
import { planShares } from './plan-shares.ts';
import { tellHolders } from './tell-holders.ts';

/** What is sent, and what is kept where a second person must approve it first. */
export const assignCommand = assignLoansContract.body;
export type AssignCommand = z.infer<typeof assignCommand>;

export type AssignContext = CommandContext & {
  readonly portfolio: NonNullable<Actor['portfolio']>;
};

type Assigned = Outcome<AnswerOf<AssignLoans>, FailureOf<AssignLoans> | 'not_found'>;

/** Moves a selection to a team or an agent, or back, as one batch: all of it or nothing. */
export async function assignLoans(
  database: Database,
  command: AssignCommand,
  context: AssignContext,
): Promise<Assigned> {
  try {
    return await database.begin((transaction) => assign(transaction, command, context));
  } catch (error) {
    // The same batch was sent twice at once and the other copy has won: answer as it did.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return database.begin((transaction) => assign(transaction, command, context));
    }
    throw error;
  }
}

/** The same inside a transaction that has begun: the one in which it is approved. */
export async function assignLoansWithin(
  transaction: Transaction,
  command: AssignCommand,
  context: CommandContext,
): Promise<Assigned> {
  const { portfolio } = context.session;
  return portfolio ? assign(transaction, command, { ...context, portfolio }) : refuse('not_found');
}

async function assign(
  transaction: Transaction,
  command: AssignCommand,
  context: AssignContext,
): Promise<Assigned> {
  const { session, portfolio, now } = context;
  const { scope, businessDate } = session;
  const targets = await resolveTargets(transaction, { scope, target: command.target });
  if (!targets.ok) return targets;
  const holders = targets.value;
  const { selection } = command;
  if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
  const selected = await lockSelection(transaction, { scope, businessDate, selection });
  // Looked for under the locks: a double click waits for them, and then the first one is there.
  const earlier = await findBatch(transaction, { portfolioId: portfolio.id, id: command.id });
  if (earlier) return answerReplay(earlier, { command, holders, context });
  const asked = await findRequest(transaction, { portfolioId: portfolio.id, id: command.id });
  if (asked && asked.requestedBy !== session.account.id) {
    return refuse('id_reused_with_different_content');
  }
  const expected = selection.loanIds ? new Set(selection.loanIds).size : selection.expectedCount;
  if (expected !== undefined && selected.length !== expected) {
    return refuseChanged(transaction, { selection, selected, expected, scope });
  }
  const { id: portfolioId, currency } = portfolio;
  const { spread } = command.target;
  const plan = { portfolioId, selected, holders, by: spread?.by };
  const shares = await planShares(transaction, plan);
  const moving = shares.flatMap((share) => share.moving);
  if (moving.length === 0) return refuse('nothing_selected');

  const batch: Batch = {
    id: command.id,
    portfolioId,
    kind: command.target.kind === 'take-back' ? 'take-back' : 'assign',
    holder: onlyOf(holders),
    spread: spread ?? null,
    reason: command.reason,
    loanCount: moving.length,
    outstandingMinor: moving.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  };
  if (asked && !context.approvedBy) return answerAwaiting(batch, { currency, replayed: true });
  const request = describeReassignment({ batch, command, shares, currency });
  if (await mustAsk(transaction, request, context)) {
    const outcome = await requestApproval(transaction, request, context);
    return outcome.ok ? answerAwaiting(batch, { currency, replayed: false }) : outcome;
  }
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    shares.flatMap(({ holder, moving: own }) => own.map(({ loanId }) => ({ loanId, holder }))),
  );
  await auditBatch(transaction, {
    batch,
    event: 'assign-loans',
    requestId: context.requestId,
    at: now,
  });
  await tellHolders(transaction, batch, { shares, currency });
  return succeed(answer(batch, { currency, replayed: false }));
}

const nobody: Holder = { teamId: null, agentId: null };

function onlyOf(holders: readonly Holder[]): Holder {
  return holders.length === 1 ? (holders[0] ?? nobody) : nobody;
}

type Changed = {
  readonly selection: LoanSelection;
  readonly selected: readonly SelectedLoan[];
  readonly expected: number;
  readonly scope: Scope;
};

/** Named loans that are gone went somewhere: which they are, and who moved them. */
async function refuseChanged(
  transaction: Transaction,
  { selection, selected, expected, scope }: Changed,
) {
  const found = new Set(selected.map(({ loanId }) => loanId));
  const loanIds = (selection.loanIds ?? []).filter((id) => !found.has(id));
  const moved = await findLastMovers(transaction, { scope, loanIds });
  return moved
    ? refuse('loans_taken_meanwhile', { details: moved })
    : refuse('selection_changed', { details: { count: selected.length, expected } });
}

type Replay = {
  readonly command: AssignCommand;
  readonly holders: readonly Holder[];
  readonly context: AssignContext;
};

function isSameSpread(made: Batch['spread'], asked: AssignmentTarget['spread']): boolean {
  return made?.by === asked?.by && made?.ids.join() === asked?.ids.join();
}

function answerReplay(batch: Batch, { command, holders, context }: Replay): Assigned {
  const holder = onlyOf(holders);
  const same =
    batch.holder.teamId === holder.teamId &&
    batch.holder.agentId === holder.agentId &&
    isSameSpread(batch.spread, command.target.spread) &&
    batch.reason === command.reason &&
    batch.madeBy === context.session.account.id;
  if (!same) return refuse('id_reused_with_different_content');
  return succeed(answer(batch, { currency: context.portfolio.currency, replayed: true }));
}

type Told = { readonly currency: string; readonly replayed: boolean };

function answer({ id, loanCount, outstandingMinor }: Batch, told: Told): AnswerOf<AssignLoans> {
  return { outcome: 'assigned', batchId: id, count: loanCount, outstandingMinor, ...told };
}

function answerAwaiting(batch: Batch, told: Told): Assigned {
  return succeed({ ...answer(batch, told), outcome: 'awaiting-approval' });
}

type BatchEvent = {
  readonly batch: Batch;
  readonly event: 'assign-loans' | 'undo-assignment';
  /** Null where nobody asked for it: a day has come. */
  readonly requestId: string | null;
  readonly at: Date;
};

export function auditBatch(
  transaction: Transaction,
  { batch, event, requestId, at }: BatchEvent,
): Promise<void> {
  return recordAudit(transaction, {
    portfolioId: batch.portfolioId,
    actorId: batch.madeBy,
    event,
    subject: 'assignment-batch',
    subjectId: batch.id,
    after: {
      kind: batch.kind,
      ...batch.holder,
      loans: batch.loanCount,
      outstandingMinor: batch.outstandingMinor,
      reason: batch.reason,
      ...(batch.spread && { spreadBy: batch.spread.by, over: batch.spread.ids.length }),
      undoesBatchId: batch.undoesBatchId,
    },
    requestId,
    at,
  });
}
