import { beforeAll, describe, expect, it } from 'vitest';
import {
  onServer,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../testing/replicated-postgres.ts';
import { findSystemPostgres } from '../../testing/start-system-postgres.ts';
import { whenFileEnds } from '../../testing/when-file-ends.ts';
import { openDatabase, type Database } from '../database.ts';
import { isConnectionFailure } from '../refusals.ts';
import { watchServer } from './watch-server.ts';

const binaries = findSystemPostgres();
const log = { error: () => undefined, info: () => undefined };

/** Runs the statement and tells how it ended and after how many seconds. */
async function outcomeOf(work: () => PromiseLike<unknown>) {
  const startedAt = performance.now();
  const outcome = await Promise.resolve(work()).then(
    () => 'done',
    (error: unknown) => (isConnectionFailure(error) ? 'refused' : error),
  );
  return { outcome, seconds: (performance.now() - startedAt) / 1000 };
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
  }, 120_000);

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

  it('is refused in time if only the standby is named', async () => {
    const standby = local(servers.standby().port);
    for (const hosts of [standby, `${standby},127.0.0.1:1`]) {
      const { outcome, seconds } = await outcomeOf(() => open(urlOf(hosts))`select 1`);
      expect(outcome).toBe('refused');
      expect(seconds).toBeLessThan(5);
    }
  });

  it('refuses calls in time when the primary falls silent, and works after a promotion', async () => {
    const database = open(servers.urlOf('bursar'));
    const watching = watchServer(database, log);
    const insert = (word: string) =>
      outcomeOf(() => database`insert into written values (${word})`);
    expect((await insert('before')).outcome).toBe('done');
    servers.primary().freeze();
    try {
      const during = await Promise.all(Array.from({ length: 8 }, () => insert('during')));
      expect(new Set(during.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
      expect(Math.max(...during.map(({ seconds }) => seconds))).toBeLessThan(5);
      const { outcome, seconds } = await insert('during');
      expect(outcome).toBe('refused');
      expect(seconds).toBeLessThan(2);
      await servers.promote();
      const promotedAt = performance.now();
      await expect
        .poll(async () => (await insert('after')).outcome, { timeout: 5_000 })
        .toBe('done');
      expect((performance.now() - promotedAt) / 1000).toBeLessThan(4);
      const [row] = await onServer(servers.primary(), 'select count(*)::int as rows from written');
      expect(row).toEqual({ rows: 14 });
    } finally {
      await watching.stop();
    }
  });
});
