import type { TeamRow } from '@bursar/contracts/teams';
import type { TableSort } from '../../ui/table/table-state.ts';

/** Teams come all at once, so the browser puts them in order; of equals, by name. */
export function sortTeams(teams: readonly TeamRow[], sort: TableSort | null): readonly TeamRow[] {
  const { compare } = orders[columnOf(sort)];
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return teams.toSorted((one, other) => sign * compare(one, other) || byName(one, other));
}

type Order = { readonly compare: (one: TeamRow, other: TeamRow) => number };

const byName = (one: TeamRow, other: TeamRow): number => one.name.localeCompare(other.name);

const by = (figure: (team: TeamRow) => number): Order => ({
  compare: (one, other) => figure(one) - figure(other),
});

const orders = {
  name: { compare: byName },
  agents: by((team) => team.agents),
  loans: by((team) => team.activeLoans),
  outstanding: by((team) => team.outstandingMinor),
  over30: by((team) => team.over30Loans),
} as const satisfies Record<string, Order>;

type Ordered = keyof typeof orders;

function columnOf(sort: TableSort | null): Ordered {
  return teamSorts.find((one) => one === sort?.column) ?? 'name';
}

const teamSorts = ['name', 'agents', 'loans', 'outstanding', 'over30'] as const;
