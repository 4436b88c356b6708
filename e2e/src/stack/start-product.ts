import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { findRunningPostgres } from '@bursar/api/platform/postgres/runtime-file';
import { endBursar, launchBursar, type BursarProcess } from '@bursar/tools/testing/bursar-process';

export type Product = {
  readonly address: string;
  /** Runs a function with the database of the running Bursar. */
  readonly withOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>;
  /** Kills the process as a power cut does, without any clean-up. */
  readonly kill: () => Promise<void>;
  /** Starts Bursar again at the same address with the same data. */
  readonly start: () => Promise<void>;
  /**
   * Starts another process on the same database. Resolves when its address answers, which may be
   * before it serves all calls.
   */
  readonly startSecondNode: () => Promise<SecondNode>;
  readonly remove: () => Promise<void>;
};

type SecondNode = {
  readonly address: string;
  /** Waits until the node's database is prepared and all calls work. */
  readonly isOpen: () => Promise<unknown>;
};

type Env = Readonly<Record<string, string>>;

/** Runs what `npm start` runs after the build, in its own process with an empty data folder. */
export async function startProduct(own: Env = {}): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-product-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataFolder, 0o755);
  const launchAt = (port: number) => launch({ ...settingsOf(dataFolder, port), ...own });
  let running = await launchAt(0);
  const secondNodes: BursarProcess[] = [];
  const { address } = running;
  return {
    address,
    withOwner: (work) => asOwner(dataFolder, work),
    kill: () => endBursar(running.run, 'SIGKILL'),
    start: async () => {
      running = await launchAt(Number(new URL(address).port));
    },
    startSecondNode: async () => {
      const port = await findFreePort();
      const env = { ...databaseOf(dataFolder), ...settingsOf(dataFolder, port), ...own };
      const run = launchBursar(env);
      secondNodes.push(run);
      const ownAddress = `http://127.0.0.1:${port}`;
      await untilAnswered(ownAddress);
      return { address: ownAddress, isOpen: () => run.address() };
    },
    remove: async () => {
      await Promise.all(secondNodes.map((run) => endBursar(run)));
      await endBursar(running.run);
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function launch(env: Env) {
  const run = launchBursar(env);
  return { run, address: await run.address() };
}

const settingsOf = (dataFolder: string, port: number) => ({
  PORT: String(port),
  BURSAR_DATA: dataFolder,
  LOG_LEVEL: 'error',
});

/**
 * Returns the settings with which another process uses Bursar's own PostgreSQL as an external
 * database.
 */
function databaseOf(dataFolder: string) {
  const owner = findRunningPostgres(dataFolder)?.owner;
  if (owner === undefined || 'url' in owner) {
    throw new Error('The product’s PostgreSQL does not run.');
  }
  const { host, user, database } = owner;
  return { DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}` };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

async function untilAnswered(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
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
