import type { Queryable } from '../../../platform/database.ts';
import { peopleInScope, type PortfolioScope } from '../../../platform/scope.ts';
import { earnedBy, type Range, type Who } from './income.store.ts';

/** Income of a month, by holder of the loan and by the rates agreed on the days it was received. */
export type RatedIncome = {
  readonly month: string;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly teamRate: string | null;
  readonly agentRate: string | null;
  readonly incomeMinor: number;
};

export function sumByRate(
  sql: Queryable,
  { who, range, portfolioId }: { who: Who; range: Range; portfolioId: string },
): Promise<RatedIncome[]> {
  return sql<RatedIncome[]>`
    with terms as (
      select earner_id, trim_scale(commission_rate_percent) as rate, from_day,
        lead(from_day, 1, 'infinity'::date) over (partition by earner_id order by from_day) as until
      from earning_terms where portfolio_id = ${portfolioId}
    )
    select date_trunc('month', income.day::timestamp)::date as month, income.team_id,
      income.agent_id, of_team.rate as team_rate, of_agent.rate as agent_rate,
      sum(income.interest_minor + income.fees_minor + income.penalties_minor)::bigint as income_minor
    from income_days income
    left join terms of_team on of_team.earner_id = income.team_id
      and income.day >= of_team.from_day and income.day < of_team.until
    left join terms of_agent on of_agent.earner_id = income.agent_id
      and income.day >= of_agent.from_day and income.day < of_agent.until
    where ${earnedBy(sql, who, 'income')} and income.day between ${range.from} and ${range.to}
    group by 1, 2, 3, 4, 5`;
}

export type Earner = {
  readonly kind: 'team' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly ratePercent: string | null;
  readonly targetMinor: number | null;
};

/**
 * Finds the team or agent that a request is about, if it is in scope: the named one, or the
 * caller's own.
 */
export async function findEarner(
  sql: Queryable,
  { scope, teamId, agentId, on }: Who & { scope: PortfolioScope; on: string },
): Promise<Earner | null> {
  const { portfolioId } = scope;
  const agent = agentId ?? (scope.role === 'agent' ? scope.accountId : null);
  const team = teamId ?? (scope.role === 'team' ? scope.teamId : null);
  const found = agent
    ? sql`
      select 'agent' as kind, account.id, account.name from accounts account
      where account.id = ${agent} and account.role = 'agent' and ${peopleInScope(sql, scope)}`
    : sql`
      select 'team' as kind, team.id, team.name from teams team
      where team.portfolio_id = ${portfolioId} and team.id = ${team}
        ${scope.role === 'team' ? sql`and team.id = ${scope.teamId}` : sql``}`;
  if (!agent && !team) return null;
  const [earner] = await sql<Earner[]>`
    select found.*, trim_scale(terms.commission_rate_percent) as rate_percent,
      terms.monthly_target_minor as target_minor
    from (${found}) found
    left join lateral (
      select commission_rate_percent, monthly_target_minor from earning_terms
      where portfolio_id = ${portfolioId} and earner_id = found.id and from_day <= ${on}
      order by from_day desc limit 1
    ) terms on true`;
  return earner ?? null;
}
