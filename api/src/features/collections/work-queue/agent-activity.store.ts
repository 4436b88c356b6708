import type { Queryable } from '../../../platform/database.ts';
import { peopleInScope } from '../../../platform/scope.ts';
import type { FollowerScope } from './desk.store.ts';

export type AgentActivity = {
  readonly agentId: string;
  readonly lastActivityAt: string | null;
  /** The first action of today. */
  readonly startedAt: string | null;
};

/**
 * Lists the last action of each agent in scope and the first one today. Each is one look-up in the
 * index of actors.
 */
export function listAgentActivity(
  sql: Queryable,
  {
    scope,
    businessDate,
    timeZone,
  }: { scope: FollowerScope; businessDate: string; timeZone: string },
) {
  return sql<AgentActivity[]>`
    select account.id as agent_id, last.at as last_activity_at, first.at as started_at
    from accounts account
    left join lateral (
      select event.at from audit_events event
      where event.actor_id = account.id order by event.at desc limit 1
    ) last on true
    left join lateral (
      select event.at from audit_events event
      where event.actor_id = account.id
        and event.at >= ${businessDate}::timestamp at time zone ${timeZone}
      order by event.at limit 1
    ) first on true
    where ${peopleInScope(sql, scope)} and account.role = 'agent'`;
}
