import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  AssignmentTarget,
  ListAssignmentTargets,
} from '@bursar/contracts/distribution/assignments';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';
import type { Holder } from './assignment-target.ts';

/**
 * Prevents agents who receive loans from being suspended or moved to another team until the
 * transaction ends. Call it before locking loans, because suspending locks the account first and
 * then its loans.
 */
export async function holdAgents(
  transaction: Transaction,
  agentIds: readonly string[],
): Promise<void> {
  await transaction`
    select from accounts where id = any(${[...agentIds]}::uuid[]) order by id for share`;
}

type Spread = NonNullable<AssignmentTarget['spread']>;

export type Batch = {
  readonly id: string;
  readonly portfolioId: string;
  readonly kind: 'assign' | 'take-back' | 'undo';
  /**
   * The single holder that received all loans. Both fields are null if the loans were spread over
   * several holders, became unassigned or were moved back by an undo.
   */
  readonly holder: Holder;
  readonly spread: Spread | null;
  readonly reason: string;
  readonly loanCount: number;
  readonly outstandingMinor: number;
  readonly undoesBatchId: string | null;
  /** The import that assigned its own loans; null for other batches. */
  readonly importId: string | null;
  readonly madeBy: string;
  readonly madeAt: string;
};

export async function findBatch(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<Batch | null> {
  const [row] = await sql<BatchRow[]>`
    ${selectBatches(sql)} where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ? toBatch(row) : null;
}

type BatchRow = Omit<Batch, 'holder'> & {
  readonly toTeamId: string | null;
  readonly toAgentId: string | null;
};

function selectBatches(sql: Queryable) {
  return sql`
    select id, portfolio_id, kind, to_team_id, to_agent_id, spread, reason, loan_count,
      outstanding_minor, undoes_batch_id, import_id, made_by, made_at
    from assignment_batches`;
}

function toBatch({ toTeamId, toAgentId, ...batch }: BatchRow): Batch {
  return { ...batch, holder: { teamId: toTeamId, agentId: toAgentId } };
}

/** Lists the assignments that an import made and that were not undone by hand. */
export async function listOpenBatchesOfImport(
  transaction: Transaction,
  { portfolioId, importId }: { portfolioId: string; importId: string },
): Promise<readonly Batch[]> {
  const rows = await transaction<BatchRow[]>`
    ${selectBatches(transaction)}
    where portfolio_id = ${portfolioId} and import_id = ${importId} and not exists (
      select from assignment_batches undo
      where undo.portfolio_id = ${portfolioId} and undo.undoes_batch_id = assignment_batches.id)
    order by id`;
  return rows.map(toBatch);
}

/** Reads the principal that each loan owes. */
export function readOutstanding(
  transaction: Transaction,
  { portfolioId, loanIds }: { portfolioId: string; loanIds: readonly string[] },
): Promise<{ loanId: string; outstandingMinor: number }[]> {
  return transaction<{ loanId: string; outstandingMinor: number }[]>`
    select loan_id, outstanding_principal_minor as outstanding_minor from loan_state
    where portfolio_id = ${portfolioId} and loan_id = any(${[...loanIds]}::uuid[])`;
}

export async function insertBatch(transaction: Transaction, batch: Batch): Promise<void> {
  await transaction`
    insert into assignment_batches (portfolio_id, id, kind, to_team_id, to_agent_id, spread,
      reason, loan_count, outstanding_minor, undoes_batch_id, import_id, made_by, made_at)
    values (${batch.portfolioId}, ${batch.id}, ${batch.kind}, ${batch.holder.teamId},
      ${batch.holder.agentId}, ${batch.spread && transaction.json(batch.spread)}, ${batch.reason}, ${batch.loanCount}, ${batch.outstandingMinor},
      ${batch.undoesBatchId}, ${batch.importId}, ${batch.madeBy}, ${batch.madeAt})`;
}

export type Move = { readonly loanId: string; readonly holder: Holder };

/** Moves each loan to its new holder and records the former one. */
export async function moveLoans(
  transaction: Transaction,
  { portfolioId, id, madeAt }: Batch,
  moves: readonly Move[],
): Promise<void> {
  const loanIds = moves.map(({ loanId }) => loanId);
  const teamIds = moves.map(({ holder }) => holder.teamId);
  const agentIds = moves.map(({ holder }) => holder.agentId);
  await transaction`
    with move as (
      select * from unnest(${loanIds}::uuid[], ${teamIds}::uuid[], ${agentIds}::uuid[])
        as move(loan_id, team_id, agent_id)
    ), history as (
      insert into assignments (portfolio_id, batch_id, loan_id, from_team_id, from_agent_id,
        to_team_id, to_agent_id, made_at)
      select state.portfolio_id, ${id}, state.loan_id, state.team_id, state.agent_id, move.team_id,
        move.agent_id, ${madeAt}
      from move
      join loan_state state on state.portfolio_id = ${portfolioId} and state.loan_id = move.loan_id
    )
    update loan_state state
    set team_id = move.team_id, agent_id = move.agent_id, version = version + 1
    from move
    where state.portfolio_id = ${portfolioId} and state.loan_id = move.loan_id`;
}

/** Locks the loans of a batch and returns the ids of those that moved again after it. */
export async function lockMovedSince(
  transaction: Transaction,
  batch: Pick<Batch, 'portfolioId' | 'id'>,
): Promise<readonly string[]> {
  await lockLoansOfBatches(transaction, { portfolioId: batch.portfolioId, ids: [batch.id] });
  const rows = await transaction<{ loanId: string }[]>`
    select assignment.loan_id from assignments assignment
    where assignment.portfolio_id = ${batch.portfolioId} and assignment.batch_id = ${batch.id}
      and ${movedSince(transaction)}`;
  return rows.map((row) => row.loanId);
}

/**
 * Locks the loans of batches. This is a separate statement, because a statement that waits for
 * locks reads other tables as they were before the wait.
 */
export async function lockLoansOfBatches(
  transaction: Transaction,
  { portfolioId, ids }: { readonly portfolioId: string; readonly ids: readonly string[] },
): Promise<void> {
  await transaction`
    select from loan_state state
    join assignments assignment
      on assignment.portfolio_id = state.portfolio_id and assignment.loan_id = state.loan_id
    where state.portfolio_id = ${portfolioId} and assignment.batch_id = any(${[...ids]}::uuid[])
    order by state.loan_id for update of state`;
}

/** SQL condition, for the alias `assignment`: the loan has a later assignment. */
export function movedSince(sql: Queryable) {
  return sql`exists (
    select from assignments later
    where later.portfolio_id = assignment.portfolio_id and later.loan_id = assignment.loan_id
      and (later.number, later.made_at) > (assignment.number, assignment.made_at))`;
}

/** SQL condition, for the alias `assignment`: its former agent is suspended or in another team. */
export function cameFromGone(sql: Queryable) {
  return sql`exists (
    select from accounts former
    where former.id = assignment.from_agent_id
      and (former.status = 'suspended' or former.team_id is distinct from assignment.from_team_id))`;
}

/** Locks the former agents of a batch's loans against changes. Call it before locking loans. */
export async function holdFormerAgents(
  transaction: Transaction,
  { portfolioId, id }: Pick<Batch, 'portfolioId' | 'id'>,
): Promise<void> {
  await transaction`
    select from accounts where id in (
      select from_agent_id from assignments
      where portfolio_id = ${portfolioId} and batch_id = ${id})
    order by id for share`;
}

/** Lists the names of a batch's former agents who can no longer hold the loans. */
export async function listGoneHolders(
  transaction: Transaction,
  { portfolioId, id }: Pick<Batch, 'portfolioId' | 'id'>,
): Promise<readonly string[]> {
  const gone = await transaction<{ name: string }[]>`
    select distinct agent.name from assignments assignment
    join accounts agent on agent.id = assignment.from_agent_id
    where assignment.portfolio_id = ${portfolioId} and assignment.batch_id = ${id}
      and ${cameFromGone(transaction)}
    order by agent.name`;
  return gone.map(({ name }) => name);
}

/** Moves each loan that the batch's holder still has back to its former holder. */
export async function moveBack(
  transaction: Transaction,
  { batch, undo }: { batch: Batch; undo: Batch },
): Promise<void> {
  await transaction`
    with former as (
      select moved.loan_id, moved.from_team_id, moved.from_agent_id, moved.to_team_id,
        moved.to_agent_id
      from assignments moved
      join loan_state held on held.portfolio_id = moved.portfolio_id and held.loan_id = moved.loan_id
        and held.team_id is not distinct from moved.to_team_id
        and held.agent_id is not distinct from moved.to_agent_id
      where moved.portfolio_id = ${batch.portfolioId} and moved.batch_id = ${batch.id}
    ), history as (
      insert into assignments (portfolio_id, batch_id, loan_id, from_team_id, from_agent_id,
        to_team_id, to_agent_id, made_at)
      select ${batch.portfolioId}, ${undo.id}, loan_id, to_team_id, to_agent_id, from_team_id,
        from_agent_id, ${undo.madeAt}
      from former
    )
    update loan_state state
    set team_id = former.from_team_id, agent_id = former.from_agent_id, version = version + 1
    from former
    where state.portfolio_id = ${batch.portfolioId} and state.loan_id = former.loan_id`;
}

export type NamedHolder = {
  readonly kind: 'team' | 'agent';
  readonly id: string;
  readonly name: string;
  /** The agent's address, or the addresses of the team's desk. */
  readonly emails: string[];
  /** The id of the team itself, or of the agent's team. */
  readonly teamId: string | null;
  readonly isSuspended: boolean;
};

/** Lists all teams and agents of a portfolio with the names that a file can have for them. */
export async function listNamedHolders(
  sql: Queryable,
  portfolioId: string,
): Promise<readonly NamedHolder[]> {
  const rows = await sql<NamedHolder[]>`
    select 'team' as kind, team.id, team.name, team.id as team_id, false as is_suspended,
      array(
        select desk.email from accounts desk
        where desk.portfolio_id = team.portfolio_id and desk.team_id = team.id
          and desk.role = 'team' and desk.status <> 'suspended'
        order by desk.email) as emails
    from teams team where team.portfolio_id = ${portfolioId}
    union all
    select 'agent', agent.id, agent.name, agent.team_id, agent.status = 'suspended',
      array[agent.email]
    from accounts agent where agent.portfolio_id = ${portfolioId} and agent.role = 'agent'
    order by kind desc, name, id`;
  return rows.map((row) => ({ ...row }));
}

type Targets = AnswerOf<ListAssignmentTargets>;

/**
 * Lists the teams and agents that can receive loans, with the same active-loan counts as their
 * lists show.
 */
export async function listTargets(
  sql: Queryable,
  scope: Extract<Scope, { role: 'user' | 'team' }>,
): Promise<Pick<Targets, 'teams' | 'agents'>> {
  const { portfolioId } = scope;
  const teams =
    scope.role === 'team'
      ? []
      : await sql<Targets['teams']>`
          select team.id, team.name,
            coalesce(sum(total.loans) filter (where ${isActiveIn(sql, 'total')}), 0)::bigint as loans,
            coalesce(sum(total.outstanding_principal_minor), 0)::bigint as outstanding_minor
          from teams team
          left join loan_totals total
            on total.portfolio_id = team.portfolio_id and total.team_id = team.id
          where team.portfolio_id = ${portfolioId}
          group by team.id, team.name order by team.name`;
  const agents = await sql<Targets['agents']>`
    select account.id, account.name, account.team_id,
      coalesce(sum(total.loans) filter (where ${isActiveIn(sql, 'total')}), 0)::bigint as loans,
      coalesce(sum(total.outstanding_principal_minor), 0)::bigint as outstanding_minor
    from accounts account
    left join loan_totals total
      on total.portfolio_id = account.portfolio_id and total.agent_id = account.id
    where ${peopleInScope(sql, scope)} and account.role = 'agent' and account.status <> 'suspended'
    group by account.id, account.name, account.team_id order by account.name`;
  return {
    teams: teams.map((team) => ({ ...team })),
    agents: agents.map((agent) => ({ ...agent })),
  };
}
