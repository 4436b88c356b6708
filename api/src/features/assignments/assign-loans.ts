import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  assignLoans as assignLoansContract,
  type AssignLoans,
  type AssignmentTarget,
  type LoanSelection,
} from '@bursar/contracts/assignments';
import { z } from 'zod';
import { isDuplicateKey, type Database, type Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Actor } from '../../platform/session.ts';
import {
  isWaiting,
  mustAsk,
  requestApproval,
  type CommandContext,
} from '../approvals/request-approval.ts';
import { resolveTargets, spreadOf, type Holder } from './assignment-target.ts';
import { auditBatch } from './audit-batch.ts';
import {
  findBatch,
  holdAgents,
  insertBatch,
  lockSelection,
  moveLoans,
  type Batch,
  type SelectedLoan,
} from './assignments.store.ts';
import {
  countTakenAway,
  describeReassignment,
  isAsAsked,
  type Reassignment,
} from './describe-reassignment.ts';
import { findLastMovers } from './last-movers.ts';
import { planShares, type Share } from './plan-shares.ts';
import { refuseMovedMeanwhile } from './seen-loans.ts';
import { tellHolders } from './tell-holders.ts';

/** What is kept where a second person must approve it first: what was sent, and what it meant then. */
export const assignCommand = assignLoansContract.body.extend({
  /** Of the loans that were to move and whose they were: with others it is not what was approved. */
  loansDigest: z.string().optional(),
});
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
    if (isDuplicateKey(error)) {
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
  { seen, ...command }: AssignCommand,
  context: AssignContext,
): Promise<Assigned> {
  const { session, portfolio } = context;
  const { scope, businessDate } = session;
  const { id: portfolioId, currency } = portfolio;
  const { kind, id, spread } = command.target;
  if (kind === 'agent') await holdAgents(transaction, spread?.ids ?? (id ? [id] : []));
  const targets = await resolveTargets(transaction, { scope, target: command.target });
  if (!targets.ok) return targets;
  const holders = targets.value;
  const { selection } = command;
  if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
  const selected = await lockSelection(transaction, { scope, businessDate, selection });
  // Looked for under the locks: a double click waits for them, and then the first one is there.
  const earlier = await findBatch(transaction, { portfolioId, id: command.id });
  if (earlier) return answerReplay(earlier, { command, holders, context });
  const waiting = await isWaiting(transaction, sentOf(command, portfolioId), context);
  if (!waiting.ok) return waiting;
  const expected = selection.loanIds ? new Set(selection.loanIds).size : selection.expectedCount;
  if (expected !== undefined && selected.length !== expected) {
    return refuseChanged(transaction, { selection, selected, expected, scope });
  }
  const moved = await refuseMovedMeanwhile(transaction, { seen, selected, scope });
  if (moved) return moved;
  const by = spreadOf(command.target)?.by;
  const shares = await planShares(transaction, { portfolioId, selected, holders, by });
  const batch = batchOf(command, { holders, shares, context });
  if (batch.loanCount === 0) return refuse('nothing_selected');
  if (waiting.value) return answerAwaiting(batch, { currency, replayed: true });
  const plan = { batch, command, shares, currency };
  if (context.approvedBy && !isAsAsked(plan)) {
    return refuse('selection_changed', { details: { count: selected.length } });
  }
  const needed = { portfolioId, kind: 'reassign-loans', loans: countTakenAway(shares) } as const;
  if (await mustAsk(transaction, needed, context)) {
    const request = await describeReassignment(transaction, plan);
    const asked = await requestApproval(transaction, request, context);
    return asked.ok ? answerAwaiting(batch, { currency, replayed: false }) : asked;
  }
  await write(transaction, plan, context);
  return succeed(answer(batch, { currency, replayed: false }));
}

type Planned = {
  readonly holders: readonly Holder[];
  readonly shares: readonly Share[];
  readonly context: AssignContext;
};

function batchOf(command: AssignCommand, { holders, shares, context }: Planned): Batch {
  const moving = shares.flatMap((share) => share.moving);
  return {
    id: command.id,
    portfolioId: context.portfolio.id,
    kind: kindOf(command),
    holder: onlyOf(holders),
    spread: spreadOf(command.target) ?? null,
    reason: command.reason,
    loanCount: moving.length,
    outstandingMinor: moving.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    madeBy: context.session.account.id,
    madeAt: context.now.toISOString(),
  };
}

function kindOf({ target }: AssignCommand): Batch['kind'] {
  return target.kind === 'take-back' ? 'take-back' : 'assign';
}

async function write(
  transaction: Transaction,
  { batch, shares, currency }: Reassignment,
  { requestId, now: at, approvedBy }: AssignContext,
): Promise<void> {
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    shares.flatMap(({ holder, moving: own }) => own.map(({ loanId }) => ({ loanId, holder }))),
  );
  await auditBatch(transaction, { batch, event: 'assign-loans', requestId, at, approvedBy });
  await tellHolders(transaction, batch, { shares, currency });
}

function sentOf(command: AssignCommand, portfolioId: string) {
  const isSame = (kept: unknown) => {
    const { loansDigest: _then, ...asked } = assignCommand.parse(kept);
    return isDeepStrictEqual(asked, command);
  };
  return { portfolioId, id: command.id, kind: 'reassign-loans' as const, isSame };
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
    batch.kind === kindOf(command) &&
    batch.holder.teamId === holder.teamId &&
    batch.holder.agentId === holder.agentId &&
    isSameSpread(batch.spread, spreadOf(command.target)) &&
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
