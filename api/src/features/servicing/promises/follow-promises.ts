import type { Database, Transaction } from '../../../platform/database.ts';
import { lockDuePromises, markDueNotified } from './promises.store.ts';
import { notifyAgents } from './notify-agents.ts';

const BATCH = 200;

/**
 * Notifies agents, once per promise, of promises from earlier days that are due today. End-of-day
 * judges those whose day has passed. Returns the number of promises, also of loans without an
 * agent.
 */
export async function followPromises(database: Database, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await database.begin((transaction) => notifyDuePromises(transaction, now));
    total += count;
    if (count < BATCH) return total;
  }
}

async function notifyDuePromises(transaction: Transaction, now: Date): Promise<number> {
  const due = await lockDuePromises(transaction, { now: now.toISOString(), limit: BATCH });
  await notifyAgents(transaction, due, { event: 'promise-due', now });
  await markDueNotified(transaction, { ids: due.map(({ id }) => id), at: now.toISOString() });
  return due.length;
}
