import type { Queryable } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { listTargets } from '../collection-targets/collection-targets.store.ts';
import type { FollowerScope } from './desk.store.ts';

type AgentMonth = { readonly collectedMonthMinor: number; readonly targetMinor: number | null };

/** Returns a function that looks up an agent's collections and target of this month. */
export async function readAgentMonths(
  sql: Queryable,
  { scope, businessDate }: { scope: FollowerScope; businessDate: string },
): Promise<(agentId: string) => AgentMonth> {
  const [sums, targets] = await Promise.all([
    sumCollected(sql, { scope, from: firstOf(businessDate), to: businessDate }),
    listTargets(sql, { portfolioId: scope.portfolioId, month: businessDate.slice(0, 7) }),
  ]);
  const collectedBy = new Map(sums.map((sum) => [sum.agentId, sum.collectedMinor]));
  const targetOf = new Map(targets.map((target) => [target.agentId, target.targetMinor]));
  return (agentId) => ({
    collectedMonthMinor: collectedBy.get(agentId) ?? 0,
    targetMinor: targetOf.get(agentId) ?? null,
  });
}

/** Reads one agent's collections and target of the month, whichever team held the loans then. */
export async function readAgentMonth(
  sql: Queryable,
  {
    portfolioId,
    agentId,
    businessDate,
  }: { portfolioId: string; agentId: string; businessDate: string },
): Promise<{ collectedMinor: number; targetMinor: number | null }> {
  const [sums, targets] = await Promise.all([
    sumCollected(sql, {
      scope: { role: 'agent', accountId: agentId, portfolioId },
      from: firstOf(businessDate),
      to: businessDate,
    }),
    listTargets(sql, { portfolioId, month: businessDate.slice(0, 7), agentId }),
  ]);
  return {
    collectedMinor: sums[0]?.collectedMinor ?? 0,
    targetMinor: targets[0]?.targetMinor ?? null,
  };
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

type Range = { readonly scope: Scope; readonly from: string; readonly to: string };

/**
 * Sums the payments that each agent collected: those on the loans that the agent held at the time.
 */
export function sumCollected(sql: Queryable, { scope, from, to }: Range) {
  return sql<{ agentId: string; collectedMinor: number }[]>`
    select payment.agent_id, sum(payment.amount_minor)::bigint as collected_minor
    from payments payment
    where ${inScope(sql, scope, 'payment')} and payment.value_date between ${from} and ${to}
      and payment.agent_id is not null and payment.method <> 'credit'
      and not exists (select from payment_reversals reversal
        where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)
    group by payment.agent_id`;
}
