import type { Database } from './database.ts';

/** Any number serves, as long as every Bursar takes the same. */
export const startLock = 8_277_023;

/**
 * Prepares a database alone: of several servers that start on it for the first time, the next one
 * finds what the first has made. `onWait` is called where another is at it.
 */
export async function aloneAtStart<Result>(
  owner: Database,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await owner.reserve();
  try {
    const [row] = await held<
      { taken: boolean }[]
    >`select pg_try_advisory_lock(${startLock}) as taken`;
    if (row?.taken !== true) {
      onWait();
      await held`select pg_advisory_lock(${startLock})`;
    }
    const result = await work();
    await held`select pg_advisory_unlock(${startLock})`;
    return result;
  } finally {
    held.release();
  }
}
