import { spreadLoans } from '../assignments/spread-loans.ts';
import type { AbsenceCoverRow, StandIn, WorkedLoan } from './absence-cover.store.ts';

/** One move: a cover gives loans of its absent agent to a stand-in. */
export type PassingStep = {
  readonly cover: AbsenceCoverRow;
  readonly standIn: StandIn;
  readonly loans: readonly WorkedLoan[];
};

/** The agents of a team when a cover begins. */
type Team = {
  readonly running: ReadonlyMap<string, AbsenceCoverRow>;
  readonly activeIds: ReadonlySet<string>;
};

type Passing = {
  readonly team: Team;
  /** The absent agents who passed these loans on already. */
  readonly absentIds: ReadonlySet<string>;
};

/**
 * Plans the moves, in order, that spread loans over the stand-ins of a cover. The cover of a
 * stand-in who is absent too passes the share on to its own stand-ins: docs/decisions/0010. If no
 * present agent would receive the loans, the absent stand-ins receive them and work them when they
 * return.
 */
export function planPassing(
  cover: AbsenceCoverRow,
  loans: readonly WorkedLoan[],
  { team, absentIds }: Passing,
): readonly PassingStep[] {
  const reaching = cover.standIns.filter(({ id }) =>
    reachesPresentAgent(id, team, new Set(absentIds)),
  );
  const isPassedOn = reaching.length > 0;
  const standIns = isPassedOn
    ? reaching
    : cover.standIns.filter(({ id }) => team.activeIds.has(id));
  if (standIns.length === 0) return [];
  const places = spreadLoans(
    loans.map((loan) => ({ ...loan, isActive: true, heldAt: null })),
    {
      loads: standIns.map(() => ({ loans: 0, outstandingMinor: 0 })),
      by: 'count',
      borrowersTogether: cover.borrowersTogether,
    },
  );
  return standIns.flatMap((standIn, place) => {
    const share = loans.filter(({ loanId }) => places.get(loanId) === place);
    if (share.length === 0) return [];
    const own = isPassedOn ? team.running.get(standIn.id) : undefined;
    const passedOn = own
      ? planPassing(own, share, { team, absentIds: new Set([...absentIds, standIn.id]) })
      : [];
    return [{ cover, standIn, loans: share }, ...passedOn];
  });
}

/**
 * Returns whether the agent is present, or absent with a cover that leads to a present agent.
 * `seen` collects the agents that were tried, so that covers of each other end the search.
 */
function reachesPresentAgent(id: string, team: Team, seen: Set<string>): boolean {
  if (!team.activeIds.has(id) || seen.has(id)) return false;
  seen.add(id);
  const own = team.running.get(id);
  return !own || own.standIns.some((standIn) => reachesPresentAgent(standIn.id, team, seen));
}
