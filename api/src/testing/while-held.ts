import { expect } from 'vitest';
import type { Database, Transaction } from '../platform/database.ts';

type Race<Answer> = {
  /** Starts the call that waits for the account's lock. */
  readonly begin: () => Promise<Answer>;
  /** Changes the account before the waiting call continues. */
  readonly meanwhile: (transaction: Transaction) => Promise<unknown>;
};

/** Changes an account after a call has begun and before it gets the account's lock. */
export async function whileHeld<Answer>(
  owner: Database,
  accountId: string,
  { begin, meanwhile }: Race<Answer>,
): Promise<Answer> {
  const { answer } = await owner.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    const pending = begin();
    leaveForLater(pending);
    await untilWaiting(transaction, () => 1);
    await meanwhile(transaction);
    // Wrap the answer: the transaction would otherwise wait for a call that waits for the
    // transaction.
    return { answer: pending };
  });
  return answer;
}

/**
 * Starts calls one after another, each once the previous one waits for the lock or has ended, and
 * then releases the lock. Returns their answers in starting order.
 */
export async function meetAt<Answer>(
  owner: Database,
  hold: (transaction: Transaction) => Promise<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const pending: Promise<Answer>[] = [];
  let open = 0;
  const begin = async (call: () => Promise<Answer>) => {
    open += 1;
    try {
      return await call();
    } finally {
      open -= 1;
    }
  };
  await owner.begin(async (transaction) => {
    await hold(transaction);
    for (const call of calls) {
      const answer = begin(call);
      leaveForLater(answer);
      pending.push(answer);
      await untilWaiting(transaction, () => open);
    }
  });
  return Promise.all(pending);
}

/**
 * Lets a call fail before its answer is awaited: the commit that releases it may take longer than
 * the failure, which would otherwise count as unhandled.
 */
function leaveForLater(answer: Promise<unknown>): void {
  answer.catch(() => undefined);
}

async function untilWaiting(transaction: Transaction, calls: () => number): Promise<void> {
  const isReached = async () => {
    // PostgreSQL caches activity statistics within a transaction, so clear them before reading
    // again.
    await transaction`select pg_stat_clear_snapshot()`;
    const waiting = await transaction`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length === calls();
  };
  await expect.poll(isReached, { timeout: 10_000 }).toBe(true);
}
