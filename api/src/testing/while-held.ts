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
    const waiting = () => transaction`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await meanwhile(transaction);
    // Wrapped, so that the transaction does not wait for who waits for it.
    return { answer: begun };
  });
  return answer;
}
