import type { Transaction } from '../../../platform/database.ts';
import type { AssignCommand } from './assign-loans.ts';
import type { Holder } from './assignment-target.ts';
import type { Batch } from './assignments.store.ts';
import { readLoads, type Share } from './plan-shares.ts';
import { digestOfHolders } from './seen-loans.ts';

export type Reassignment = {
  readonly batch: Batch;
  readonly shares: readonly Share[];
  readonly currency: string;
};

type Described = { readonly command: AssignCommand; readonly plan: Reassignment };

export async function describeReassignment(
  transaction: Transaction,
  { command: { seen: _shown, ...asked }, plan }: Described,
) {
  const described = await describeMove(transaction, plan);
  return { ...described, commandToStore: { ...asked, loansDigest: digestOf(plan.shares) } };
}

/**
 * Describes the move for the approver: its amount, the former holders, and what the targets hold
 * before and after it.
 */
export async function describeMove(transaction: Transaction, plan: Reassignment) {
  const { batch, shares, currency } = plan;
  const targets = namesOf(shares);
  return {
    subjectId: batch.id,
    subject: targets,
    loanId: null,
    amountMinor: batch.outstandingMinor,
    currency,
    before: {
      ...sumLoads(shares.map(({ before }) => before)),
      holder: await nameFormer(transaction, plan),
    },
    after: { ...sumLoads(shares.map(({ after }) => after)), holder: targets },
    reason: batch.reason,
  };
}

type Named = { readonly target: { readonly name: string } | null };

function namesOf(holders: readonly Named[]): string {
  return holders.map(({ target }) => target?.name ?? '–').join(', ');
}

const NAMED = 3;

/** Names the former holders: each agent if they are few, otherwise their teams. */
async function nameFormer(
  transaction: Transaction,
  { batch: { portfolioId }, shares }: Reassignment,
): Promise<string> {
  const moving = shares.flatMap((share) => share.moving);
  const holders = distinct(moving.map(({ teamId, agentId }) => ({ teamId, agentId })));
  const teams = distinct(moving.map(({ teamId }) => ({ teamId, agentId: null })));
  const named = holders.length > NAMED ? teams : holders;
  const former = await readLoads(transaction, { portfolioId, holders: named });
  return namesOf(former.toSorted((left, right) => compareNames(left, right)));
}

function distinct(holders: readonly Holder[]): Holder[] {
  const keyed = holders.map((holder) => [`${holder.teamId} ${holder.agentId}`, holder] as const);
  return [...new Map(keyed).values()];
}

function compareNames({ target: left }: Named, { target: right }: Named): number {
  if (!left || !right) return Number(!left) - Number(!right);
  return left.name < right.name ? -1 : 1;
}

/**
 * Returns whether the approved command would still move the same loans from the same holders; true
 * for a command that was stored without a digest.
 */
export function isAsAsked({ loansDigest }: AssignCommand, { shares }: Reassignment): boolean {
  return loansDigest === undefined || loansDigest === digestOf(shares);
}

const digestOf = (shares: readonly Share[]): string =>
  digestOfHolders(shares.flatMap(({ moving }) => moving));

/** Counts loans taken away from a team or an agent; unassigned loans do not count. */
export function countTakenAway(shares: readonly Share[]): number {
  const taken = shares.flatMap(({ holder, moving }) =>
    moving.filter(
      ({ teamId, agentId }) =>
        (teamId !== null && teamId !== holder.teamId) ||
        (agentId !== null && agentId !== holder.agentId),
    ),
  );
  return taken.length;
}

function sumLoads(loads: readonly Share['before'][]) {
  return {
    loans: loads.reduce((total, load) => total + load.loans, 0),
    outstandingMinor: loads.reduce((total, load) => total + load.outstandingMinor, 0),
  };
}
