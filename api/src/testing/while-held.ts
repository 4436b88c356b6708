import { expect } from 'vitest';
import type { Database, Transaction } from '../platform/database.ts';

type Race<Answer> = {
  /** Comes to wait for the account. */
  readonly begin: () => Promise<Answer>;
  /** What is done to the account before the waiting one has its turn. */
  readonly meanwhile: (transaction: Transaction) => Promise<unknown>;
};

/** Lets something happen to an account after a call has begun and before it reaches the account. */
export async function whileHeld<Answer>(
  owner: Database,
  accountId: string,
  { begin, meanwhile }: Race<Answer>,
): Promise<Answer> {
  const { answer } = await owner.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    const begun = begin();
    await untilWaiting(transaction, () => 1);
    await meanwhile(transaction);
    // Wrapped, so that the transaction does not wait for who waits for it.
    return { answer: begun };
  });
  return answer;
}

/**
 * Lets calls begin one after the other, each once the one before it waits for what is held or is
 * answered; only then is it let go. Answers what they answer, in the order in which they began.
 */
export async function meetAt<Answer>(
  owner: Database,
  hold: (transaction: Transaction) => Promise<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const begun: Promise<Answer>[] = [];
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
      begun.push(begin(call));
      await untilWaiting(transaction, () => open);
    }
  });
  return Promise.all(begun);
}

async function untilWaiting(transaction: Transaction, calls: () => number): Promise<void> {
  const isReached = async () => {
    // What a transaction has seen of others' activity it sees again until told to look anew.
    await transaction`select pg_stat_clear_snapshot()`;
    const waiting = await transaction`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length === calls();
  };
  await expect.poll(isReached, { timeout: 10_000 }).toBe(true);
}
