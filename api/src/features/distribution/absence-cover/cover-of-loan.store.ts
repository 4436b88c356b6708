import type { Queryable } from '../../../platform/database.ts';

export type Absence = {
  readonly fromOn: string;
  readonly untilOn: string;
  readonly standIns: readonly string[];
};

/** Finds an agent's running absence cover and its stand-ins with loans; null if there is none. */
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

/** SQL subquery of all batches in which covers gave loans to stand-ins. */
export function coverBatches(sql: Queryable) {
  return sql`(
    select portfolio_id, absence_cover_id, batch_id from absence_cover_stand_ins
    where batch_id is not null
    union all
    select portfolio_id, absence_cover_id, batch_id from absence_cover_passed_batches)`;
}

/**
 * SQL condition, for the alias `assignment` of a loan that a cover gave to a stand-in: a user
 * assigned the loan since, or an earlier cover of it ended. Moves of covers that got the loan later
 * do not count, because they only pass it on to a stand-in of the stand-in and back.
 */
export function leftCover(sql: Queryable) {
  const isAfter = (one: 'later' | 'begun', other: 'assignment' | 'begun') =>
    sql`(${sql(one)}.number, ${sql(one)}.made_at) > (${sql(other)}.number, ${sql(other)}.made_at)`;
  return sql`exists (
    select from assignments later
    where later.portfolio_id = assignment.portfolio_id and later.loan_id = assignment.loan_id
      and ${isAfter('later', 'assignment')}
      and not exists (
        select from ${coverBatches(sql)} nested
        join absence_covers nested_cover on nested_cover.portfolio_id = nested.portfolio_id
          and nested_cover.id = nested.absence_cover_id
        join assignments begun on begun.portfolio_id = nested.portfolio_id
          and begun.batch_id = nested.batch_id and begun.loan_id = later.loan_id
        where nested.portfolio_id = later.portfolio_id and ${isAfter('begun', 'assignment')}
          and (later.batch_id = begun.batch_id
            -- The return has the moment of the cover's end.
            or (${isAfter('later', 'begun')} and later.made_at = nested_cover.ended_at
              and (later.to_agent_id is null
                or later.to_agent_id = nested_cover.from_agent_id)))))`;
}

/**
 * Selects, for a lateral join, the running absence cover that gave the loan of `alias` to its
 * agent; the last one if a stand-in is covered too. A loan that a user has assigned since belongs
 * to its new agent and has none.
 */
export function coverOfLoan(sql: Queryable, alias: 'queue' | 'state') {
  const loan = sql(alias);
  return sql`
    select cover.id as cover_id, absent.name as cover_agent, cover.until_on as cover_until_on
    from assignments assignment
    join ${coverBatches(sql)} given on given.portfolio_id = assignment.portfolio_id
      and given.batch_id = assignment.batch_id
    join absence_covers cover on cover.portfolio_id = given.portfolio_id
      and cover.id = given.absence_cover_id
      and cover.begun_at is not null and cover.ended_at is null
    join accounts absent on absent.id = cover.from_agent_id
    where assignment.portfolio_id = ${loan}.portfolio_id
      and assignment.loan_id = ${loan}.loan_id and not ${leftCover(sql)}
    order by assignment.number desc, assignment.made_at desc limit 1`;
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
