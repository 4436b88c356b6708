import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { readPostmaster } from '@bursar/api/platform/postgres/postmaster-file';
import { findRunningPostgres } from '@bursar/api/platform/postgres/runtime-file';
import type { DatabaseTarget } from '@bursar/api/platform/database';
import { startReplicatedPostgres } from '@bursar/api/testing/replicated-postgres';
import { findSystemPostgres } from '@bursar/api/testing/start-system-postgres';
import { endBursar, launchBursar, type BursarProcess } from '../bursar-process.ts';
import { checkPayments } from './check-payments.ts';
import { followChanges } from './follow-changes.ts';
import { openOffice } from './office.ts';
import { restarts, startOutsidePostgres } from './outside-postgres.ts';
import { letClientsPay } from './paying-clients.ts';

export type CrashReport = {
  readonly acknowledged: number;
  /**
   * The longest time from a failure until all addresses posted payments and sent live updates
   * again.
   */
  readonly slowestMs: number;
  /** The longest time that a client waited for an answer of any kind. */
  readonly slowestAnswerMs: number;
  /** Describes the problems; empty if there were none. */
  readonly problems: readonly string[];
};

export type CrashOptions = {
  readonly rounds: number;
  /**
   * The time after a failure within which each address must post payments and send live updates
   * again.
   */
  readonly servingWithinMs: number;
};

/** The time under load before each failure. */
const LOAD_MS = 1_000;
const DETECTION_MS = 2_000;
/** Connecting fails after a minute of attempts. */
const CONNECT_ATTEMPTS = 12;
const CONNECT_AGAIN_MS = 5_000;

/**
 * Restarts an external PostgreSQL while two servers use it, with each signal of `restarts` in turn.
 */
