import type { NamedRef } from '@bursar/contracts/values';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import { allOf, matchesSearch } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inPortfolios, type Viewer, type Scope } from '../../../platform/scope.ts';
import { selectHoldings } from '../../servicing/loan-lists/holdings.store.ts';
import { plainPercent } from '../staff/staff.store.ts';

export type TeamFilter = {
  readonly q?: string | undefined;
  readonly deskStatus?: TeamRow['desks'][number]['status'] | undefined;
  readonly agents?: SomeOrNone | undefined;
  readonly over30?: SomeOrNone | undefined;
  readonly outstandingFromMinor?: number | undefined;
  readonly outstandingToMinor?: number | undefined;
};

type SomeOrNone = 'some' | 'none';

/** Lists the teams in scope that match, or only the one with this id. */
export async function listTeamRows(
  sql: Queryable,
  { scope, businessDate, teamId, ...filter }: Viewer & TeamFilter & { teamId?: string },
): Promise<TeamRow[]> {
  const rows = await sql<TeamRecord[]>`
    with holdings as materialized (${selectHoldings(sql, { scope, businessDate })})
    select team.id, team.name, team.portfolio_id, portfolio.name as portfolio_name,
      portfolio.currency, team.commission_rate_percent, team.monthly_target_minor,
      team.created_at, team.version, held.loans, held.active_loans,
      held.outstanding_minor, held.over30_loans, held.unheld_active_loans,
      held.unheld_outstanding_minor, held.unheld_over30_loans,
      people.agents, people.desks
    from teams team
    join portfolios portfolio on portfolio.id = team.portfolio_id
    cross join lateral (
      select coalesce(sum(holding.loans), 0)::bigint as loans,
        coalesce(sum(holding.active_loans), 0)::bigint as active_loans,
        coalesce(sum(holding.outstanding_minor), 0)::bigint as outstanding_minor,
        coalesce(sum(holding.over30), 0)::bigint as over30_loans,
        coalesce(sum(holding.active_loans) filter (where holding.agent_id is null), 0)::bigint
          as unheld_active_loans,
        coalesce(sum(holding.outstanding_minor) filter (where holding.agent_id is null), 0)::bigint
          as unheld_outstanding_minor,
        coalesce(sum(holding.over30) filter (where holding.agent_id is null), 0)::bigint
          as unheld_over30_loans
      from holdings holding
      where holding.portfolio_id = team.portfolio_id and holding.team_id = team.id
    ) held
    cross join lateral (
      select count(*) filter (where account.role = 'agent') as agents,
        coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name,
          'email', account.email, 'status', account.status) order by account.created_at)
          filter (where account.role = 'team'), '[]') as desks
      from accounts account
      where account.portfolio_id = team.portfolio_id and account.team_id = team.id
    ) people
    where ${teamsInScope(sql, scope)} and ${matches(sql, filter)}
      ${teamId ? sql`and team.id = ${teamId}` : sql``}
    order by lower(team.name), team.id`;
  return rows.map(toTeamRow);
}

/** Lists all teams of a portfolio by name. */
export async function listNamedTeams(sql: Queryable, portfolioId: string): Promise<NamedRef[]> {
  const rows = await sql<NamedRef[]>`
    select id, name from teams where portfolio_id = ${portfolioId} order by lower(name), id`;
  return rows.map((row) => ({ ...row }));
}

/** SQL condition, for the aliases `team`, `held` and `people`: the team matches the filter. */
function matches(sql: Queryable, filter: TeamFilter) {
  const { deskStatus, agents, over30, outstandingFromMinor: from, outstandingToMinor: to } = filter;
  return allOf(sql, [
    matchesSearch(sql, sql`search_form(team.name)`, filter.q ?? ''),
    ...(deskStatus ? [sql`people.desks @> ${sql.json([{ status: deskStatus }])}`] : []),
    ...(agents ? [sql`(people.agents > 0) = ${agents === 'some'}`] : []),
    ...(over30 ? [sql`(held.over30_loans > 0) = ${over30 === 'some'}`] : []),
    ...(from === undefined ? [] : [sql`held.outstanding_minor >= ${from}`]),
    ...(to === undefined ? [] : [sql`held.outstanding_minor <= ${to}`]),
  ]);
}

function teamsInScope(sql: Queryable, scope: Scope) {
  switch (scope.role) {
    case 'admin':
    case 'user':
      return inPortfolios(sql, scope, sql`team.portfolio_id`);
    case 'team':
      return sql`(team.portfolio_id = ${scope.portfolioId} and team.id = ${scope.teamId})`;
    case 'agent':
      return sql`false`;
  }
}

type TeamRecord = Omit<TeamRow, 'portfolio' | 'withoutAgent'> & {
  readonly portfolioId: string;
  readonly portfolioName: string;
  readonly unheldActiveLoans: number;
  readonly unheldOutstandingMinor: number;
  readonly unheldOver30Loans: number;
};

function toTeamRow(record: TeamRecord): TeamRow {
  const { portfolioId, portfolioName, ...fields } = record;
  const { unheldActiveLoans, unheldOutstandingMinor, unheldOver30Loans, ...row } = fields;
  return {
    ...row,
    portfolio: { id: portfolioId, name: portfolioName },
    withoutAgent: {
      activeLoans: unheldActiveLoans,
      outstandingMinor: unheldOutstandingMinor,
      over30Loans: unheldOver30Loans,
    },
    commissionRatePercent: plainPercent(row.commissionRatePercent),
  };
}

export type TeamInputs = {
  readonly name: string;
  readonly commissionRatePercent: string | null;
  readonly monthlyTargetMinor: number | null;
};

export async function insertTeam(
  transaction: Transaction,
  team: TeamInputs & { readonly id: string; readonly portfolioId: string },
  now: Date,
): Promise<void> {
  await transaction`
    insert into teams (portfolio_id, id, name, commission_rate_percent, monthly_target_minor,
      created_at)
    values (${team.portfolioId}, ${team.id}, ${team.name}, ${team.commissionRatePercent},
      ${team.monthlyTargetMinor}, ${now.toISOString()})`;
}

/** Updates the team if the caller saw its current version; returns whether it was updated. */
export async function updateTeam(
  transaction: Transaction,
  team: TeamInputs & {
    readonly id: string;
    readonly portfolioId: string;
    readonly version: number;
  },
): Promise<boolean> {
  const rows = await transaction`
    update teams set name = ${team.name}, commission_rate_percent = ${team.commissionRatePercent},
      monthly_target_minor = ${team.monthlyTargetMinor}, version = version + 1
    where portfolio_id = ${team.portfolioId} and id = ${team.id} and version = ${team.version}
    returning id`;
  return rows.length > 0;
}
