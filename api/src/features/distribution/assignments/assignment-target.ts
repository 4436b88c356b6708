import type { AssignmentTarget } from '@bursar/contracts/distribution/assignments';
import type { Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';

/** The holder after the move; both fields are null for unassigned. */
export type Holder = { readonly teamId: string | null; readonly agentId: string | null };

type TargetFailure = 'team_not_found' | 'agent_not_found' | 'agent_not_in_team' | 'not_found';

/**
 * Finds the target inside the caller's scope: a manager reaches teams and agents, a team desk its
 * agents.
 */
export async function resolveTarget(
  sql: Queryable,
  { scope, target }: { scope: Scope; target: AssignmentTarget },
): Promise<Outcome<Holder, TargetFailure>> {
  if (scope.role !== 'user' && scope.role !== 'team') return refuse('not_found');
  const ownTeam = scope.role === 'team' ? scope.teamId : null;
  switch (target.kind) {
    case 'take-back':
      return succeed({ teamId: ownTeam, agentId: null });
    case 'team': {
      const teamId = ownTeam === null ? (target.id ?? null) : null;
      const found = teamId !== null && (await teamExists(sql, scope, teamId));
      return found ? succeed({ teamId, agentId: null }) : refuse('team_not_found');
    }
    case 'agent': {
      const agent = target.id && (await findAgent(sql, scope, target.id));
      if (!agent) return refuse('agent_not_found');
      if (!agent.teamId) return refuse('agent_not_in_team', { details: { agent: agent.name } });
      return succeed({ teamId: agent.teamId, agentId: agent.id });
    }
  }
}

/**
 * Returns the targets to spread the loans over; undefined without a spread, and for taking back,
 * which moves all loans to one holder.
 */
export function spreadOf({ kind, spread }: AssignmentTarget): AssignmentTarget['spread'] {
  return kind === 'take-back' ? undefined : spread;
}

/** Returns whether the borrowers' other loans move too. They never do when loans are taken back. */
export function takesOthersAlong({
  target,
  borrowersTogether,
}: {
  readonly target: AssignmentTarget;
  readonly borrowersTogether: boolean;
}): boolean {
  return borrowersTogether && target.kind !== 'take-back';
}

/** Resolves a target or all targets of a spread; each must be in the caller's scope. */
export async function resolveTargets(
  sql: Queryable,
  { scope, target }: { scope: Scope; target: AssignmentTarget },
): Promise<Outcome<readonly Holder[], TargetFailure>> {
  const { kind } = target;
  const spread = spreadOf(target);
  const singles = spread ? spread.ids.map((id) => ({ kind, id })) : [target];
  const holders: Holder[] = [];
  for (const single of singles) {
    const holder = await resolveTarget(sql, { scope, target: single });
    if (!holder.ok) return holder;
    holders.push(holder.value);
  }
  return succeed(holders);
}

async function teamExists(sql: Queryable, scope: { portfolioId: string }, id: string) {
  const rows =
    await sql`select from teams where portfolio_id = ${scope.portfolioId} and id = ${id}`;
  return rows.length > 0;
}

async function findAgent(sql: Queryable, scope: Scope, id: string) {
  const [agent] = await sql<{ id: string; name: string; teamId: string | null }[]>`
    select account.id, account.name, account.team_id from accounts account
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and account.status <> 'suspended' and account.id = ${id}`;
  return agent ?? null;
}
