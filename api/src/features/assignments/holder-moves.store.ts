import type { HolderMove } from '@bursar/contracts/assignments';
import type { Queryable } from '../../platform/database.ts';
import { peopleInScope, type Scope } from '../../platform/scope.ts';

const SHOWN = 100;

type Found = { readonly portfolioId: string };

/** Null for a person outside the caller's scope, and for one that no loan can be given to. */
export async function listMovesOfAgent(
  sql: Queryable,
  { scope, accountId }: { scope: Scope; accountId: string },
): Promise<HolderMove[] | null> {
  const [agent] = await sql<Found[]>`
    select account.portfolio_id from accounts account
    where ${peopleInScope(sql, scope)} and account.id = ${accountId} and account.role = 'agent'`;
  if (!agent) return null;
  return listMoves(sql, { ...agent, id: accountId, holder: 'agent' });
}

export async function listMovesOfTeam(
  sql: Queryable,
  { scope, teamId }: { scope: Scope; teamId: string },
): Promise<HolderMove[] | null> {
  if (scope.role === 'agent' || (scope.role === 'team' && scope.teamId !== teamId)) return null;
  const [team] = await sql<Found[]>`
    select portfolio_id from teams where id = ${teamId}
      and ${scope.role === 'admin' ? sql`true` : sql`portfolio_id = ${scope.portfolioId}`}`;
  return team ? listMoves(sql, { ...team, id: teamId, holder: 'team' }) : null;
}

async function listMoves(
  sql: Queryable,
  { portfolioId, id, holder }: Found & { id: string; holder: 'team' | 'agent' },
): Promise<HolderMove[]> {
  const [to, from] = [sql(`to_${holder}_id`), sql(`from_${holder}_id`)];
  const rows = await sql<HolderMove[]>`
    select batch.id as batch_id, batch.kind, batch.reason, batch.made_at, maker.name as made_by,
      sum(part.received)::int as received, sum(part.gave_up)::int as gave_up
    from (
      select batch_id, 1 as received, 0 as gave_up from assignments
      where portfolio_id = ${portfolioId} and ${to} = ${id} and ${from} is distinct from ${to}
      union all
      select batch_id, 0, 1 from assignments
      where portfolio_id = ${portfolioId} and ${from} = ${id} and ${from} is distinct from ${to}
    ) part
    join assignment_batches batch
      on batch.portfolio_id = ${portfolioId} and batch.id = part.batch_id
    join accounts maker on maker.id = batch.made_by
    group by batch.id, batch.kind, batch.reason, batch.made_at, maker.name
    order by batch.made_at desc, batch.id desc limit ${SHOWN}`;
  return rows.map((row) => ({ ...row }));
}
