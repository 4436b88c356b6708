import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@bursar/api/platform/database';
import { endBursar, launchBursar, type BursarProcess } from '../bursar-process.ts';
import { checkPayments } from './check-payments.ts';
import { openOffice } from './office.ts';
import { restarts, startOutsidePostgres } from './outside-postgres.ts';
import { letClientsPay } from './paying-clients.ts';

export type CrashReport = {
  readonly acknowledged: number;
  /** The longest that any address took to post again, from the blow on. */
  readonly slowestMs: number;
  /** What went wrong, in words; empty where nothing did. */
  readonly problems: readonly string[];
};

export type CrashOptions = {
  readonly rounds: number;
  /** How long after a blow each address must have posted a payment again. */
  readonly servingWithinMs: number;
};

/** Under load for a moment before each blow. */
const LOAD_MS = 300;

/** An operator's own PostgreSQL is restarted, in turn in every manner, under two servers. */
export async function restartOutsidePostgres(options: CrashOptions): Promise<CrashReport> {
  const folder = makeFolder();
  const postgres = await startOutsidePostgres(join(folder, 'books'));
  const servers: BursarProcess[] = [];
  try {
    const env = { DATABASE_URL: postgres.url, BURSAR_DATA: join(folder, 'data') };
    // One after the other: the first makes the tables.
    const addresses: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const server = launchBursar(env);
      servers.push(server);
      addresses.push(await server.address());
    }
    return await underLoad({
      target: postgres.url,
      addresses,
      ...options,
      strike: (round) => postgres.restart(restarts[round % restarts.length] ?? 'SIGINT'),
      lost: () => servers.filter((server) => server.hasEnded()).length,
    });
  } finally {
    await Promise.all(servers.map((server) => endBursar(server)));
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

type Load = CrashOptions & {
  readonly target: string;
  readonly addresses: readonly string[];
  readonly strike: (round: number) => Promise<void>;
  /** How many processes have ended that should not have. */
  readonly lost: () => number;
};

async function underLoad({
  target,
  addresses,
  strike,
  lost,
  ...options
}: Load): Promise<CrashReport> {
  const owner = openDatabase({ target, maxConnections: 6 });
  try {
    const office = await openOffice(owner, addresses[0] ?? '');
    const clients = letClientsPay(office, addresses);
    const problems: string[] = [];
    let slowestMs = 0;
    for (let round = 0; round < options.rounds && problems.length === 0; round += 1) {
      await wait(LOAD_MS);
      const struckAt = performance.now();
      await strike(round);
      const served = Promise.all(addresses.map((address) => clients.isServed(address)));
      const inTime = await Promise.race([
        served.then(() => true),
        wait(options.servingWithinMs, false, { ref: false }),
      ]);
      slowestMs = Math.max(slowestMs, performance.now() - struckAt);
      if (!inTime) problems.push(`round ${round + 1}: not serving again in time`);
      if (lost() > 0) problems.push(`round ${round + 1}: ${lost()} processes have ended`);
    }
    await clients.stop();
    problems.push(...(await checkPayments(owner, clients)));
    return { acknowledged: clients.acknowledged.size, slowestMs, problems };
  } finally {
    await owner.end({ timeout: 5 });
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-crash-'));
  // Root's PostgreSQL runs as another user, which has to enter.
  chmodSync(folder, 0o755);
  return folder;
}
