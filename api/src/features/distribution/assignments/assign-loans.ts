import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  assignLoans as assignLoansContract,
  type AssignLoans,
  type AssignmentTarget,
  type LoanSelection,
} from '@bursar/contracts/distribution/assignments';
import { z } from 'zod';
import { auditedCall } from '../../../platform/audit.ts';
import type { CommandContext, PortfolioContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { resolveTargets, spreadOf, takesOthersAlong, type Holder } from './assignment-target.ts';
import { findBatch, holdAgents, type Batch } from './assignments.store.ts';
import { lockSelection, type SelectedLoan } from './selected-loans.store.ts';
import {
  countTakenAway,
  describeReassignment,
  isAsAsked,
  type Reassignment,
} from './describe-reassignment.ts';
import { findLastMovers } from './last-movers.ts';
import { planShares, type Share } from './plan-shares.ts';
import { refuseMovedMeanwhile } from './seen-loans.ts';
import { writeAssignment } from './write-assignment.ts';

/**
 * The command as stored while it waits for approval: the request, and a digest of the loans that it
 * covered when it was sent.
 */
const schema = assignLoansContract.body.extend({
  /** Requests stored before this option existed move only the loans they named. */
  borrowersTogether: z.boolean().default(false),
  /**
   * Digest of the loans to move and their holders; if these differ later, the approval no longer
   * applies.
   */
  loansDigest: z.string().optional(),
});
export type AssignCommand = z.infer<typeof schema>;

type Assigned = Outcome<AnswerOf<AssignLoans>, FailureOf<AssignLoans> | 'not_found'>;

/** Moves a selection to a team or an agent, or takes it back, as one batch: all loans or none. */
export const assignLoans = fourEyes({
  kind: 'reassign-loans',
  contract: assignLoansContract,
  schema,
  contentOf: ({ seen: _shown, loansDigest: _then, ...asked }) => asked,
  hold,
  answerEarlier: async (transaction, { command, context, held }): Promise<Assigned | null> => {
    const { portfolioId } = held;
    const earlier = await findBatch(transaction, { portfolioId, id: command.id });
    return earlier && answerReplay(earlier, { command, context, held });
  },
  plan,
  countTaken: ({ shares }) => countTakenAway(shares),
  describe: describeReassignment,
  carryOut: async (transaction, { context, held, plan: planned }) => {
    await writeAssignment(transaction, planned, auditedCall(context));
    return succeed(answer(planned.batch, { currency: held.portfolio.currency, replayed: false }));
  },
  answerWaiting: async (transaction, { plan: planned, ...sent }) => {
    const { currency } = sent.held.portfolio;
    if (planned) return answerAwaiting(planned.batch, { currency, replayed: false });
    // A repeated command whose request still waits is planned again, so that it is refused if its
    // selection has changed.
    const again = await plan(transaction, sent);
    return again.ok ? answerAwaiting(again.value.batch, { currency, replayed: true }) : again;
  },
});

type Held = {
  readonly portfolio: PortfolioContext['portfolio'];
  readonly portfolioId: string;
  readonly holders: readonly Holder[];
  readonly selected: readonly SelectedLoan[];
};

async function hold(
  transaction: Transaction,
  { target, selection, borrowersTogether }: AssignCommand,
  { session: { scope, businessDate, portfolio } }: CommandContext,
): Promise<Outcome<Held, FailureOf<AssignLoans> | 'not_found'>> {
  if (!portfolio) return refuse('not_found');
  const { kind, id, spread } = target;
  if (kind === 'agent') await holdAgents(transaction, spread?.ids ?? (id ? [id] : []));
  const targets = await resolveTargets(transaction, { scope, target });
  if (!targets.ok) return targets;
  if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
  const withOthers = takesOthersAlong({ target, borrowersTogether });
  const selected = await lockSelection(transaction, {
    scope,
    businessDate,
    selection,
    withOthers,
  });
  return succeed({ portfolio, portfolioId: portfolio.id, holders: targets.value, selected });
}

type Sent = {
  readonly command: AssignCommand;
  readonly context: CommandContext;
  readonly held: Held;
};

/**
 * Plans which loan goes to which holder. Refuses if the selection differs from what the caller saw.
 */
async function plan(
  transaction: Transaction,
  { command, context, held: { portfolio, portfolioId, holders, selected } }: Sent,
): Promise<Outcome<Reassignment, FailureOf<AssignLoans>>> {
  const { scope } = context.session;
  const { selection, seen } = command;
  const expected = selection.loanIds ? new Set(selection.loanIds).size : selection.expectedCount;
  const picked = selected.filter(({ isPicked }) => isPicked);
  if (expected !== undefined && picked.length !== expected) {
    return refuseChanged(transaction, { selection, picked, expected, scope });
  }
  const moved = await refuseMovedMeanwhile(transaction, { seen, selected, scope });
  if (moved) return moved;
  const { target, borrowersTogether } = command;
  const shares = await planShares(transaction, {
    portfolioId,
    selected,
    holders,
    target,
    borrowersTogether,
  });
  const batch = batchOf(command, { holders, shares, context: { ...context, portfolio } });
  if (batch.loanCount === 0) return refuse('nothing_selected');
  const planned = { batch, shares, currency: portfolio.currency };
  return context.approvedBy && !isAsAsked(command, planned)
    ? refuse('selection_changed', { details: { count: picked.length } })
    : succeed(planned);
}

type Planned = {
  readonly holders: readonly Holder[];
  readonly shares: readonly Share[];
  readonly context: PortfolioContext;
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
    importId: null,
    madeBy: context.session.account.id,
    madeAt: context.now.toISOString(),
  };
}

