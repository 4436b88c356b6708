import type { Queryable } from '../../../platform/database.ts';
import { movedSince } from '../assignments/assignments.store.ts';

export type Absence = {
  readonly fromOn: string;
  readonly untilOn: string;
  readonly standIns: readonly string[];
};

/** Finds the absence of an agent whose loans are with stand-ins now. */
export async function findRunningAbsence(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<Absence | null> {
  const [row] = await sql<Absence[]>`
    select cover.from_on, cover.until_on, coalesce((
      select jsonb_agg(person.name order by person.name, person.id)
      from absence_cover_stand_ins stand_in
      join accounts person on person.id = stand_in.agent_id
      where stand_in.portfolio_id = cover.portfolio_id
        and stand_in.absence_cover_id = cover.id and stand_in.loan_count > 0
    ), '[]') as stand_ins
    from absence_covers cover
    where cover.portfolio_id = ${portfolioId} and cover.from_agent_id = ${agentId}
      and cover.begun_at is not null and cover.ended_at is null`;
  return row ? { ...row } : null;
}

/**
 * The running absence cover that brought the loan of `alias` to its agent, for a lateral join. A
 * loan that was assigned since belongs to its new agent.
 */
export function coverOfLoan(sql: Queryable, alias: 'queue' | 'state') {
  const loan = sql(alias);
  return sql`
    select cover.id as cover_id, absent.name as cover_agent, cover.until_on as cover_until_on
    from assignments assignment
    join absence_cover_stand_ins stand_in on stand_in.portfolio_id = assignment.portfolio_id
      and stand_in.batch_id = assignment.batch_id
    join absence_covers cover on cover.portfolio_id = stand_in.portfolio_id
      and cover.id = stand_in.absence_cover_id
      and cover.begun_at is not null and cover.ended_at is null
    join accounts absent on absent.id = cover.from_agent_id
    where assignment.portfolio_id = ${loan}.portfolio_id
      and assignment.loan_id = ${loan}.loan_id and not ${movedSince(sql)}`;
}

export async function findCoverOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<{ agent: string; untilOn: string } | null> {
  const [row] = await sql<{ agent: string; untilOn: string }[]>`
    select cover.cover_agent as agent, cover.cover_until_on as until_on
    from loan_state state
    cross join lateral (${coverOfLoan(sql, 'state')}) cover
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}`;
  return row ? { ...row } : null;
}
