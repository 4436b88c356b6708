import type { AssignmentTarget, SpreadRule } from '@bursar/contracts/distribution/assignments';
import { matchesSearch } from '../../../ui/filters/search-text.ts';
import type { AssignmentTargets } from './assignments.queries.ts';

/** The chosen target of a move: one holder, or several that each get a share. */
export type TargetDraft = {
  readonly isSpread: boolean;
  readonly kind: 'team' | 'agent';
  readonly ids: readonly string[];
  readonly by: SpreadRule;
};

export const noTarget: TargetDraft = { isSpread: false, kind: 'agent', ids: [], by: 'count' };

/**
 * Adds a target to a spread or removes it; without a spread, replaces the target. A spread is over
 * holders of one kind, so a first target of the other kind replaces all chosen ones.
 */
export function chooseTarget(
  draft: TargetDraft,
  { kind, id }: { kind: 'team' | 'agent'; id: string },
): TargetDraft {
  if (!draft.isSpread || draft.kind !== kind) return { ...draft, kind, ids: [id] };
  const ids = draft.ids.includes(id)
    ? draft.ids.filter((chosen) => chosen !== id)
    : [...draft.ids, id];
  return { ...draft, ids };
}

/**
 * Switches between one target and several. A switch to one target leaves only the first of the
 * chosen targets.
 */
export function setSpread(draft: TargetDraft, isSpread: boolean): TargetDraft {
  return { ...draft, isSpread, ids: isSpread ? draft.ids : draft.ids.slice(0, 1) };
}

/** Builds the request's target; null while too few are chosen. */
export function targetOf({ isSpread, kind, ids, by }: TargetDraft): AssignmentTarget | null {
  const [id] = ids;
  if (id === undefined) return null;
  if (!isSpread) return { kind, id };
  return ids.length < 2 ? null : { kind, spread: { ids: [...ids], by } };
}

export type TargetRow = {
  readonly kind: 'team' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly loans: number;
  readonly outstandingMinor: number;
  /** True for an agent listed under its team. */
  readonly isInTeam: boolean;
  /** True for an agent without a team: loans can be assigned to it once it has one. */
  readonly isHomeless: boolean;
};

/**
 * Lists each team with its agents, then the agents whose team is not listed; filtered by the search
 * text.
 */
export function listTargets(targets: AssignmentTargets, sought: string): readonly TargetRow[] {
  const { teams, agents } = targets;
  const isSought = ({ name }: { name: string }) => matchesSearch(name, sought);
  const grouped = teams.flatMap((team) => {
    const members = agents.filter((agent) => agent.teamId === team.id);
    const shown = isSought(team) ? members : members.filter(isSought);
    if (shown.length === 0 && !isSought(team)) return [];
    return [teamRow(team), ...shown.map((agent) => agentRow(agent, { isInTeam: true }))];
  });
  const others = agents.filter((agent) => !teams.some((team) => team.id === agent.teamId));
  return [
    ...grouped,
    ...others.filter(isSought).map((agent) => agentRow(agent, { isInTeam: false })),
  ];
}

function teamRow(team: AssignmentTargets['teams'][number]): TargetRow {
  return { ...team, kind: 'team', isInTeam: false, isHomeless: false };
}

function agentRow(
  { id, name, teamId, loans, outstandingMinor }: AssignmentTargets['agents'][number],
  { isInTeam }: { isInTeam: boolean },
): TargetRow {
  const isHomeless = teamId === null;
  return { kind: 'agent', id, name, loans, outstandingMinor, isInTeam, isHomeless };
}
