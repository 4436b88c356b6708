import type { AssignContext } from '../assignments/assign-loans.ts';
import type { HeldLoan, TeamAgent } from './handovers.store.ts';

export type HandoverPlan = {
  readonly agent: TeamAgent & { readonly teamId: string };
  readonly standIns: readonly TeamAgent[];
  /** What the agent works as it is made; a later day may find more or less. */
  readonly work: readonly HeldLoan[];
};

type Days = { readonly id: string; readonly fromOn: string; readonly untilOn: string };

/** What a second person decides on: how much an agent’s queue is, who gets it and for how long. */
export function describeHandover<Command extends Days & { readonly reason: string }>(
  command: Command,
  { agent, standIns, work }: HandoverPlan,
  { id: portfolioId, currency }: AssignContext['portfolio'],
) {
  const outstandingMinor = work.reduce((total, loan) => total + loan.outstandingMinor, 0);
  return {
    portfolioId,
    id: command.id,
    kind: 'make-handover' as const,
    subjectId: agent.id,
    subject: agent.name,
    loanId: null,
    loans: work.length,
    amountMinor: outstandingMinor,
    currency,
    command,
    before: { loans: work.length, outstandingMinor, holder: agent.name },
    after: {
      loans: 0,
      outstandingMinor: 0,
      holder: standIns.map(({ name }) => name).join(', '),
      fromOn: command.fromOn,
      untilOn: command.untilOn,
    },
    reason: command.reason,
  };
}
