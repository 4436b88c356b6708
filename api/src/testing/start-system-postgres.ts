import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../platform/database.ts';
import { asDatabaseUser, chooseDatabaseUser } from '../platform/postgres/database-user.ts';
import type { Binaries } from '../platform/postgres/binaries.ts';
import { targetsOfUrl } from '../platform/postgres/targets.ts';
import { startWatched } from '../platform/postgres/watched-postgres.ts';
import type { TestDatabase } from './test-database.ts';

/** Debian's packages install each major version in a subfolder of this folder. */
const debianFolder = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

/**
 * Finds the newest PostgreSQL from Debian's packages on this machine; null if none has at least
 * version `OLDEST_MAJOR`.
 */
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

export type SystemDatabase = TestDatabase & { readonly urlOf: (login: string) => string };

export type SystemPostgres = {
  /**
   * Creates an empty database, owned by the login that an operator would put into `DATABASE_URL`.
   */
  readonly createDatabase: () => Promise<SystemDatabase>;
  readonly stop: () => Promise<void>;
};

export type SystemServer = {
  readonly port: number;
  /** Pauses all processes of the server: no connection closes, as after a power failure. */
  readonly freeze: () => void;
  /** Kills all processes of the server at once, frozen or not, and deletes its data. */
  readonly kill: () => Promise<void>;
  /** Returns the address of a database for a login; all logins have the same password. */
  readonly urlOf: (login: string, database: string) => string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a temporary cluster that accepts TCP connections from a login without superuser rights.
 */
export async function startSystemPostgres(binaries: Binaries): Promise<SystemPostgres> {
  const { server } = await startCluster(binaries);
  const administration = await openAdministration(server);
  const opened: TestDatabase[] = [];
  return {
    createDatabase: async () => {
      const name = `bursar_${opened.length}`;
      await administration.unsafe(`create database ${name} owner bursar`);
      const targets = targetsOfUrl(server.urlOf('bursar', name));
      const databases = {
        database: openDatabase({ target: targets.application }),
        owner: openDatabase({ target: targets.owner, maxConnections: 2 }),
      };
      opened.push(databases);
      return { ...databases, urlOf: (login) => server.urlOf(login, name) };
    },
    stop: async () => {
      await Promise.all(opened.flatMap(({ database, owner }) => [database.end(), owner.end()]));
      await administration.end();
      await server.stop();
    },
  };
}

/**
 * Connects as the superuser and creates the login with exactly the rights that docs/operations.md
 * requires of it. Returns the connection.
 */
export async function openAdministration(server: SystemServer) {
  const url = server.urlOf('postgres', 'postgres');
  const administration = openDatabase({ target: { url }, maxConnections: 1 });
  const { password } = new URL(url);
  await administration.unsafe(`create role bursar login createrole password '${password}'`);
  return administration;
}

export async function startCluster(
  binaries: Binaries,
  settings: Readonly<Record<string, string>> = {},
) {
  const place = makePlace();
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(place.folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  runProgram(join(binaries.folder, 'bin', 'initdb'), [
    `--pgdata=${place.cluster}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  return { password, server: await startServer({ ...place, binaries, password, settings }) };
}

/** Makes the folders of a cluster, owned by the user that PostgreSQL runs as. */
export function makePlace() {
  const user = chooseDatabaseUser(null);
  const folder = mkdtempSync(join(tmpdir(), 'bursar-system-postgres-'));
  // When started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const [cluster, socketFolder] = [join(folder, 'cluster'), join(folder, 'socket')];
  for (const own of [cluster, socketFolder]) {
    mkdirSync(own, { mode: 0o700 });
    if (user !== null) chownSync(own, user.uid, user.gid);
  }
  return { folder, cluster, socketFolder };
}

export function runProgram(program: string, options: readonly string[]): void {
  const user = asDatabaseUser(chooseDatabaseUser(null));
  execFileSync(program, options, { cwd: '/', env: { TZ: 'UTC' }, stdio: 'pipe', ...user });
}

type StartOptions = ReturnType<typeof makePlace> & {
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  /** If absent, a free port is used. */
  readonly port?: number;
};

export async function startServer({
  folder,
  password,
  settings,
  ...where
}: StartOptions): Promise<SystemServer> {
  const port = where.port ?? (await findFreePort());
  const running = await startWatched({
    ...where,
    user: chooseDatabaseUser(null),
    throwaway: true,
    log: () => undefined,
    logFile: join(folder, 'postgres.log'),
    settings: { listen_addresses: '127.0.0.1', port: String(port), ...settings },
  });
  const signal = (name: NodeJS.Signals) => {
    // Pause the postmaster first, so that it starts no process and no child process sees it end.
    process.kill(running.pid, 'SIGSTOP');
    const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8');
    for (const pid of children.match(/\d+/g) ?? []) signalUnlessEnded(Number(pid), name);
    process.kill(running.pid, name);
  };
  // Retry, because a process that was just killed may still finish a write.
  const remove = () => rm(folder, { recursive: true, maxRetries: 20 });
  return {
    port,
    freeze: () => signal('SIGSTOP'),
    kill: async () => {
      if (!existsSync(folder)) return;
      signal('SIGKILL');
      await running.exited;
      await remove();
    },
    urlOf: (login, database) => `postgres://${login}:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await running.stop();
      await remove();
    },
  };
}

function signalUnlessEnded(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Finds a free port. Another process could take it before it is used; the start would then fail
 * visibly.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
