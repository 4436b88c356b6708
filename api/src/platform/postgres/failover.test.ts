import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  onServer,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../testing/replicated-postgres.ts';
import { findSystemPostgres } from '../../testing/start-system-postgres.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { whenFileEnds } from '../../testing/when-file-ends.ts';
import { openDatabase, type Database } from '../database.ts';
import { isConnectionFailure } from './connection-failures.ts';
import { watchServer } from './watch-server.ts';

const binaries = findSystemPostgres();
const log = { error: () => undefined, info: () => undefined };

/**
 * Time limit of one step, far below the minutes after which TCP gives up. `npm run test:crash`
 * measures the real time.
 */
const BOUNDED_MS = 30_000;

/** Runs the statement and returns how it ended. */
async function outcomeOf(work: () => PromiseLike<unknown>) {
  const ended = Promise.resolve(work()).then(
    () => 'done',
    (error: unknown) => (isConnectionFailure(error) ? 'refused' : error),
  );
  return Promise.race([ended, wait(BOUNDED_MS, 'waits for ever', { ref: false })]);
}

describe.skipIf(binaries === null)('a primary and a standby', { timeout: 120_000 }, () => {
  let servers: ReplicatedPostgres;
  const opened: Database[] = [];
  const open = (url: string): Database => {
    const database = openDatabase({ target: { url }, maxConnections: 4 });
    opened.push(database);
    return database;
  };
  beforeAll(async () => {
    if (binaries === null) return;
    servers = await startReplicatedPostgres(binaries);
    whenFileEnds(async () => {
      await Promise.all(opened.map((database) => database.end({ timeout: 0 })));
      await servers.stop();
    });
  }, 480_000);

  const urlOf = (hosts: string): string =>
    servers
      .primary()
      .urlOf('bursar', 'bursar')
      .replace(/@[^/]*/, `@${hosts}`);
  const local = (port: number): string => `127.0.0.1:${port}`;

  it('is written to on the primary, also if the standby is named first', async () => {
    const [standby, primary] = [servers.standby().port, servers.primary().port];
    const database = open(urlOf(`${local(standby)},${local(primary)}`));
    await database`create table written (word text)`;
    await Promise.all(Array.from({ length: 12 }, () => database`insert into written values ('a')`));
    const [row] = await database`select count(*)::int as rows from written`;
    expect(row).toEqual({ rows: 12 });
  });

  it('is refused if only the standby is named', async () => {
    const standby = local(servers.standby().port);
    for (const hosts of [standby, `${standby},127.0.0.1:1`]) {
      expect(await outcomeOf(() => open(urlOf(hosts))`select 1`)).toBe('refused');
    }
  });

  it('refuses calls when the primary falls silent, and works after a promotion', async () => {
    const database = open(servers.urlOf('bursar'));
    // Start the app before the server is watched, because a start that takes seconds looks like
    // silence.
    const { app } = await createTestApp({ databases: { database, owner: database } });
    app.server.log.level = 'silent';
    const watching = watchServer(database, log);
    const askReadiness = async () => {
      const { statusCode, body } = await app.server.inject('/readyz');
      return { statusCode, ...JSON.parse(body) };
    };
    const unreachable = { statusCode: 503, status: 'database_unreachable' };
    const acknowledged: string[] = [];
    const insert = async (word: string) => {
      const outcome = await outcomeOf(() => database`insert into written values (${word})`);
      if (outcome === 'done') acknowledged.push(word);
      return outcome;
    };
    expect(await insert('before')).toBe('done');
    // The database is empty, so it is reached but not ready.
    expect(await askReadiness()).toMatchObject({ status: 'migrations_pending' });
    servers.primary().freeze();
    try {
      // Readiness and inserts fail both before the silence is noticed and after.
      expect(await askReadiness()).toEqual(unreachable);
      const during = await Promise.all(Array.from({ length: 8 }, () => insert('during')));
      expect(new Set(during)).toEqual(new Set(['refused']));
      expect(await insert('during')).toBe('refused');
      expect(await askReadiness()).toEqual(unreachable);
      await servers.promote();
      await expect.poll(() => insert('after'), { timeout: BOUNDED_MS }).toBe('done');
      expect(await askReadiness()).toMatchObject({ status: 'migrations_pending' });
      const rows = await onServer(servers.primary(), 'select word from written');
      expect(rows.map(({ word }) => word)).toEqual(expect.arrayContaining(acknowledged));
      expect(acknowledged).toEqual(['before', 'after']);
    } finally {
      await watching.stop();
    }
  });
});
