import type { Database, Transaction } from '../../platform/database.ts';
import { lockDuePromises, lockPassedPromises, noteDueTold } from './promises.store.ts';
import { settlePromises } from './settle-promises.ts';
import { tellAgents } from './tell-agents.ts';

const BATCH = 200;

/**
 * What a new day does to promises: those whose day has passed are settled, those whose day has
 * come are told to their agents. Answers how many it took up; asked again, it takes up nothing.
 */
export async function followPromises(database: Database, now: Date): Promise<number> {
  const settled = await inBatches(database, (transaction) => settlePassed(transaction, now));
  return settled + (await inBatches(database, (transaction) => tellDue(transaction, now)));
}

async function inBatches(
  database: Database,
  take: (transaction: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const taken = await database.begin(take);
    total += taken;
    if (taken < BATCH) return total;
  }
}

async function settlePassed(transaction: Transaction, now: Date): Promise<number> {
  const passed = await lockPassedPromises(transaction, { now: now.toISOString(), limit: BATCH });
  for (const { portfolioId, loanId, businessDate } of passed) {
    await settlePromises(transaction, { portfolioId, loanId, businessDate, requestId: null, now });
  }
  return passed.length;
}

async function tellDue(transaction: Transaction, now: Date): Promise<number> {
  const due = await lockDuePromises(transaction, { now: now.toISOString(), limit: BATCH });
  await tellAgents(transaction, due, { event: 'promise-due', now });
  await noteDueTold(transaction, { ids: due.map(({ id }) => id), at: now.toISOString() });
  return due.length;
}
