import { accountStatuses, someOrNone } from '@bursar/contracts/choices';
import { isAmountRange, type FilterValues } from '../../../ui/filters/filter-values.ts';
import type { TeamFilter } from './teams.queries.ts';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import type { TableSort } from '../../../ui/table/table-state.ts';

/** Turns the filters into the query; unknown values are left out. */
export function teamFilterOf(values: FilterValues): TeamFilter {
  const { q, desks, agents, over30, outstanding } = values;
  const range = isAmountRange(outstanding) ? outstanding : {};
  const asked = {
    q: typeof q === 'string' ? q : undefined,
    deskStatus: accountStatuses.find((one) => one === desks),
    agents: someOrNone.find((one) => one === agents),
    over30: someOrNone.find((one) => one === over30),
    outstandingFromMinor: range.fromMinor,
    outstandingToMinor: range.toMinor,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** Sorts in the browser, since all teams arrive at once; equal ones by name. */
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
