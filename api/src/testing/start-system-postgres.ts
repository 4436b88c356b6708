import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../platform/database.ts';
import { asDatabaseUser, chooseDatabaseUser } from '../platform/postgres/database-user.ts';
import type { Binaries } from '../platform/postgres/binaries.ts';
import { targetsOfUrl } from '../platform/postgres/targets.ts';
import { startWatched } from '../platform/postgres/watched-postgres.ts';
import type { TestDatabase } from './test-database.ts';

/** Debian's packages install each major version in a folder here. */
const debianFolder = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

/** Finds the newest PostgreSQL from Debian's packages on this machine; null if there is none. */
export function findSystemPostgres(): Binaries | null {
  const majors = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
  const usable = majors.filter(
    (major) =>
      major >= OLDEST_MAJOR && existsSync(join(debianFolder, String(major), 'bin', 'postgres')),
  );
  if (usable.length === 0) return null;
  const folder = join(debianFolder, String(Math.max(...usable)));
  const text = execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  return { folder, version: /\d+\.\d+/.exec(text)?.[0] ?? text.trim() };
}

export type SystemPostgres = {
  /** Creates an empty database owned by the operator's login, as `DATABASE_URL` would name it. */
  readonly createDatabase: () => Promise<TestDatabase>;
  readonly stop: () => Promise<void>;
};

/** Starts a temporary cluster that accepts TCP connections from a login without superuser rights. */
export async function startSystemPostgres(binaries: Binaries): Promise<SystemPostgres> {
  const user = chooseDatabaseUser(null);
  const folder = mkdtempSync(join(tmpdir(), 'bursar-system-postgres-'));
  // When started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const [cluster, socketFolder] = [join(folder, 'cluster'), join(folder, 'socket')];
  for (const own of [cluster, socketFolder]) {
    mkdirSync(own, { mode: 0o700 });
    if (user !== null) chownSync(own, user.uid, user.gid);
  }
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  execFileSync(
    join(binaries.folder, 'bin', 'initdb'),
    [
      `--pgdata=${cluster}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: '/', env: { TZ: 'UTC' }, stdio: 'pipe', ...asDatabaseUser(user) },
  );
  const port = await findFreePort();
  const running = await startWatched({
    cluster,
    socketFolder,
    binaries,
    user,
    throwaway: true,
    log: () => undefined,
    logFile: join(folder, 'postgres.log'),
    settings: { listen_addresses: '127.0.0.1', port: String(port) },
  });
  const urlOf = (login: string, database: string) =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${database}`;
  const administration = openDatabase({ target: urlOf('postgres', 'postgres'), maxConnections: 1 });
  // Exactly the rights that docs/operations.md requires of the login on an external PostgreSQL.
  await administration.unsafe(`create role bursar login createrole password '${password}'`);
  const opened: TestDatabase[] = [];
  return {
    createDatabase: async () => {
      const name = `bursar_${opened.length}`;
      await administration.unsafe(`create database ${name} owner bursar`);
      const targets = targetsOfUrl(urlOf('bursar', name));
      const databases = {
        database: openDatabase({ target: targets.application }),
        owner: openDatabase({ target: targets.owner, maxConnections: 2 }),
      };
      opened.push(databases);
      return databases;
    },
    stop: async () => {
      await Promise.all(opened.flatMap(({ database, owner }) => [database.end(), owner.end()]));
      await administration.end();
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Finds a free port. Another process could take it before it is used; the start would then fail visibly. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
