import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '../database.ts';
import { findBinaries } from './binaries.ts';
import { checkVersion, createCluster, findCluster, removeUnfinished } from './cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from './database-user.ts';
import { superviseProcess, type SupervisedPostgres } from './keep-running.ts';
import { clearStalePostmaster, findLivePostmaster } from './postmaster-file.ts';
import { identifyProcess, isStillRunning } from './process-identity.ts';
import { readRuntime, removeRuntime, writeRuntime, type Runtime } from './runtime-file.ts';
import { explainFileProblem, StartRefused } from './start-refused.ts';
import { applicationRole, databaseName, targetsOfSocket, type DatabaseTargets } from './targets.ts';
import { startWatched, stopProcess, type WatchedPostgres } from './watched-postgres.ts';

export type EmbeddedPostgres = {
  readonly targets: DatabaseTargets;
} & SupervisedPostgres;

export type StartResult =
  | { readonly ok: true; readonly postgres: EmbeddedPostgres }
  | { readonly ok: false; readonly problem: string };

export type EmbeddedOptions = {
  readonly dataFolder: string;
  readonly log: (sentence: string) => void;
  /**
   * The folder for the database or a copy of the binaries, if PostgreSQL's user under root cannot
   * reach the data folder or the installed binaries.
   */
  readonly fallbackFolder?: string;
  /** The pauses before each restart after PostgreSQL has ended unexpectedly. */
  readonly pausesMs?: readonly number[];
  /** True for a test database, which trades safety for speed. */
  readonly throwaway?: boolean;
};

/**
 * Starts the PostgreSQL of the data folder and creates it first if needed. Only one process can own
 * a folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<StartResult> {
  try {
    return { ok: true, postgres: await start(options) };
  } catch (error) {
    if (error instanceof StartRefused) return { ok: false, problem: error.message };
    throw error;
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, fallbackFolder = '/var/lib/bursar', throwaway = false } = options;
  const dataFolder = openDataFolder(options.dataFolder);
  const existing = reach(dataFolder, () => findCluster(dataFolder));
  const user = chooseDatabaseUser(existing);
  const binaries = findBinaries({ user, fallbackFolder, log });
  if (existing !== null) await makeWay({ dataFolder, cluster: existing, log });
  const place = { dataFolder, fallbackFolder, user, binaries };
  const cluster = existing ?? (await createCluster({ ...place, throwaway, log }));
  reach(dataFolder, () => prepareCluster(cluster));
  const socketFolder = createSocketFolder(user);
  const files = { cluster, socketFolder, logFile: join(dataFolder, 'postgres.log') };
  const startOptions = { ...files, binaries, user, throwaway, log };
  let first: WatchedPostgres;
  try {
    first = await startWatched(startOptions);
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw findLivePostmaster(cluster) === null ? error : inUse(dataFolder);
  }
  const supervised = superviseProcess(first, {
    log,
    ...(options.pausesMs && { pausesMs: options.pausesMs }),
    startAgain: (signal) => startAgain({ ...startOptions, signal }, dataFolder),
  });
  return takeOwnership({ dataFolder, socketFolder, first, supervised });
}

async function takeOwnership(options: {
  dataFolder: string;
  socketFolder: string;
  first: WatchedPostgres;
  supervised: SupervisedPostgres;
}): Promise<EmbeddedPostgres> {
  const { dataFolder, socketFolder, first, supervised } = options;
  const stop = async (): Promise<void> => {
    await supervised.stop();
    removeRuntime(dataFolder);
  };
  try {
    signFor(dataFolder, { postmasterPid: first.pid, socketFolder });
    await prepareDatabase(socketFolder);
  } catch (error) {
    await stop();
    throw explainFileProblem(error, `use the data folder ${dataFolder}`);
  }
  return { targets: targetsOfSocket(socketFolder), lost: supervised.lost, stop };
}

/** Restarts at the same socket, so that clients can reconnect. */
async function startAgain(
  options: Parameters<typeof startWatched>[0],
  dataFolder: string,
): Promise<WatchedPostgres> {
  const { cluster, socketFolder, user } = options;
  let again: WatchedPostgres | null = null;
  try {
    clearStalePostmaster(cluster);
    // The watchdog removed this folder; a folder that another user has created since then must not
    // be trusted.
    rmSync(socketFolder, { recursive: true, force: true });
    mkdirSync(socketFolder, { mode: 0o700 });
    if (user !== null) chownSync(socketFolder, user.uid, user.gid);
    again = await startWatched(options);
    signFor(dataFolder, { postmasterPid: again.pid, socketFolder });
    return again;
  } catch (error) {
    await again?.stop();
    if (error instanceof StartRefused) throw error;
    throw explainFileProblem(error, `start PostgreSQL again in ${dataFolder}`);
  }
}

/** Records in the data folder which process owns this PostgreSQL. */
function signFor(dataFolder: string, runtime: Omit<Runtime, 'owner'>): void {
  const owner = identifyProcess(process.pid);
  if (owner === null) throw new Error('This process cannot find itself in the process table.');
  writeRuntime(dataFolder, { owner, ...runtime });
}

