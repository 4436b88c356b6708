import type { Queryable, Transaction } from '../../../platform/database.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';

type TargetKey = {
  readonly portfolioId: string;
  /** The month in the form `YYYY-MM`. */
  readonly month: string;
  readonly agentId?: string | undefined;
};

/** Lists the targets of a month. The latest target set for this or an earlier month applies. */
export function listTargets(sql: Queryable, { portfolioId, month, agentId }: TargetKey) {
  return sql<{ agentId: string; targetMinor: number | null }[]>`
    select distinct on (agent_id) agent_id, amount_minor as target_minor
    from collection_targets
    where portfolio_id = ${portfolioId} and month <= ${`${month}-01`}
      ${agentId ? sql`and agent_id = ${agentId}` : sql``}
    order by agent_id, month desc`;
}

export type TargetAgent = {
  readonly agentId: string;
  readonly name: string;
  readonly team: string | null;
};

/** Lists the agents whose targets the caller sees, without suspended ones. */
export function listTargetAgents(sql: Queryable, scope: Scope) {
  return sql<TargetAgent[]>`
    select account.id as agent_id, account.name, team.name as team
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and account.status <> 'suspended'
    order by lower(account.name), account.id`;
}

/**
 * Locks the given agents that are in scope and returns their ids, so that two changes of their
 * targets run one after the other.
 */
export async function lockTargetAgents(
  transaction: Transaction,
  { scope, agentIds }: { scope: Scope; agentIds: readonly string[] },
): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select account.id from accounts account
    where ${peopleInScope(transaction, scope)} and account.role = 'agent'
      and account.id = any(${[...agentIds]}::uuid[])
    order by account.id for no key update`;
  return rows.map(({ id }) => id);
}

type NewTarget = TargetKey & {
  readonly agentId: string;
  readonly targetMinor: number | null;
  readonly by: string;
  readonly now: Date;
};

export async function saveTarget(
  transaction: Transaction,
  { portfolioId, agentId, month, targetMinor, by, now }: NewTarget,
): Promise<void> {
  await transaction`
    insert into collection_targets (portfolio_id, agent_id, month, amount_minor, set_by, set_at)
    values (${portfolioId}, ${agentId}, ${`${month}-01`}, ${targetMinor}, ${by},
      ${now.toISOString()})
    on conflict (portfolio_id, agent_id, month) do update
    set amount_minor = excluded.amount_minor, set_by = excluded.set_by, set_at = excluded.set_at`;
}
