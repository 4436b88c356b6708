import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { Binaries } from '../platform/postgres/binaries.ts';
import {
  makePlace,
  openAdministration,
  runProgram,
  startCluster,
  startServer,
  type SystemServer,
} from './start-system-postgres.ts';

export type ReplicatedPostgres = {
  readonly primary: () => SystemServer;
  readonly standby: () => SystemServer;
  /** Returns an address that names both servers. */
  readonly urlOf: (login: string) => string;
  /** Lets the standby become the primary. The former primary must have been frozen or killed. */
  readonly promote: () => Promise<void>;
  /** Ends the former primary and starts a new standby at its port. */
  readonly replaceFormer: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const settings = {
  wal_level: 'replica',
  max_wal_senders: '4',
  hot_standby: 'on',
  synchronous_commit: 'on',
};

/** Starts a primary with the empty database `bursar`, and a standby that follows it. */
export async function startReplicatedPostgres(binaries: Binaries): Promise<ReplicatedPostgres> {
  const { server, password } = await startCluster(binaries, settings);
  const administration = await openAdministration(server);
  await administration.unsafe('create database bursar owner bursar');
  await administration.end();

  async function follow(leader: SystemServer, port?: number): Promise<SystemServer> {
    const place = makePlace();
    const copy = [
      `--pgdata=${place.cluster}`,
      `--dbname=${leader.urlOf('postgres', 'postgres')}`,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ];
    runProgram(join(binaries.folder, 'bin', 'pg_basebackup'), copy);
    const options = { ...place, binaries, password, settings };
    const standby = await startServer({ ...options, ...(port !== undefined && { port }) });
    await waitForStandby(leader);
    return standby;
  }

  let primary = server;
  let standby = await follow(primary);
  let former: SystemServer | null = null;
  const ports = [primary.port, standby.port];
  return {
    primary: () => primary,
    standby: () => standby,
    urlOf: (login) =>
      `postgres://${login}:${password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/bursar`,
    promote: async () => {
      await onServer(standby, 'select pg_promote()');
      former = primary;
      primary = standby;
    },
    replaceFormer: async () => {
      const port = former?.port;
      await former?.kill();
      former = null;
      standby = await follow(primary, port);
    },
    stop: async () => {
      const servers = new Set([primary, standby, ...(former ? [former] : [])]);
      await Promise.all([...servers].map((one) => one.kill()));
    },
  };
}

/**
 * Makes every later commit wait for the standby, so that a promotion loses nothing. Resolves once
 * the standby is synchronous.
 */
async function waitForStandby(leader: SystemServer): Promise<void> {
  await onServer(leader, "alter system set synchronous_standby_names = '*'");
  await onServer(leader, 'select pg_reload_conf()');
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await onServer(
      leader,
      "select count(*)::int as standbys from pg_stat_replication where sync_state = 'sync'",
    );
    if (row?.['standbys'] === 1) return;
    await wait(50);
  }
  throw new Error('The standby does not follow.');
}

/** Runs a statement as the superuser on exactly this server; `openDatabase` refuses a standby. */
export async function onServer(server: SystemServer, statement: string) {
  const sql = postgres(server.urlOf('postgres', 'bursar'), { max: 1, fetch_types: false });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
