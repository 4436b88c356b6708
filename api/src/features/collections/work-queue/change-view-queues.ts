import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  CreateViewQueue,
  ListViewQueues,
  RemoveViewQueue,
  ViewQueue,
} from '@bursar/contracts/collections/view-queues';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import {
  insertViewQueue,
  listQueuesOfMaker,
  lockViewQueue,
  markQueueRemoved,
  type QueueMaker,
} from './view-queues.store.ts';

export async function readViewQueues(
  sql: Queryable,
  scope: Scope,
): Promise<Outcome<AnswerOf<ListViewQueues>, 'not_found'>> {
  if (!isMaker(scope)) return refuse('not_found');
  return succeed({ queues: await listQueuesOfMaker(sql, scope) });
}

type Created = Outcome<ViewQueue, FailureOf<CreateViewQueue>>;

const nameIsUsed = { view_queues_name_once: refuse('name_already_used', { field: 'name' }) };

/**
 * Offers a view as a queue to the agents of the caller's team or portfolio. Each agent still sees
 * only the loans that the agent holds.
 */
export async function createViewQueue(
  database: Database,
  { name: typed, ...sent }: InputOf<CreateViewQueue>['body'],
  context: CommandContext,
): Promise<Created> {
  const maker = context.session.scope;
  if (!isMaker(maker)) return refuse('not_found');
  const name = typed.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  return transactionOrConflict(database, nameIsUsed, async (transaction): Promise<Created> => {
    const at = context.now.toISOString();
    const isNew = await insertViewQueue(transaction, { ...sent, name, maker, at });
    const stored = await lockViewQueue(transaction, { maker, id: sent.id });
    if (!stored) return refuse('id_reused_with_different_content');
    const { filter, isRemoved: _isRemoved, ...queue } = stored;
    if (!isNew) {
      const isSame = contentOf({ ...queue, filter }) === contentOf({ ...sent, name });
      return isSame ? succeed(queue) : refuse('id_reused_with_different_content');
    }
    await auditCommand(transaction, context, {
      portfolioId: maker.portfolioId,
      event: 'create-view-queue',
      subject: 'view-queue',
      subjectId: queue.id,
      after: { name },
    });
    return succeed(queue);
  });
}

type Removed = Outcome<AnswerOf<RemoveViewQueue>, FailureOf<RemoveViewQueue>>;

export function removeViewQueue(
  database: Database,
  { queueId: id }: { queueId: string },
  context: CommandContext,
): Promise<Removed> {
  const maker = context.session.scope;
  return database.begin(async (transaction): Promise<Removed> => {
    if (!isMaker(maker)) return refuse('not_found');
    const queue = await lockViewQueue(transaction, { maker, id });
    if (!queue?.mayRemove) return refuse('not_found');
    if (queue.isRemoved) return succeed({ removed: true });
    await markQueueRemoved(transaction, { maker, id, at: context.now.toISOString() });
    await auditCommand(transaction, context, {
      portfolioId: maker.portfolioId,
      event: 'remove-view-queue',
      subject: 'view-queue',
      subjectId: id,
      before: { name: queue.name },
    });
    return succeed({ removed: true });
  });
}

function isMaker(scope: Scope): scope is QueueMaker {
  return scope.role === 'user' || scope.role === 'team';
}

type Content = Pick<ViewQueue, 'name' | 'sort' | 'direction'> & { readonly filter: object };

/**
 * Returns a queue's content as text, to compare a repeated request with the stored queue. The
 * filter's fields are sorted, because JSON in the database does not preserve the order of keys.
 */
function contentOf({ name, sort, direction, filter }: Content): string {
  const fields = Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ name, sort, direction, fields });
}
