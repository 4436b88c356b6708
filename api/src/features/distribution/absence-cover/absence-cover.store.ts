import type { AbsenceCover } from '@bursar/contracts/distribution/absence-cover';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { dayAt, peopleInScope, type Scope } from '../../../platform/scope.ts';
import { coverBatches, leftCover } from './cover-of-loan.store.ts';

export type AbsenceCoverRow = {
  readonly portfolioId: string;
  readonly id: string;
  readonly teamId: string;
  readonly fromAgentId: string;
  readonly agent: string;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly begunAt: string | null;
  readonly endedAt: string | null;
  readonly currency: string;
  readonly borrowersTogether: boolean;
  readonly standIns: readonly StandIn[];
};

export type StandIn = { readonly id: string; readonly name: string; readonly loans: number };

function selectAbsenceCovers(sql: Queryable) {
  return sql`
    select cover.portfolio_id, cover.id, cover.team_id, cover.from_agent_id,
      account.name as agent, cover.from_on, cover.until_on, cover.reason,
      cover.made_by, cover.begun_at, cover.ended_at, portfolio.currency,
      cover.borrowers_together,
      (select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name,
          'loans', stand_in.loan_count) order by person.name, person.id)
        from absence_cover_stand_ins stand_in join accounts person on person.id = stand_in.agent_id
        where stand_in.portfolio_id = cover.portfolio_id
          and stand_in.absence_cover_id = cover.id) as stand_ins
    from absence_covers cover
    join portfolios portfolio on portfolio.id = cover.portfolio_id
    join accounts account on account.id = cover.from_agent_id`;
}

type InScope = { readonly scope: Scope };

/**
 * Finds an absence cover in scope: a desk reaches its own agents, a manager the whole portfolio.
 */
export async function findAbsenceCover(
  sql: Queryable,
  { scope, id }: InScope & { id: string },
): Promise<AbsenceCoverRow | null> {
  const [row] = await sql<AbsenceCoverRow[]>`
    ${selectAbsenceCovers(sql)} where ${peopleInScope(sql, scope)} and cover.id = ${id}`;
  return row ?? null;
}

export function listOpenAbsenceCovers(sql: Queryable, { scope }: InScope) {
  return sql<AbsenceCoverRow[]>`
    ${selectAbsenceCovers(sql)}
    where ${peopleInScope(sql, scope)} and cover.ended_at is null
    order by cover.from_on, cover.id`;
}

/**
 * Makes the covers of an agent's team begin and end one after the other until the transaction ends,
 * so that each sees which stand-ins are absent, and returns those that run. Lock the team before
 * agents and loans.
 */
