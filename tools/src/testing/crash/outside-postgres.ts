import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from '@bursar/api/platform/postgres/binaries';
import { asDatabaseUser, chooseDatabaseUser } from '@bursar/api/platform/postgres/database-user';
import { readPostmaster } from '@bursar/api/platform/postgres/postmaster-file';
import { startEmbeddedPostgres } from '@bursar/api/platform/postgres/start-embedded-postgres';

/**
 * The signals that stop PostgreSQL: a fast shutdown as in an upgrade, an immediate shutdown, or a
 * kill as in a crash.
 */
export const restarts = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

export type OutsidePostgres = {
  readonly url: string;
  /** Stops PostgreSQL with this signal and starts it again at the same address. */
  readonly restart: (how: (typeof restarts)[number]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts a PostgreSQL on a port without supervision, like one that an operator runs. */
export async function startOutsidePostgres(folder: string): Promise<OutsidePostgres> {
  const made = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined });
  if (!made.ok) throw new Error(made.problem);
  await made.postgres.stop();
  const cluster = join(folder, 'postgres');
  const port = await findFreePort();
  let running = await launch(cluster, port);
  const end = async (how: (typeof restarts)[number]): Promise<void> => {
    const ended = once(running, 'exit');
    running.kill(how);
    await ended;
  };
  return {
    url: `postgres://bursar_owner@127.0.0.1:${port}/bursar`,
    restart: async (how) => {
      await end(how);
      running = await launch(cluster, port);
    },
    stop: () => end('SIGINT'),
  };
}

/**
 * Starts PostgreSQL and waits until it is ready. It retries, because after a kill the first starts
 * fail until the remaining processes have ended.
 */
async function launch(cluster: string, port: number): Promise<ChildProcess> {
  const user = chooseDatabaseUser(cluster);
  const binaries = findBinaries({ user, fallbackFolder: cluster, log: () => undefined });
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '60',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logHandle = openSync(join(cluster, '..', 'outside.log'), 'a');
  try {
    for (let round = 0; round < 100; round += 1) {
      const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', cluster, ...options], {
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', logHandle, logHandle],
        ...asDatabaseUser(user),
      });
      if (await becomesReady(cluster, child)) return child;
    }
  } finally {
    closeSync(logHandle);
  }
  throw new Error(`PostgreSQL does not start in ${cluster}.`);
}

async function becomesReady(cluster: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.isReady === true) return true;
    await wait(20);
  }
  return false;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
