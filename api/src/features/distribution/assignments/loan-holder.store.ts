import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadLoanHolder } from '@bursar/contracts/distribution/assignments';
import type { NamedRef } from '@bursar/contracts/values';
import type { Queryable } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { listReaders } from '../../records/loan-notes/loan-notes.store.ts';

type HolderRow = {
  readonly portfolioId: string;
  readonly isInScope: boolean;
  readonly team: NamedRef | null;
  readonly agent: NamedRef | null;
};

/**
 * Finds who holds a loan. Its readers get an answer, and so do users who held the loan in the last
 * seven days, because the browser may send a form of theirs that late, when the connection is back.
 * A former holder learns only the names.
 */
export async function findLoanHolder(
  sql: Queryable,
  { scope, loanId, now }: { scope: Scope; loanId: string; now: Date },
): Promise<AnswerOf<ReadLoanHolder> | null> {
  const [row] = await sql<HolderRow[]>`
    select state.portfolio_id, ${inScope(sql, scope, 'state')} as is_in_scope,
      case when team.id is not null
        then jsonb_build_object('id', team.id, 'name', team.name) end as team,
      case when agent.id is not null
        then jsonb_build_object('id', agent.id, 'name', agent.name) end as agent
    from loan_state state
    left join teams team on team.portfolio_id = state.portfolio_id and team.id = state.team_id
    left join accounts agent on agent.id = state.agent_id
    where state.loan_id = ${loanId}
      and (${inScope(sql, scope, 'state')} or ${wasHeld(sql, { scope, now })})`;
  if (!row) return null;
  const { portfolioId, ...holder } = row;
  return { ...holder, recipients: await listRecipients(sql, { portfolioId, loanId }) };
}

const FORMER_HOLDER_DAYS = 7;

/** SQL condition, for the alias `state`: the loan moved away from the caller recently. */
function wasHeld(sql: Queryable, { scope, now }: { scope: Scope; now: Date }) {
  if (scope.role !== 'agent' && scope.role !== 'team') return sql`false`;
  const since = new Date(now.getTime() - FORMER_HOLDER_DAYS * 86_400_000).toISOString();
  const heldByCaller =
    scope.role === 'agent'
      ? sql`moved.from_agent_id = ${scope.accountId}`
      : sql`moved.from_team_id = ${scope.teamId}`;
  return sql`exists (
    select from assignments moved
    where state.portfolio_id = ${scope.portfolioId} and moved.portfolio_id = state.portfolio_id
      and moved.loan_id = state.loan_id and moved.made_at > ${since} and ${heldByCaller})`;
}

/**
 * Lists who gets a former holder's message: the loan's agent, else the team's desk, else the
 * managers. Other agents of the team cannot open the loan, so they are left out.
 */
async function listRecipients(
  sql: Queryable,
  loan: { portfolioId: string; loanId: string },
): Promise<NamedRef[]> {
  const readers = await listReaders(sql, loan);
  const roles = ['agent', 'team', 'user'] as const;
  const nearest = roles.find((role) => readers.some((reader) => reader.role === role));
  return readers.filter(({ role }) => role === nearest).map(({ id, name }) => ({ id, name }));
}
