import { hasWords } from '../../platform/conditions.ts';
import type { Queryable } from '../../platform/database.ts';
import { peopleInScope, type Scope } from '../../platform/scope.ts';

type Agent = { id: string; name: string; team: string | null };

export async function findAgentsByName(
  sql: Queryable,
  { scope, text, limit }: { scope: Scope; text: string; limit: number },
): Promise<Agent[]> {
  const rows = await sql<Agent[]>`
    select account.id, account.name, team.name as team
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and ${hasWords(sql, sql`search_form(account.name || ' ' || account.email)`, text)}
    order by account.name limit ${limit}`;
  return rows.map((row) => ({ ...row }));
}
