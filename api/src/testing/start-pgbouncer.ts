import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asDatabaseUser, chooseDatabaseUser } from '../platform/postgres/database-user.ts';
import { findFreePort } from './start-system-postgres.ts';

const program = '/usr/sbin/pgbouncer';

/** Whether this machine has PgBouncer from Debian's package. */
export const hasPgBouncer = existsSync(program);

export type PgBouncer = {
  /** Returns the server's address with the pooler's host and port. */
  readonly through: (url: string) => string;
  readonly stop: () => Promise<void>;
};

export type PgBouncerOptions = {
  readonly serverUrl: string;
  readonly mode: 'session' | 'transaction';
  /** The number of server connections that the clients share; 20 by default. */
  readonly servers?: number;
  /** Start-up parameters that PgBouncer accepts and drops. */
  readonly ignored?: string;
};

/** Starts PgBouncer in front of a server, using the login of the server's address. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const server = new URL(options.serverUrl);
  const user = chooseDatabaseUser(null);
  const folder = mkdtempSync(join(tmpdir(), 'bursar-pgbouncer-'));
  chmodSync(folder, 0o755);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const port = await findFreePort();
  const [users, settings] = [join(folder, 'users'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${server.username}" "${server.password}"\n`);
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `pool_mode = ${options.mode}`,
    `default_pool_size = ${options.servers ?? 20}`,
    `ignore_startup_parameters = ${options.ignored ?? ''}`,
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const child = spawn(program, [settings], {
    cwd: '/',
    stdio: 'ignore',
    ...asDatabaseUser(user),
  });
  await untilListening(port);
  return {
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
  throw new Error('PgBouncer does not listen.');
}