export async function restartOutsidePostgres(options: CrashOptions): Promise<CrashReport> {
  const folder = makeFolder();
  const postgres = await startOutsidePostgres(join(folder, 'books'));
  const servers: BursarProcess[] = [];
  try {
    const env = { DATABASE_URL: postgres.url, BURSAR_DATA: join(folder, 'data') };
    // Both start at once on an empty database: one creates the tables and the other waits.
    servers.push(launchBursar(env), launchBursar(env));
    const addresses = await Promise.all(servers.map((server) => server.address()));
    return await underLoad({
      target: () => ({ url: postgres.url }),
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

/**
 * Stops the primary while two servers use it, alternately by a kill and by a silent freeze, and
 * promotes its standby.
 */
export async function failOver(options: CrashOptions): Promise<CrashReport> {
  const binaries = findSystemPostgres();
  if (!binaries) throw new Error('This machine has no PostgreSQL of Debian.');
  const folder = makeFolder();
  const postgres = await startReplicatedPostgres(binaries);
  const servers: BursarProcess[] = [];
  try {
    const url = postgres.urlOf('bursar');
    const env = { DATABASE_URL: url, BURSAR_DATA: join(folder, 'data') };
    servers.push(launchBursar(env), launchBursar(env));
    const addresses = await Promise.all(servers.map((server) => server.address()));
    return await underLoad({
      target: () => ({ url }),
      addresses,
      ...options,
      strike: async (round) => {
        const primary = postgres.primary();
        if (round % 2 === 0) await primary.kill();
        else primary.freeze();
        // Simulates the time that a cluster manager needs to detect the failure and decide.
        await wait(DETECTION_MS);
        await postgres.promote();
      },
      recover: () => postgres.replaceFormer(),
      lost: () => servers.filter((server) => server.hasEnded()).length,
    });
  } finally {
    await Promise.all(servers.map((server) => endBursar(server)));
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Kills the server and starts it again on the same books. */
export function killServer(options: CrashOptions): Promise<CrashReport> {
  return onEmbedded(options, async ({ server, relaunch }) => {
    await endBursar(server, 'SIGKILL');
    await relaunch();
  });
}

/** Kills the embedded PostgreSQL while its server runs. */
export function killPostmaster(options: CrashOptions): Promise<CrashReport> {
  return onEmbedded(options, async ({ dataFolder }) => {
    const postmaster = readPostmaster(join(dataFolder, 'postgres'));
    if (postmaster !== null) process.kill(postmaster.pid, 'SIGKILL');
  });
}

type Struck = {
  readonly server: BursarProcess;
  readonly dataFolder: string;
  /** Starts the server again at the same address. */
  readonly relaunch: () => Promise<void>;
};

async function onEmbedded(
  options: CrashOptions,
  strike: (struck: Struck) => Promise<void>,
): Promise<CrashReport> {
  const folder = makeFolder();
  const dataFolder = join(folder, 'data');
  let server = launchBursar({ BURSAR_DATA: dataFolder });
  try {
    const address = await server.address();
    const { port } = new URL(address);
    const relaunch = async (): Promise<void> => {
      server = launchBursar({ BURSAR_DATA: dataFolder, PORT: port });
      await server.address();
    };
    const target = findRunningPostgres(dataFolder)?.owner;
    if (target === undefined) throw new Error('The PostgreSQL of the server does not run.');
    return await underLoad({
      ...options,
      // PostgreSQL gets a new socket each time it starts.
      target: () => findRunningPostgres(dataFolder)?.owner ?? target,
      addresses: [address],
      strike: () => strike({ server, dataFolder, relaunch }),
      lost: () => (server.hasEnded() ? 1 : 0),
    });
  } finally {
    await endBursar(server);
    rmSync(folder, { recursive: true });
  }
}

type Load = CrashOptions & {
  readonly target: () => DatabaseTarget;
  readonly addresses: readonly string[];
  readonly strike: (round: number) => Promise<void>;
  /** Runs after each failure, when the addresses serve again or the time limit has passed. */
  readonly recover?: () => Promise<void>;
  /** Returns the number of processes that ended unexpectedly. */
  readonly lost: () => number;
};

async function underLoad({ target, addresses, strike, recover, lost, ...options }: Load) {
  const [address = ''] = addresses;
  const office = await asOwner(target(), (owner) => openOffice(owner, address));
  const clients = letClientsPay(office, addresses);
  const streams = addresses.map((one) => followChanges(one, office.headers));
  const problems: string[] = [];
  let slowestMs = 0;
  for (let round = 1; round <= options.rounds && problems.length === 0; round += 1) {
    await wait(LOAD_MS);
    const struckAt = performance.now();
    await strike(round);
    const served = Promise.all([
      ...addresses.map((one) => clients.isServed(one)),
      ...streams.map((stream) => stream.receivesAgain()),
    ]);
    const inTime = await Promise.race([
      served.then(() => true),
      wait(options.servingWithinMs, false, { ref: false }),
    ]);
    slowestMs = Math.max(slowestMs, performance.now() - struckAt);
    if (!inTime) problems.push(`round ${round}: not serving again in time`);
    await recover?.();
    if (lost() > 0) problems.push(`round ${round}: ${lost()} processes have ended`);
  }
  await clients.stop();
  await Promise.all(streams.map((stream) => stream.stop()));
  problems.push(...(await asOwner(target(), (owner) => checkPayments(owner, clients))));
  return {
    acknowledged: clients.acknowledged.size,
    slowestMs,
    slowestAnswerMs: clients.slowestAnswer().ms,
    problems,
  };
}

async function asOwner<Result>(
  target: DatabaseTarget,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase({ target, maxConnections: 6 });
  try {
    await connect(owner);
    return await work(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/**
 * Connects to the database. It retries, because on a busy machine a server that has just restarted
 * can take longer than one attempt waits.
 */
async function connect(owner: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner`select`;
      return;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      await wait(CONNECT_AGAIN_MS);
    }
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-crash-'));
  // Under root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
  return folder;
}
