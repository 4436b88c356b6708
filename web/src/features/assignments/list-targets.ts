import { hasWords } from '../../ui/filters/search-words.ts';
import type { AssignmentTargets } from './assignments.queries.ts';

export type TargetRow = {
  readonly kind: 'team' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly loans: number;
  readonly outstandingMinor: number;
  /** An agent under its team’s row. */
  readonly isInTeam: boolean;
  /** An agent without a team: loans can go to it once it is in one. */
  readonly isHomeless: boolean;
};

/** Each team with its agents under it, then agents in no team; of a search, what is named so. */
export function listTargets(targets: AssignmentTargets, sought: string): readonly TargetRow[] {
  const { teams, agents } = targets;
  const isSought = ({ name }: { name: string }) => hasWords(name, sought);
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