function openDataFolder(folder: string): string {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      // Other users may pass through, because PostgreSQL under root runs as another user; they
      // cannot enter the database folder inside.
      chmodSync(folder, 0o755);
    }
    return realpathSync(folder);
  } catch (error) {
    throw explainFileProblem(error, `use the data folder ${folder}`);
  }
}

function reach<Found>(dataFolder: string, probe: () => Found): Found {
  try {
    return probe();
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw explainFileProblem(error, `read the books in ${dataFolder}`);
  }
}

function prepareCluster(cluster: string): void {
  checkVersion(cluster);
  removeUnfinished(cluster);
  clearStalePostmaster(cluster);
}

type WayOptions = {
  readonly dataFolder: string;
  readonly cluster: string;
  readonly log: (sentence: string) => void;
};

/**
 * Waits until no other PostgreSQL runs in this folder, and stops one whose owner has ended. Refuses
 * the start if the owner still runs, or if it is not known after 15 seconds.
 */
async function makeWay(options: WayOptions): Promise<void> {
  const { dataFolder, cluster } = options;
  const patienceEndsAt = Date.now() + 15_000;
  for (;;) {
    const postmaster = reach(dataFolder, () => findLivePostmaster(cluster));
    if (postmaster === null) return;
    const runtime = readRuntime(dataFolder);
    if (runtime?.postmasterPid === postmaster.pid) {
      if (isStillRunning(runtime.owner)) throw inUse(dataFolder);
      return stopOrphan({ ...options, orphan: runtime });
    }
    // An owner that has just started has not recorded itself yet.
    if (Date.now() > patienceEndsAt) throw strangerRuns(cluster, postmaster.pid);
    await wait(50);
  }
}

/**
 * Waits for the orphan's watchdog, which stops the orphan after its owner ended. Stops the orphan
 * directly after three seconds, because the watchdog may have been killed too.
 */
async function stopOrphan(options: WayOptions & { orphan: Runtime }): Promise<void> {
  const { cluster, orphan, log } = options;
  const isGone = (): boolean => findLivePostmaster(cluster)?.pid !== orphan.postmasterPid;
  for (let round = 0; !isGone(); round += 1) {
    if (round === 60) {
      log('Stopping the PostgreSQL that an earlier Bursar left behind …');
      stopProcess(orphan.postmasterPid, 'SIGINT');
    }
    await wait(50);
  }
  rmSync(orphan.socketFolder, { recursive: true, force: true });
}

function inUse(dataFolder: string): StartRefused {
  const owner = readRuntime(dataFolder)?.owner;
  const who = owner === undefined ? 'Another Bursar' : `Another Bursar (process ${owner.pid})`;
  return new StartRefused(
    `${who} is using the data folder ${dataFolder}. Stop it first, or set BURSAR_DATA to another folder.`,
  );
}

function strangerRuns(cluster: string, pid: number): StartRefused {
  return new StartRefused(
    `A PostgreSQL that this Bursar did not start (process ${pid}) is using ${cluster}. Stop it first.`,
  );
}

/**
 * Creates a temporary folder for the socket. A socket path is limited to 107 bytes, so it could be
 * too long inside the data folder.
 */
function createSocketFolder(user: DatabaseUser): string {
  const temporary = Buffer.byteLength(tmpdir()) > 70 ? '/tmp' : tmpdir();
  try {
    const folder = mkdtempSync(join(realpathSync(temporary), 'bursar-'));
    if (user !== null) chownSync(folder, user.uid, user.gid);
    return folder;
  } catch (error) {
    throw explainFileProblem(error, `make a folder for PostgreSQL's socket in ${temporary}`);
  }
}

async function prepareDatabase(socketFolder: string): Promise<void> {
  const target = targetsOfSocket(socketFolder, 'postgres').owner;
  const sql = openDatabase({ target, maxConnections: 1 });
  try {
    const [found] = await sql<{ role: boolean; database: boolean }[]>`
      select exists (select from pg_roles where rolname = ${applicationRole}) as role,
        exists (select from pg_database where datname = ${databaseName}) as database`;
    if (found?.role !== true) await sql`create role ${sql(applicationRole)} login`;
    if (found?.database !== true) await createDatabase(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Creates the database with the LC_CTYPE C.UTF-8, or C on a system without C.UTF-8. Trigram search
 * classifies letters by LC_CTYPE, and the locale C recognises only ASCII letters. Sorting uses the
 * built-in locale in both cases.
 */
async function createDatabase(sql: Database): Promise<void> {
  const created = sql`create database ${sql(databaseName)} template template0`;
  try {
    await sql`${created} lc_ctype 'C.UTF-8'`;
  } catch (error) {
    if (!isUnknownLocale(error)) throw error;
    await sql`${created}`;
  }
}

/** PostgreSQL reports a locale name that the system lacks as a wrong object type. */
const isUnknownLocale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42809';