function kindOf({ target }: AssignCommand): Batch['kind'] {
  return target.kind === 'take-back' ? 'take-back' : 'assign';
}

const nobody: Holder = { teamId: null, agentId: null };

function onlyOf(holders: readonly Holder[]): Holder {
  return holders.length === 1 ? (holders[0] ?? nobody) : nobody;
}

type Changed = {
  readonly selection: LoanSelection;
  readonly picked: readonly SelectedLoan[];
  readonly expected: number;
  readonly scope: Scope;
};

/**
 * Returns the refusal for a selection whose number of loans differs from the expected one. If named
 * loans have left the selection, names who moved them, if that is known.
 */
async function refuseChanged(
  transaction: Transaction,
  { selection, picked, expected, scope }: Changed,
) {
  const found = new Set(picked.map(({ loanId }) => loanId));
  const loanIds = (selection.loanIds ?? []).filter((id) => !found.has(id));
  const moved = await findLastMovers(transaction, { scope, loanIds });
  return moved
    ? refuse('loans_taken_meanwhile', { details: moved })
    : refuse('selection_changed', { details: { count: picked.length, expected } });
}

function isSameSpread(made: Batch['spread'], asked: AssignmentTarget['spread']): boolean {
  return made?.by === asked?.by && made?.ids.join() === asked?.ids.join();
}

function answerReplay(batch: Batch, { command, context, held }: Sent): Assigned {
  const holder = onlyOf(held.holders);
  const same =
    batch.kind === kindOf(command) &&
    batch.holder.teamId === holder.teamId &&
    batch.holder.agentId === holder.agentId &&
    isSameSpread(batch.spread, spreadOf(command.target)) &&
    batch.reason === command.reason &&
    batch.madeBy === context.session.account.id;
  if (!same) return refuse('id_reused_with_different_content');
  return succeed(answer(batch, { currency: held.portfolio.currency, replayed: true }));
}

type AnswerDetails = { readonly currency: string; readonly replayed: boolean };

function answer(
  { id, loanCount, outstandingMinor }: Batch,
  details: AnswerDetails,
): AnswerOf<AssignLoans> {
  return { outcome: 'assigned', batchId: id, count: loanCount, outstandingMinor, ...details };
}

function answerAwaiting(batch: Batch, details: AnswerDetails): Assigned {
  return succeed({ ...answer(batch, details), outcome: 'awaiting-approval' });
}
