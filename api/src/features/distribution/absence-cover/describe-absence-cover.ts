import type { HeldLoan, TeamAgent } from './absence-cover.store.ts';

export type AbsenceCoverPlan = {
  readonly agent: TeamAgent & { readonly teamId: string };
  readonly standIns: readonly TeamAgent[];
  /** The agent's loans at planning time; there may be more or fewer on the first day. */
  readonly work: readonly HeldLoan[];
};

type Days = { readonly fromOn: string; readonly untilOn: string };

/**
 * Describes the absence cover for the approver: the size of the queue, who receives it and for how
 * long.
 */
export function describeAbsenceCover(
  { fromOn, untilOn, reason }: Days & { readonly reason: string },
  { agent, standIns, work }: AbsenceCoverPlan,
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
