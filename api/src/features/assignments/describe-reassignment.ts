import { createHash } from 'node:crypto';
import type { AssignCommand } from './assign-loans.ts';
import type { Batch } from './assignments.store.ts';
import type { Share } from './plan-shares.ts';

export type Reassignment = {
  readonly batch: Batch;
  readonly command: AssignCommand;
  readonly shares: readonly Share[];
  readonly currency: string;
};

/** What a second person decides on: how many loans leave somebody's hands, and what the targets then hold. */
export function describeReassignment({ batch, command, shares, currency }: Reassignment) {
  return {
    portfolioId: batch.portfolioId,
    id: batch.id,
    kind: 'reassign-loans' as const,
    subjectId: batch.id,
    subject: shares.map(({ target }) => target?.name ?? '–').join(', '),
    loanId: null,
    loans: countTakenAway(shares),
    amountMinor: batch.outstandingMinor,
    currency,
    command: { ...command, loansDigest: digestOf(shares) },
    before: sumLoads(shares.map(({ before }) => before)),
    after: sumLoads(shares.map(({ after }) => after)),
    reason: batch.reason,
  };
}

/** Whether an approved command would move the very loans, out of the very hands, that it was asked for. */
export function isAsAsked({ command, shares }: Reassignment): boolean {
  return command.loansDigest === undefined || command.loansDigest === digestOf(shares);
}

function digestOf(shares: readonly Share[]): string {
  const lines = shares.flatMap(({ moving }) =>
    moving.map(({ loanId, teamId, agentId }) => `${loanId} ${teamId} ${agentId}`),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url');
}

/** Loans that leave an agent or a team; what nobody held is only given out. */
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
