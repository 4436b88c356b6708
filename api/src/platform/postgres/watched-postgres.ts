import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { chooseSharedMemory } from './cluster.ts';
import { asDatabaseUser, type DatabaseUser } from './database-user.ts';
import { readMachine, settingsForMachine } from './machine-settings.ts';
import { readPostmaster } from './postmaster-file.ts';
import { explainFileProblem, StartRefused } from './start-refused.ts';

/**
 * Stops PostgreSQL when the script's standard input closes, which happens even if the server
 * process is killed. It is a plain shell script, so that no Bursar process has to be running.
 */
const watchdog = `
exec 3<&0
socket_folder=$1
shift
"$@" </dev/null >&2 3<&- &
postgres=$!
( while read -r _ <&3; do :; done; kill -INT $postgres ) >/dev/null 2>&1 &
watcher=$!
trap '' HUP INT TERM
echo $postgres
exec >&-
wait $postgres
code=$?
kill $watcher 2>/dev/null
rm -rf "$socket_folder"
exit $code
`;

export type WatchedPostgres = {
  readonly pid: number;
  /** Resolves with the exit code after PostgreSQL has ended for any reason. */
  readonly exited: Promise<number | null>;
  readonly stop: () => Promise<void>;
};

type StartOptions = {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly user: DatabaseUser;
  readonly throwaway: boolean;
  readonly log: (sentence: string) => void;
  /** PostgreSQL settings that override those of the embedded database. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Aborts a start, even during crash recovery. */
  readonly signal?: AbortSignal;
};

/** Starts PostgreSQL and waits until it answers, including any crash recovery. */
export async function startWatched(options: StartOptions): Promise<WatchedPostgres> {
  const logStart = rotateLog(options.logFile);
  const child = spawnWatchdog(options);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  // The watcher would otherwise keep waiting for this end of the pipe after PostgreSQL ended.
  void exited.then(() => child.stdin?.destroy());
  const pid = await readPid(child);
  await waitUntilReady({ ...options, child, pid, exited, logStart });
  return { pid, exited, stop: () => stopWatched({ child, pid, exited }) };
}

function spawnWatchdog(options: StartOptions): ChildProcess {
  const { cluster, socketFolder, binaries, user, logFile } = options;
  const program = join(binaries.folder, 'bin', 'postgres');
  const command = [program, '-D', cluster, ...listSettings(options)];
  const logHandle = openLog(logFile);
  try {
    return spawn('/bin/sh', ['-c', watchdog, 'bursar-postgres', socketFolder, ...command], {
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      // A separate session: Ctrl-C reaches only the server, which stops PostgreSQL last.
      detached: true,
      stdio: ['pipe', 'pipe', logHandle],
      ...asDatabaseUser(user),
    });
  } finally {
    closeSync(logHandle);
  }
}

function listSettings(options: StartOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    cluster_name: 'bursar',
    // Tests run several servers at once, each with its own connections.
    max_connections: options.throwaway ? '200' : '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    random_page_cost: '1.1',
    jit: 'off',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    // Payments arrive all day: update statistics and reclaim space early.
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    dynamic_shared_memory_type: chooseSharedMemory(),
    ...settingsForMachine(readMachine()),
    ...durability(options.throwaway),
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Returns the settings that make commits wait for the disk. Only a throwaway database, such as a
 * test's, skips that.
 */
function durability(throwaway: boolean): Record<string, string> {
  const value = throwaway ? 'off' : 'on';
  return { fsync: value, synchronous_commit: value, full_page_writes: value };
}

async function readPid(child: ChildProcess): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('error', reject);
    child.once('exit', () => reject(new StartRefused('PostgreSQL ended while it was starting.')));
  });
  return Number(text);
}

type WaitOptions = StartOptions & {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  readonly logStart: number;
};

async function waitUntilReady(options: WaitOptions): Promise<void> {
  const { cluster, pid, exited, log } = options;
  let ended = false;
  void exited.then(() => (ended = true));
  const startedAt = Date.now();
  let sentences = 0;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === pid && postmaster.isReady) return;
    if (ended) throw explainEnd(options);
    if (options.signal?.aborted === true) options.child.stdin?.end();
    if (Date.now() - startedAt > (sentences + 1) * 5000) {
      sentences += 1;
      log('PostgreSQL is reading back what was written before it last ended …');
    }
    await Promise.race([exited, wait(10)]);
  }
}

function explainEnd(options: WaitOptions): StartRefused {
  const output = readFileSync(options.logFile).subarray(options.logStart).toString().trimEnd();
  const lines = output.split('\n');
  if (output.includes('No space left on device')) {
    return new StartRefused(`PostgreSQL could not start in ${options.cluster}: the disk is full.`);
  }
  const fatal = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line));
  const reason = (fatal ?? lines.at(-1) ?? '').replace(/^.*(FATAL|PANIC): +/, '');
  return new StartRefused(
    `PostgreSQL could not start in ${options.cluster}: ${reason}. Its log is ${options.logFile}.`,
  );
}

/** Performs a fast shutdown: open transactions roll back, and acknowledged data is on disk. */
async function stopWatched(running: {
  child: ChildProcess;
  pid: number;
  exited: Promise<number | null>;
}): Promise<void> {
  running.child.stdin?.end();
  const inTime = await Promise.race([
    running.exited.then(() => true),
    wait(60_000, false, { ref: false }),
  ]);
  if (inTime) return;
  // The watchdog was killed or a client blocks it, so ask PostgreSQL directly.
  stopProcess(running.pid, 'SIGINT');
  await running.exited;
}

export function stopProcess(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function openLog(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw explainFileProblem(error, `write PostgreSQL's log ${file}`);
  }
}

const largestLogBytes = 10 * 2 ** 20;

/**
 * Renames a log that is too large, so that one older log remains. Returns the position at which the
 * lines of this run start.
 */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largestLogBytes) return size;
  renameSync(file, `${file}.1`);
  return 0;
}
