import type { AssignCommand } from './assign-loans.ts';
import type { Batch } from './assignments.store.ts';
import type { Share } from './plan-shares.ts';

type Reassignment = {
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
    command,
    before: sumLoads(shares.map(({ before }) => before)),
    after: sumLoads(shares.map(({ after }) => after)),
    reason: batch.reason,
  };
}

/** Loans that leave an agent or a team; what nobody held is only given out. */
function countTakenAway(shares: readonly Share[]): number {
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
