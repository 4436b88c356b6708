import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { migrate } from '@bursar/api/platform/migrate';
import { chooseDatabaseUser } from '@bursar/api/platform/postgres/database-user';
import { findFreePort, findSystemPostgres } from '@bursar/api/testing/start-system-postgres';
import {
  local,
  writePatroni,
  writePooler,
  writeProxy,
  type DatabaseNode,
  type Place,
} from './cluster-settings.ts';
import { endTree, openProcess, type RestartableProcess } from './restartable-process.ts';

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  proxy: '/usr/sbin/haproxy',
  pooler: '/usr/sbin/pgbouncer',
};

/** True if this machine has all of Debian's packages that the cluster needs. */
export const hasClusterPackages =
  findSystemPostgres() !== null && Object.values(programs).every((path) => existsSync(path));

export type Cluster = {
  readonly folder: string;
  /** The settings of an API node. */
  readonly env: Readonly<Record<string, string>>;
  readonly nodePorts: readonly number[];
  /** The address that browsers use. */
  readonly address: string;
  readonly pooler: RestartableProcess;
  readonly proxy: RestartableProcess;
  readonly openOwner: () => Database;
  /** Ends the primary with its Patroni, as if its machine had lost power. */
  readonly losePrimary: () => Promise<void>;
  /** Resolves when another database has become the primary. */
  readonly promoted: () => Promise<void>;
  /** Starts the lost database again, and waits until it replicates the primary synchronously. */
  readonly bringBack: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts etcd, two databases under Patroni, HAProxy and PgBouncer on free ports of this machine. */
export async function startCluster(): Promise<Cluster> {
  const place = await makePlace();
  const { folder, password, ports, databases } = place;
  const openAs = (path: string, options: readonly string[], name: string) =>
    openProcess({ path, options, logFile: join(folder, `${name}.log`) });
  const etcd = openAs(programs.etcd, etcdOptions(place), 'etcd');
  const binaries = findSystemPostgres()?.folder ?? '';
  const patronis = databases.map((node) => ({
    node,
    process: openAs(programs.patroni, [writePatroni(place, node, binaries)], node.name),
  }));
  const proxy = openAs(programs.proxy, ['-db', '-f', writeProxy(place)], 'haproxy');
  const pooler = openAs(programs.pooler, [writePooler(place)], 'pgbouncer');
  const urlOf = (login: string, database = 'bursar'): string => {
    const hosts = databases.map(({ port }) => local(port)).join(',');
    return `postgres://${login}:${password}@${hosts}/${database}`;
  };
  const openOwner = () => openDatabase({ target: { url: urlOf('bursar') }, maxConnections: 6 });
  let lost: (typeof patronis)[number] | null = null;

  async function stop(): Promise<void> {
    await Promise.all(
      [proxy, pooler, ...patronis.map((one) => one.process)].map((one) => one.kill()),
    );
    for (const { node } of patronis) endPostgres(folder, node);
    await etcd.kill();
    rmSync(folder, { recursive: true });
  }

  try {
    etcd.start();
    for (const one of patronis) one.process.start();
    await untilSynchronous(place);
    await makeBooks({ superuser: urlOf('postgres', 'postgres'), password, openOwner });
    proxy.start();
    pooler.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    env: {
      DATABASE_URL: `postgres://bursar_app:${password}@${local(ports.pooler)}/bursar`,
      DATABASE_OWNER_URL: urlOf('bursar'),
      DATABASE_DIRECT_URL: urlOf('bursar_app'),
      DATABASE_PREPARE: 'off',
      BURSAR_DATA: join(folder, 'data'),
    },
    nodePorts: ports.nodes,
    address: `http://${local(ports.web)}`,
    pooler,
    proxy,
    openOwner,
    losePrimary: async () => {
      const primary = await findPrimary(databases);
      lost = patronis.find(({ node }) => node === primary) ?? null;
      await lost?.process.kill();
      if (primary) endPostgres(folder, primary);
    },
    promoted: async () => {
      const others = databases.filter((node) => node !== lost?.node);
      await until('another primary', async () => (await findPrimary(others)) !== null);
    },
    bringBack: async () => {
      lost?.process.start();
      lost = null;
      await untilSynchronous(place);
    },
    stop,
  };
}

async function makePlace(): Promise<Place> {
  const user = chooseDatabaseUser(null);
  const folder = mkdtempSync(join(tmpdir(), 'bursar-cluster-'));
  chmodSync(folder, 0o755);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  // Bursar creates its own files here, as the user who runs the test.
  mkdirSync(join(folder, 'data'));
  const port = findFreePort;
  const database = async (name: string): Promise<DatabaseNode> => ({
    name,
    port: await port(),
    restPort: await port(),
  });
  return {
    folder,
    password: randomBytes(12).toString('hex'),
    databases: [await database('db1'), await database('db2')],
    ports: {
      etcd: await port(),
      etcdPeer: await port(),
      primary: await port(),
      web: await port(),
      pooler: await port(),
      nodes: [await port(), await port()],
    },
  };
}

function etcdOptions({ folder, ports }: Place): string[] {
  const [clients, peers] = [`http://${local(ports.etcd)}`, `http://${local(ports.etcdPeer)}`];
  return [
    '--name=one',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=one=${peers}`,
  ];
}

type Books = {
  readonly superuser: string;
  readonly password: string;
  readonly openOwner: () => Database;
};

/** Creates the database and the logins that docs/operations.md describes for a pooler. */
async function makeBooks({ superuser, password, openOwner }: Books): Promise<void> {
  const administration = openDatabase({ target: { url: superuser }, maxConnections: 1 });
  const owner = openOwner();
  try {
    await administration.unsafe(`create role bursar login createrole password '${password}'`);
    await administration.unsafe('create database bursar owner bursar');
    const migrated = await migrate(owner);
    if (!migrated.ok) throw new Error(migrated.problem);
    await administration.unsafe(`alter role bursar_app login password '${password}'`);
  } finally {
    await Promise.all([administration.end({ timeout: 0 }), owner.end({ timeout: 0 })]);
  }
}

/** Ends PostgreSQL, which continues to run when Patroni is killed. */
function endPostgres(folder: string, { name }: DatabaseNode): void {
  try {
    const [pid] = readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n');
    const command = readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8');
    if (command.includes(join(folder, name))) endTree(Number(pid));
  } catch {
    // PostgreSQL is not running.
  }
}

async function findPrimary(databases: readonly DatabaseNode[]): Promise<DatabaseNode | null> {
  const asked = databases.map(async (node) => ((await isOk(node, 'primary')) ? node : null));
  return (await Promise.all(asked)).find((node) => node !== null) ?? null;
}

async function isOk({ restPort }: DatabaseNode, path: string): Promise<boolean> {
  return fetch(`http://${local(restPort)}/${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function untilSynchronous({ folder, databases }: Place): Promise<void> {
  const isInStep = async () => {
    const asked = databases.flatMap((node) => [isOk(node, 'primary'), isOk(node, 'synchronous')]);
    return (await Promise.all(asked)).filter(Boolean).length === 2;
  };
  await until('a primary with a standby in step', isInStep).catch((cause: unknown) => {
    const messages = databases.map(({ name }) => lastLinesOf(join(folder, `${name}.log`)));
    throw new Error(messages.join('\n\n'), { cause });
  });
}

const SHOWN_LINES = 15;

const lastLinesOf = (file: string): string =>
  [file, ...readFileSync(file, 'utf8').trim().split('\n').slice(-SHOWN_LINES)].join('\n');

const PATIENCE_MS = 120_000;

async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (await isReached()) return;
    await wait(50);
  }
  throw new Error(`The cluster has not got ${what}.`);
}
