import type {
  ListCollectionTargets,
  SetCollectionTargets,
} from '@bursar/contracts/collections/collection-targets';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import {
  listTargetAgents,
  listTargets,
  lockTargetAgents,
  saveTarget,
} from './collection-targets.store.ts';

type Asked = { readonly month: string };

export async function readCollectionTargets(
  sql: Queryable,
  { month }: Asked,
  { scope, portfolio }: Actor,
): Promise<Outcome<AnswerOf<ListCollectionTargets>, 'not_found'>> {
  if ((scope.role !== 'user' && scope.role !== 'team') || !portfolio) return refuse('not_found');
  const [agents, targets] = await Promise.all([
    listTargetAgents(sql, scope),
    listTargets(sql, { portfolioId: portfolio.id, month }),
  ]);
  const targetOf = new Map(targets.map((target) => [target.agentId, target.targetMinor]));
  return succeed({
    month,
    currency: portfolio.currency,
    agents: agents.map((agent) => ({
      ...agent,
      targetMinor: targetOf.get(agent.agentId) ?? null,
    })),
  });
}

type Sent = Asked & InputOf<SetCollectionTargets>['body'];
type Changed = Outcome<AnswerOf<SetCollectionTargets>, FailureOf<SetCollectionTargets>>;

/** Sets targets from a month on. Months that have passed do not change. */
export function setCollectionTargets(
  database: Database,
  { month, targets }: Sent,
  context: CommandContext,
): Promise<Changed> {
  const { scope, portfolio, account, businessDate } = context.session;
  return database.begin(async (transaction): Promise<Changed> => {
    if ((scope.role !== 'user' && scope.role !== 'team') || !portfolio) return refuse('not_found');
    const portfolioId = portfolio.id;
    const wanted = new Map(targets.map((target) => [target.agentId, target.targetMinor]));
    const agentIds = [...wanted.keys()];
    const locked = await lockTargetAgents(transaction, { scope, agentIds });
    if (locked.length < agentIds.length) return refuse('not_found');
    if (month < businessDate.slice(0, 7)) return refuse('month_passed', { field: 'month' });
    const before = new Map(
      (await listTargets(transaction, { portfolioId, month })).map((target) => [
        target.agentId,
        target.targetMinor,
      ]),
    );
    for (const agentId of locked) {
      const targetMinor = wanted.get(agentId) ?? null;
      const formerMinor = before.get(agentId) ?? null;
      if (targetMinor === formerMinor) continue;
      await saveTarget(transaction, {
        portfolioId,
        agentId,
        month,
        targetMinor,
        by: account.id,
        now: context.now,
      });
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'set-collection-targets',
        subject: 'account',
        subjectId: agentId,
        before: { month, targetMinor: formerMinor },
        after: { month, targetMinor },
      });
    }
    return readCollectionTargets(transaction, { month }, context.session);
  });
}
