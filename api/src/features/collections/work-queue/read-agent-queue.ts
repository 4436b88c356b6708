import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadAgentQueue } from '@bursar/contracts/collections/work-queue';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { findAgentInScope } from '../../distribution/staff/accounts-of-staff.store.ts';
import { readQueueOf } from './read-queue.ts';

/**
 * Reads an agent's queue for the desk or the manager, without the loans outside the reader's scope.
 */
export async function readAgentQueue(
  database: Database,
  { agentId, queueId }: { agentId: string; queueId?: string | undefined },
  { session: { scope, businessDate, portfolio }, now }: { session: Session; now: Date },
): Promise<Outcome<AnswerOf<ReadAgentQueue>, 'not_found'>> {
  if ((scope.role !== 'user' && scope.role !== 'team') || !portfolio) return refuse('not_found');
  const agent = await findAgentInScope(database, { scope, agentId });
  if (!agent) return refuse('not_found');
  const queue = await readQueueOf(database, {
    scope: { role: 'agent', accountId: agentId, portfolioId: scope.portfolioId },
    reader: scope,
    businessDate,
    portfolio,
    now,
    queueId,
  });
  return succeed({ ...queue, agent });
}
