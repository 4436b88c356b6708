import type { Queryable } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

const NAMED = 3;

type Moved = {
  readonly scope: Scope;
  readonly loanIds: readonly string[];
  /** Considers only assignments after this event number. */
  readonly since?: number;
};

/**
 * Finds who last moved these loans and to which holder, for the message about a conflict. A team
 * desk learns only of loans that came to its team or left it.
 */
export async function findLastMovers(
  sql: Queryable,
  { scope, loanIds, since = -1 }: Moved,
): Promise<{ count: number; loans: string; by: string; to: string } | null> {
  if (scope.role !== 'user' && scope.role !== 'team') return null;
  const ownTeam = scope.role === 'team' ? scope.teamId : null;
  const rows = await sql<{ referenceNumber: number; maker: string; to: string | null }[]>`
    select loan.reference_number, maker.name as maker, coalesce(agent.name, team.name) as to
    from loans loan
    cross join lateral (
      select assignment.batch_id, assignment.from_team_id, assignment.to_team_id,
        assignment.to_agent_id, assignment.number
      from assignments assignment
      where assignment.portfolio_id = loan.portfolio_id and assignment.loan_id = loan.id
      order by assignment.number desc, assignment.made_at desc limit 1
    ) latest
    join assignment_batches batch
      on batch.portfolio_id = loan.portfolio_id and batch.id = latest.batch_id
    join accounts maker on maker.id = batch.made_by
    left join teams team
      on team.portfolio_id = loan.portfolio_id and team.id = latest.to_team_id
    left join accounts agent on agent.id = latest.to_agent_id
    where latest.number > ${since}
      and loan.portfolio_id = ${scope.portfolioId} and loan.id = any(${[...loanIds]}::uuid[])
      and (${ownTeam}::uuid is null or ${ownTeam} in (latest.from_team_id, latest.to_team_id))
    order by loan.reference_number`;
  if (rows.length === 0) return null;
  const named = rows.slice(0, NAMED).map((row) => loanReference(row.referenceNumber));
  const firstOf = (names: readonly string[]) => [...new Set(names)].slice(0, NAMED).join(', ');
  return {
    count: rows.length,
    loans: [...named, ...(rows.length > NAMED ? ['…'] : [])].join(', '),
    by: firstOf(rows.map((row) => row.maker)),
    to: firstOf(rows.map((row) => row.to ?? '–')),
  };
}
