import type { Handover } from '@bursar/contracts/distribution/handovers';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { dayAt, peopleInScope, type Scope } from '../../../platform/scope.ts';
import { lockLoansOfBatch, movedSince } from '../assignments/assignments.store.ts';

export type HandoverRow = {
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

type StandIn = {
  readonly id: string;
  readonly name: string;
  readonly loans: number;
  readonly batchId: string | null;
};

function selectHandovers(sql: Queryable) {
  return sql`
    select handover.portfolio_id, handover.id, handover.team_id, handover.from_agent_id,
      account.name as agent, handover.from_on, handover.until_on, handover.reason,
      handover.made_by, handover.begun_at, handover.ended_at, portfolio.currency,
      handover.borrowers_together,
      (select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name,
          'loans', stand_in.loan_count, 'batchId', stand_in.batch_id) order by person.name, person.id)
        from handover_stand_ins stand_in join accounts person on person.id = stand_in.agent_id
        where stand_in.portfolio_id = handover.portfolio_id
          and stand_in.handover_id = handover.id) as stand_ins
    from handovers handover
    join portfolios portfolio on portfolio.id = handover.portfolio_id
    join accounts account on account.id = handover.from_agent_id`;
}

type InScope = { readonly scope: Scope };

/** Finds a handover in scope: a desk reaches its own agents, a manager the whole portfolio. */
export async function findHandover(
  sql: Queryable,
  { scope, id }: InScope & { id: string },
): Promise<HandoverRow | null> {
  const [row] = await sql<HandoverRow[]>`
    ${selectHandovers(sql)} where ${peopleInScope(sql, scope)} and handover.id = ${id}`;
  return row ?? null;
}

export function listOpenHandovers(sql: Queryable, { scope }: InScope) {
  return sql<HandoverRow[]>`
    ${selectHandovers(sql)}
    where ${peopleInScope(sql, scope)} and handover.ended_at is null
    order by handover.from_on, handover.id`;
}

/** Locks the handover until the transaction ends, so that it begins and ends only once. */
export async function lockHandover(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<HandoverRow | null> {
  await transaction`
    select from handovers where portfolio_id = ${portfolioId} and id = ${id} for update`;
  const [row] = await transaction<HandoverRow[]>`
    ${selectHandovers(transaction)}
    where handover.portfolio_id = ${portfolioId} and handover.id = ${id}`;
  return row ?? null;
}

export function toHandover(row: HandoverRow): Handover {
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

/** Lists the active agents among `ids` in the caller's scope. */
export function listAgents(sql: Queryable, { scope, ids }: InScope & { ids: readonly string[] }) {
  return sql<TeamAgent[]>`
    select account.id, account.name, account.team_id from accounts account
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and account.status <> 'suspended' and account.id = any(${[...ids]}::uuid[])`;
}

export async function hasOpenHandover(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<boolean> {
  const rows = await sql`
    select from handovers
    where portfolio_id = ${portfolioId} and from_agent_id = ${agentId} and ended_at is null`;
  return rows.length > 0;
}

type NewHandover = {
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

export async function insertHandover(
  transaction: Transaction,
  handover: NewHandover,
): Promise<void> {
  const { portfolioId, id } = handover;
  await transaction`
    insert into handovers (portfolio_id, id, team_id, from_agent_id, from_on, until_on,
      borrowers_together, reason, made_by, made_at)
    values (${portfolioId}, ${id}, ${handover.teamId}, ${handover.agentId}, ${handover.fromOn},
      ${handover.untilOn}, ${handover.borrowersTogether}, ${handover.reason}, ${handover.madeBy},
      ${handover.madeAt})`;
  await transaction`
    insert into handover_stand_ins (portfolio_id, handover_id, agent_id)
    select ${portfolioId}, ${id}, unnest(${[...handover.standInIds]}::uuid[])`;
}

/**
 * Returns the stand-ins who are still active in the team, and locks them there until the
 * transaction ends.
 */
export async function holdStandIns(
  transaction: Transaction,
  { portfolioId, teamId, standIns }: HandoverRow,
): Promise<readonly StandIn[]> {
  const ids = standIns.map(({ id }) => id);
  const able = await transaction<{ id: string }[]>`
    select id from accounts
    where portfolio_id = ${portfolioId} and id = any(${ids}::uuid[]) and team_id = ${teamId}
      and status <> 'suspended'
    order by id for share`;
  return standIns.filter(({ id }) => able.some((one) => one.id === id));
}

export type HeldLoan = { readonly loanId: string; readonly outstandingMinor: number };
export type WorkedLoan = HeldLoan & { readonly borrowerId: string };

/** Locks and returns the active loans of an agent. */
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

/** Counts an agent's active loans and their borrowers. */
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

export async function noteShare(
  transaction: Transaction,
  share: {
    portfolioId: string;
    handoverId: string;
    agentId: string;
    batchId: string;
    loans: number;
  },
): Promise<void> {
  await transaction`
    update handover_stand_ins set batch_id = ${share.batchId}, loan_count = ${share.loans}
    where portfolio_id = ${share.portfolioId} and handover_id = ${share.handoverId}
      and agent_id = ${share.agentId}`;
}

/** Locks the loans of a batch that have not moved since, so they are still with its holders. */
export async function lockUnmoved(
  transaction: Transaction,
  { portfolioId, batchId }: { portfolioId: string; batchId: string },
): Promise<readonly HeldLoan[]> {
  await lockLoansOfBatch(transaction, { portfolioId, id: batchId });
  return transaction<HeldLoan[]>`
    select state.loan_id, state.outstanding_principal_minor as outstanding_minor
    from assignments assignment
    join loan_state state on state.portfolio_id = assignment.portfolio_id
      and state.loan_id = assignment.loan_id
      and state.agent_id = assignment.to_agent_id
    where assignment.portfolio_id = ${portfolioId} and assignment.batch_id = ${batchId}
      and not ${movedSince(transaction)}
    order by state.loan_id`;
}

export async function noteBegun(
  transaction: Transaction,
  { portfolioId, id, at }: { portfolioId: string; id: string; at: string },
): Promise<void> {
  await transaction`
    update handovers set begun_at = ${at} where portfolio_id = ${portfolioId} and id = ${id}`;
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
    update handovers set ended_at = ${at}, ended_by = ${by}, returned_count = ${returned}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/** Lists handovers whose first day has come or whose last day has passed, in the portfolio's time zone. */
export function listHandoversToFollow(sql: Queryable, now: string) {
  return sql<{ portfolioId: string; id: string; isOver: boolean }[]>`
    select handover.portfolio_id, handover.id, handover.until_on < today.day as is_over
    from handovers handover
    join portfolios portfolio on portfolio.id = handover.portfolio_id
    cross join lateral (
      select ${dayAt(sql, now, sql`portfolio.time_zone`)} as day
    ) today
    where handover.ended_at is null and (handover.until_on < today.day
      or (handover.begun_at is null and handover.from_on <= today.day))
    order by handover.from_on, handover.id`;
}
