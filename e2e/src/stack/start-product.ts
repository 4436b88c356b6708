import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { findRunningPostgres } from '@bursar/api/platform/postgres/runtime-file';
import { endBursar, launchBursar } from '@bursar/tools/testing/bursar-process';

export type Product = {
  readonly address: string;
  /** Runs something with the books of the running product. */
  readonly withOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>;
  /** Ends it as a power cut does: nothing gets a chance to tidy up. */
  readonly kill: () => Promise<void>;
  /** Starts it anew at the same address, on the same books. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** What `npm start` runs once all is built, in a process of its own, on books that start empty. */
export async function startProduct(): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-product-'));
  // Root's PostgreSQL runs as another user, which has to enter.
  chmodSync(dataFolder, 0o755);
  let running = await launch(dataFolder, 0);
  const { address } = running;
  return {
    address,
    withOwner: (work) => asOwner(dataFolder, work),
    kill: () => endBursar(running.run, 'SIGKILL'),
    start: async () => {
      running = await launch(dataFolder, Number(new URL(address).port));
    },
    remove: async () => {
      await endBursar(running.run);
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function launch(dataFolder: string, port: number) {
  const env = { PORT: String(port), BURSAR_DATA: dataFolder, LOG_LEVEL: 'error' };
  const run = launchBursar(env);
  return { run, address: await run.address() };
}

async function asOwner<Result>(
  dataFolder: string,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const targets = findRunningPostgres(dataFolder);
  if (targets === null) throw new Error('The product’s PostgreSQL does not run.');
  const owner = openDatabase({ target: targets.owner, maxConnections: 2 });
  try {
    return await work(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}
