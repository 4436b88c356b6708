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
  /** Runs something with the books of the running product. */
  readonly withOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>;
  /** Ends it as a power cut does: nothing gets a chance to tidy up. */
  readonly kill: () => Promise<void>;
  /** Starts it anew at the same address, on the same books. */
  readonly start: () => Promise<void>;
  /** One more process on the same books; it answers at the address before the books are ready. */
  readonly startSecondNode: () => Promise<SecondNode>;
  readonly remove: () => Promise<void>;
};

type SecondNode = {
  readonly address: string;
  /** Once its books are prepared, so that all can be asked. */
  readonly isOpen: () => Promise<unknown>;
};

/** What `npm start` runs once all is built, in a process of its own, on books that start empty. */
export async function startProduct(): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-product-'));
  // Root's PostgreSQL runs as another user, which has to enter.
  chmodSync(dataFolder, 0o755);
  let running = await launch(dataFolder, 0);
  const beside: BursarProcess[] = [];
  const { address } = running;
  return {
    address,
    withOwner: (work) => asOwner(dataFolder, work),
    kill: () => endBursar(running.run, 'SIGKILL'),
    start: async () => {
      running = await launch(dataFolder, Number(new URL(address).port));
    },
    startSecondNode: async () => {
      const port = await findFreePort();
      const env = { ...databaseOf(dataFolder), ...settingsOf(dataFolder, port) };
      const run = launchBursar(env);
      beside.push(run);
      const ownAddress = `http://127.0.0.1:${port}`;
      await untilAnswered(ownAddress);
      return { address: ownAddress, isOpen: () => run.address() };
    },
    remove: async () => {
      await Promise.all(beside.map((run) => endBursar(run)));
      await endBursar(running.run);
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function launch(dataFolder: string, port: number) {
  const run = launchBursar(settingsOf(dataFolder, port));
  return { run, address: await run.address() };
}

const settingsOf = (dataFolder: string, port: number) => ({
  PORT: String(port),
  BURSAR_DATA: dataFolder,
  LOG_LEVEL: 'error',
});

/** Where the running product's own PostgreSQL is, as one that somebody else runs; a URL names no socket. */
function databaseOf(dataFolder: string) {
  const owner = findRunningPostgres(dataFolder)?.owner;
  if (owner === undefined || typeof owner === 'string') {
    throw new Error('The product’s PostgreSQL does not run.');
  }
  const { host, user, database } = owner;
  return { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGUSER: user };
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
