import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PreviewSuspension } from '@bursar/contracts/suspensions';
import type { Queryable } from '../../platform/database.ts';
import { peopleInScope, type Scope } from '../../platform/scope.ts';
import { needsApproval } from '../approvals/request-approval.ts';

type Look = { readonly scope: Scope; readonly accountIds: readonly string[] };

/** For the dialog that asks: by the rule of each portfolio, over what they hold together. */
export async function previewSuspension(
  sql: Queryable,
  { scope, accountIds }: Look,
): Promise<AnswerOf<PreviewSuspension>> {
  const held = await sql<{ portfolioId: string; loans: number }[]>`
    select state.portfolio_id, count(*) as loans from accounts account
    join loan_state state
      on state.portfolio_id = account.portfolio_id and state.agent_id = account.id
    where ${peopleInScope(sql, scope)} and account.id = any(${[...accountIds]}::uuid[])
    group by state.portfolio_id`;
  const loans = held.reduce((total, one) => total + one.loans, 0);
  const waits = await Promise.all(
    held.map(({ portfolioId }) =>
      needsApproval(sql, { portfolioId, kind: 'move-held-loans', loans }),
    ),
  );
  return { loans, needsApproval: waits.includes(true) };
}
