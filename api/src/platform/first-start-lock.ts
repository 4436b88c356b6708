import { schemaOf, type Database } from './database.ts';
import { lockIn } from './postgres/lender-names.ts';

/** An arbitrary lock number, which every release of Bursar must share. */
export const startLock = 8_277_023;

/**
 * Runs `work`, which prepares a database, under a lock. If several servers start on a new database,
 * the later ones find what the first created. `onWait` is called if another server holds the lock.
 */
export async function aloneAtStart<Result>(
  owner: Database,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await owner.reserve();
  const lock = () => lockIn(held, startLock, schemaOf(owner));
  try {
    const [row] = await held<{ taken: boolean }[]>`select pg_try_advisory_lock(${lock()}) as taken`;
    if (row?.taken !== true) {
      onWait();
      await held`select pg_advisory_lock(${lock()})`;
    }
    const result = await work();
    await held`select pg_advisory_unlock(${lock()})`;
    return result;
  } finally {
    held.release();
  }
}
