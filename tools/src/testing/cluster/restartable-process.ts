import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { asDatabaseUser, chooseDatabaseUser } from '@bursar/api/platform/postgres/database-user';

/** A program that a test kills and starts again. */
export type RestartableProcess = {
  readonly start: () => void;
  /** Ends the program at once with all processes that it started. */
  readonly kill: () => Promise<void>;
};

type Program = {
  readonly path: string;
  readonly options: readonly string[];
  readonly logFile: string;
};

/**
 * Runs a program as the user of PostgreSQL, because PostgreSQL and PgBouncer refuse to run as root.
 */
export function openProcess({ path, options, logFile }: Program): RestartableProcess {
  const user = asDatabaseUser(chooseDatabaseUser(null));
  let child: ChildProcess | null = null;
  return {
    start: () => {
      const log = openSync(logFile, 'a');
      const env = { PATH: '/usr/bin:/bin', TZ: 'UTC', LANG: 'C.UTF-8' };
      child = spawn(path, options, { cwd: '/', env, stdio: ['ignore', log, log], ...user });
      closeSync(log);
    },
    kill: async () => {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'exit');
      for (const pid of [child.pid, ...descendantsOf(child.pid)]) end(pid);
      await closed;
    },
  };
}

/** Ends a process and its descendants, such as a PostgreSQL that outlived its Patroni. */
export function endTree(pid: number): void {
  for (const one of [pid, ...descendantsOf(pid)]) end(one);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has already ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    if (parent !== null) parents.set(Number(name), parent);
  }
  const childrenOf = (one: number): number[] =>
    [...parents].filter(([, parent]) => parent === one).map(([child]) => child);
  const found = childrenOf(pid);
  return [...found, ...found.flatMap((child) => descendantsOf(child))];
}

function parentOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