export async function lockCoversOfTeam(
  transaction: Transaction,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<readonly AbsenceCoverRow[]> {
  const [team] = await transaction<{ id: string }[]>`
    select id from teams where portfolio_id = ${portfolioId} and id = (
      select team_id from accounts where portfolio_id = ${portfolioId} and id = ${agentId})
    for no key update`;
  return team ? listRunningCovers(transaction, { portfolioId, teamId: team.id }) : [];
}

/**
 * Locks the team and then the absence cover until the transaction ends, so that the cover begins
 * and ends only once. Returns null if there is no such cover.
 */
export async function lockAbsenceCover(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<AbsenceCoverRow | null> {
  await transaction`
    select from teams where portfolio_id = ${portfolioId} and id = (
      select team_id from absence_covers where portfolio_id = ${portfolioId} and id = ${id})
    for no key update`;
  await transaction`
    select from absence_covers where portfolio_id = ${portfolioId} and id = ${id} for update`;
  const [row] = await transaction<AbsenceCoverRow[]>`
    ${selectAbsenceCovers(transaction)}
    where cover.portfolio_id = ${portfolioId} and cover.id = ${id}`;
  return row ?? null;
}

export function toAbsenceCover(row: AbsenceCoverRow): AbsenceCover {
  const { id, fromOn, untilOn, reason, begunAt, endedAt } = row;
  return {
    id,
    agent: { id: row.fromAgentId, name: row.agent },
    standIns: row.standIns.map(({ id: personId, name, loans }) => ({ id: personId, name, loans })),
    fromOn,
    untilOn,
    reason,
    state: endedAt ? 'ended' : begunAt ? 'running' : 'planned',
  };
}

export type TeamAgent = {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
};

/** Lists those of the agents in `ids` who are in the caller's scope and not suspended. */
export function listAgents(sql: Queryable, { scope, ids }: InScope & { ids: readonly string[] }) {
  return sql<TeamAgent[]>`
    select account.id, account.name, account.team_id from accounts account
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and account.status <> 'suspended' and account.id = any(${[...ids]}::uuid[])`;
}

export async function hasOpenAbsenceCover(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<boolean> {
  const rows = await sql`
    select from absence_covers
    where portfolio_id = ${portfolioId} and from_agent_id = ${agentId} and ended_at is null`;
  return rows.length > 0;
}

type NewAbsenceCover = {
  readonly portfolioId: string;
  readonly id: string;
  readonly teamId: string;
  readonly agentId: string;
  readonly standInIds: readonly string[];
  readonly fromOn: string;
  readonly untilOn: string;
  readonly borrowersTogether: boolean;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

export async function insertAbsenceCover(
  transaction: Transaction,
  absenceCover: NewAbsenceCover,
): Promise<void> {
  const { portfolioId, id } = absenceCover;
  await transaction`
    insert into absence_covers (portfolio_id, id, team_id, from_agent_id, from_on, until_on,
      borrowers_together, reason, made_by, made_at)
    values (${portfolioId}, ${id}, ${absenceCover.teamId}, ${absenceCover.agentId}, ${absenceCover.fromOn},
      ${absenceCover.untilOn}, ${absenceCover.borrowersTogether}, ${absenceCover.reason}, ${absenceCover.madeBy},
      ${absenceCover.madeAt})`;
  await transaction`
    insert into absence_cover_stand_ins (portfolio_id, absence_cover_id, agent_id)
    select ${portfolioId}, ${id}, unnest(${[...absenceCover.standInIds]}::uuid[])`;
}

/** Lists a team's covers that have begun and not ended. The team must be locked. */
export function listRunningCovers(
  transaction: Transaction,
  { portfolioId, teamId }: { portfolioId: string; teamId: string },
) {
  return transaction<AbsenceCoverRow[]>`
    ${selectAbsenceCovers(transaction)}
    where cover.portfolio_id = ${portfolioId} and cover.team_id = ${teamId}
      and cover.begun_at is not null and cover.ended_at is null
    order by cover.begun_at, cover.id`;
}

/**
 * Lists the agents of `ids` who are in the team, suspended or not. Locks them until the transaction
 * ends, so that none leaves the team meanwhile.
 */
export function holdMembers(
  transaction: Transaction,
  { portfolioId, teamId, ids }: { portfolioId: string; teamId: string; ids: readonly string[] },
) {
  return transaction<{ id: string; isSuspended: boolean }[]>`
    select id, status = 'suspended' as is_suspended from accounts
    where portfolio_id = ${portfolioId} and id = any(${[...ids]}::uuid[]) and team_id = ${teamId}
    order by id for share`;
}

export type HeldLoan = { readonly loanId: string; readonly outstandingMinor: number };
export type WorkedLoan = HeldLoan & { readonly borrowerId: string };

export function lockWorkOf(
  transaction: Transaction,
  { portfolioId, fromAgentId }: { portfolioId: string; fromAgentId: string },
) {
  return transaction<WorkedLoan[]>`
    select state.loan_id, loan.borrower_id, state.outstanding_principal_minor as outstanding_minor
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${portfolioId} and state.agent_id = ${fromAgentId}
      and state.status = 'active'
    order by state.loan_id for update of state`;
}

export async function countWorkOf(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<{ loans: number; borrowers: number }> {
  const [row] = await sql<{ loans: number; borrowers: number }[]>`
    select count(*) as loans, count(distinct loan.borrower_id) as borrowers
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${portfolioId} and state.agent_id = ${agentId}
      and state.status = 'active'`;
  return row ?? { loans: 0, borrowers: 0 };
}

type NotedShare = {
  readonly portfolioId: string;
  readonly handoverId: string;
  readonly agentId: string;
  readonly batchId: string;
  readonly loans: number;
};

export async function noteShare(transaction: Transaction, share: NotedShare): Promise<void> {
  await transaction`
    update absence_cover_stand_ins set batch_id = ${share.batchId}, loan_count = ${share.loans}
    where portfolio_id = ${share.portfolioId} and absence_cover_id = ${share.handoverId}
      and agent_id = ${share.agentId}`;
}

/** Records loans that a running cover passed on to one of its stand-ins. */
export async function notePassedOn(transaction: Transaction, share: NotedShare): Promise<void> {
  const { portfolioId, handoverId, agentId } = share;
  await transaction`
    insert into absence_cover_passed_batches (portfolio_id, batch_id, absence_cover_id, agent_id)
    values (${portfolioId}, ${share.batchId}, ${handoverId}, ${agentId})`;
  await transaction`
    update absence_cover_stand_ins set loan_count = loan_count + ${share.loans}
    where portfolio_id = ${portfolioId} and absence_cover_id = ${handoverId}
      and agent_id = ${agentId}`;
}

/** Lists the batches in which a cover gave loans to its stand-ins. */
export async function listBatchesOf(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<readonly string[]> {
  const rows = await sql<{ batchId: string }[]>`
    select given.batch_id from ${coverBatches(sql)} given
    where given.portfolio_id = ${portfolioId} and given.absence_cover_id = ${id}
    order by given.batch_id`;
  return rows.map(({ batchId }) => batchId);
}

/**
 * Lists the loans of a batch that no user has assigned since; loans that other covers passed on are
 * included. The caller must have locked the loans.
 */
export function listUnmoved(
  transaction: Transaction,
  { portfolioId, batchId }: { portfolioId: string; batchId: string },
): Promise<readonly HeldLoan[]> {
  return transaction<HeldLoan[]>`
    select state.loan_id, state.outstanding_principal_minor as outstanding_minor
    from assignments assignment
    join loan_state state on state.portfolio_id = assignment.portfolio_id
      and state.loan_id = assignment.loan_id
    where assignment.portfolio_id = ${portfolioId} and assignment.batch_id = ${batchId}
      and not ${leftCover(transaction)}
    order by state.loan_id`;
}

export async function recordStart(
  transaction: Transaction,
  { portfolioId, id, at }: { portfolioId: string; id: string; at: string },
): Promise<void> {
  await transaction`
    update absence_covers set begun_at = ${at} where portfolio_id = ${portfolioId} and id = ${id}`;
}

type Ending = {
  readonly portfolioId: string;
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly returned: number;
};

export async function noteEnded(
  transaction: Transaction,
  { portfolioId, id, at, by, returned }: Ending,
): Promise<void> {
  await transaction`
    update absence_covers set ended_at = ${at}, ended_by = ${by}, returned_count = ${returned}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/**
 * Lists the absence covers to begin or to end: those not begun whose first day has come, and those
 * not ended whose last day has passed, in the portfolio's time zone.
 */
export function listAbsenceCoversToFollow(sql: Queryable, now: string) {
  return sql<{ portfolioId: string; id: string; isOver: boolean }[]>`
    select cover.portfolio_id, cover.id, cover.until_on < today.day as is_over
    from absence_covers cover
    join portfolios portfolio on portfolio.id = cover.portfolio_id
    cross join lateral (
      select ${dayAt(sql, now, sql`portfolio.time_zone`)} as day
    ) today
    where portfolio.removed_at is null and cover.ended_at is null and (cover.until_on < today.day
      or (cover.begun_at is null and cover.from_on <= today.day))
    order by cover.from_on, cover.id`;
}
