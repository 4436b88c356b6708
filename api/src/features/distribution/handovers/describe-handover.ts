import type { HeldLoan, TeamAgent } from './handovers.store.ts';

export type HandoverPlan = {
  readonly agent: TeamAgent & { readonly teamId: string };
  readonly standIns: readonly TeamAgent[];
  /** What the agent works as it is made; a later day may find more or less. */
  readonly work: readonly HeldLoan[];
};

type Days = { readonly fromOn: string; readonly untilOn: string };

/** What a second person decides on: how much an agent’s queue is, who gets it and for how long. */
export function describeHandover(
  { fromOn, untilOn, reason }: Days & { readonly reason: string },
  { agent, standIns, work }: HandoverPlan,
  currency: string,
) {
  const outstandingMinor = work.reduce((total, loan) => total + loan.outstandingMinor, 0);
  return {
    subjectId: agent.id,
    subject: agent.name,
    loanId: null,
    amountMinor: outstandingMinor,
    currency,
    before: { loans: work.length, outstandingMinor, holder: agent.name },
    after: {
      loans: 0,
      outstandingMinor: 0,
      holder: standIns.map(({ name }) => name).join(', '),
      fromOn,
      untilOn,
    },
    reason,
  };
}
