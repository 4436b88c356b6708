import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../../testing/open-office.ts';
import {
  onServer,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../testing/replicated-postgres.ts';
import { hasPgBouncer, startPgBouncer } from '../../testing/start-pgbouncer.ts';
import { findSystemPostgres, type SystemServer } from '../../testing/start-system-postgres.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { whenFileEnds } from '../../testing/when-file-ends.ts';
import {
  openDatabase,
  plannedByValues,
  replicaOf,
  replicaReads,
  type Database,
  type Queryable,
} from '../database.ts';
import { migrate } from '../migrate.ts';
import { defaultSchema } from './lender-names.ts';
import { readAtOneMoment, readPagesAtOneMoment, runAtOneMoment } from '../read-at-one-moment.ts';
import type { ReplicaCounts, ReplicaSeen } from './replica.ts';
import { targetsOfAddresses, targetsOfUrl } from './targets.ts';

const binaries = findSystemPostgres();
const POLLED = { timeout: 30_000, interval: 50 };
const LIST = '/api/loans?view=all&q=L-';

const isOnStandby = async (sql: Queryable) => {
  const [row] = await sql<{ recovering: boolean }[]>`select pg_is_in_recovery() as recovering`;
  return row?.recovering;
};

describe.skipIf(binaries === null)('reads from a standby', { timeout: 120_000 }, () => {
  let servers: ReplicatedPostgres;
  let database: Database;
  let office: Office;
  const seen: ReplicaSeen[] = [];
  const opened: Database[] = [];

  const open = (readUrl: string): Database => {
    const url = servers.primary().urlOf('bursar', 'bursar');
    const alone = { ownerUrl: null, directUrl: null, isPrepared: true, schema: defaultSchema };
    const made = openDatabase({
      target: targetsOfAddresses({ ...alone, url, readUrl }).application,
    });
    opened.push(made);
    return made;
  };

  beforeAll(async () => {
    if (binaries === null) return;
    servers = await startReplicatedPostgres(binaries);
    // Commits must not wait for the standby, because the tests stop it.
    await onServer(servers.primary(), 'alter system reset synchronous_standby_names');
    await onServer(servers.primary(), 'select pg_reload_conf()');
    const { owner: target } = targetsOfUrl(servers.primary().urlOf('bursar', 'bursar'));
    const owner = openDatabase({ target, maxConnections: 2 });
    opened.push(owner);
    await migrate(owner);
    database = open(servers.standby().urlOf('bursar', 'bursar'));
    replicaOf(database)?.onChange((state) => seen.push(state));
    whenFileEnds(async () => {
      await Promise.all(opened.map((one) => one.end({ timeout: 0 })));
      await servers.stop();
    });
    office = await openOffice({ test: await createTestApp({ databases: { database, owner } }) });
  }, 480_000);

  const untilUsed = async () => {
    await expect.poll(() => isOnStandby(replicaReads(database)), POLLED).toBe(true);
  };

  const pause = async () => {
    await onServer(servers.standby(), 'select pg_wal_replay_pause()');
    const paused = 'select pg_get_wal_replay_pause_state() as state';
    const stateOf = async () => (await onServer(servers.standby(), paused))[0]?.['state'];
    await expect.poll(stateOf, POLLED).toBe('paused');
  };
  const resume = async () => {
    await onServer(servers.standby(), 'select pg_wal_replay_resume()');
    await untilUsed();
  };

  /** Counts the reads of `work` that the replica answered, and those that it did not, by reason. */
  async function countReads(work: () => Promise<unknown>): Promise<ReplicaCounts> {
    const counts = replicaOf(database)?.counts;
    if (!counts) throw new Error('the database has a replica');
    const before = { ...counts };
    await work();
    return {
      replica: counts.replica - before.replica,
      late: counts.late - before.late,
      away: counts.away - before.away,
      conflict: counts.conflict - before.conflict,
    };
  }

  /** Repeats the work, because on a slow machine the standby may be late. */
  const untilAnswers = async (work: () => Promise<unknown>) => {
    const answered = async () => (await countReads(work)).replica;
    await expect.poll(answered, POLLED).toBeGreaterThan(0);
  };

  const listIds = async (manager: Awaited<ReturnType<Office['signIn']>>): Promise<string[]> => {
    const { status, body } = await manager.get(LIST);
    expect(status).toBe(200);
    return body.rows.map(({ id }: { id: string }) => id);
  };

  it('are those of lists, as the application and planned for their values', async () => {
    await untilUsed();
    const manager = await office.signIn('manager');
    const { id: loanId } = await office.arrangeHeld();
    await untilAnswers(async () => expect(await listIds(manager)).toContain(loanId));
    const settings = () => replicaReads(database)`
      select current_user as role, current_setting('plan_cache_mode') as mode,
        current_setting('transaction_read_only') as reads_only`;
    const expected = { role: 'bursar_app', mode: 'force_custom_plan', readsOnly: 'on' };
    await expect.poll(settings, POLLED).toEqual([expected]);
  });

  it('are not those of a command or a transaction', async () => {
    expect(await isOnStandby(plannedByValues(database))).toBe(false);
    expect(await isOnStandby(database)).toBe(false);
    await database.begin(async (transaction) => {
      expect(replicaReads(transaction)).toBe(transaction);
      expect(await isOnStandby(replicaReads(transaction))).toBe(false);
    });
  });

  it('take parts, names and lists of values as on the primary', async () => {
    const sql = replicaReads(database);
    const part = sql`value > ${1} and value = any(${[1, 2, 3]}::int[])`;
    const read = () => sql`
      select ${sql('value')}, pg_is_in_recovery() as recovering
      from generate_series(1, ${5}::int) value where ${part} order by 1`;
    await expect.poll(read, POLLED).toEqual([
      { value: 2, recovering: true },
      { value: 3, recovering: true },
    ]);
    await expect(sql`select 1 / ${0}::int`).rejects.toThrow('division by zero');
    await untilUsed();
  });

  it('see the caller’s own writes while the standby is paused, and come back', async () => {
    const manager = await office.signIn('manager');
    await untilUsed();
    seen.splice(0);
    await pause();
    const counted = await countReads(async () => {
      for (let round = 0; round < 3; round += 1) {
        const { id: loanId } = await office.arrangeHeld();
        expect(await listIds(manager)).toContain(loanId);
      }
    });
    expect(counted).toMatchObject({ replica: 0, conflict: 0 });
    expect(counted.late).toBeGreaterThanOrEqual(1);
    await expect.poll(() => seen.at(-1), POLLED).toBe('late');
    expect(replicaOf(database)?.lagBytes()).toBeGreaterThan(0);
    await resume();
    expect(seen.at(-1)).toBe('ready');
    await untilAnswers(() => listIds(manager));
  });

  it('stream what was written, from the standby or while it is paused from the primary', async () => {
    const { test } = office;
    await test.owner`create table streamed (value int)`;
    await test.owner`grant select on streamed to bursar_app`;
    const stream = async () => {
      const rows: { recovering: boolean; count: number }[] = [];
      const pieces = readAtOneMoment<(typeof rows)[number]>(
        database,
        (sql) => sql`
          select pg_is_in_recovery() as recovering, (select count(*) from streamed)::int as count
          from generate_series(1, 2500)`,
      );
      for await (const piece of pieces) rows.push(...piece);
      expect(rows).toHaveLength(2500);
      return rows.at(-1);
    };
    await test.owner`insert into streamed values (1)`;
    await expect.poll(stream, POLLED).toEqual({ recovering: true, count: 1 });
    await pause();
    await test.owner`insert into streamed values (2)`;
    expect(await stream()).toEqual({ recovering: false, count: 2 });
    await resume();
  });

  it('stream pages of one moment, from the standby or while it is paused from the primary', async () => {
    const { test } = office;
    await test.owner`create table paged (value int)`;
    await test.owner`grant select on paged to bursar_app`;
    let written = 0;
    const write = async () => {
      await test.owner`insert into paged values (0)`;
      written += 1;
    };
    /** Reads two pages with a write in between, which the second must not see. */
    const stream = async () => {
      const known = written;
      const rows: { recovering: boolean; count: number }[] = [];
      const pages = readPagesAtOneMoment(database, async (sql, after) => ({
        rows: await sql<typeof rows>`
          select pg_is_in_recovery() as recovering, (select count(*) from paged)::int as count`,
        nextCursor: after === undefined ? 'second' : null,
      }));
      for await (const page of pages) {
        rows.push(...page);
        await write();
      }
      expect(rows.map(({ count }) => count)).toEqual([known, known]);
      return rows[0]?.recovering;
    };
    await expect.poll(stream, POLLED).toBe(true);
    await pause();
    await write();
    expect(await stream()).toBe(false);
    await resume();
  });

  it('of one moment see what was written, also in the analytics', async () => {
    const { test } = office;
    await test.owner`create table seen_at_once (value int)`;
    await test.owner`grant select on seen_at_once to bursar_app`;
    let written = 0;
    const write = async () => {
      await test.owner`insert into seen_at_once values (0)`;
      written += 1;
    };
    /**
     * Reads twice in one transaction with a write in between, which the second read must not see.
     * Returns whether the standby answered.
     */
    const look = () =>
      runAtOneMoment(database, async (transaction) => {
        const known = written;
        const read = () => transaction<{ count: number; recovering: boolean }[]>`
          select pg_is_in_recovery() as recovering, count(*)::int as count from seen_at_once`;
        const [first] = await read();
        await write();
        expect(first?.count).toBe(known);
        expect(await read()).toEqual([first]);
        return first?.recovering;
      });
    await expect.poll(look, POLLED).toBe(true);
    await pause();
    await write();
    expect(await look()).toBe(false);
    await resume();
    const manager = await office.signIn('manager');
    await untilAnswers(async () => {
      expect((await manager.get('/api/analytics/arrears')).status).toBe(200);
    });
    await expect(
      runAtOneMoment(database, (transaction) => transaction`select 1 / ${0}::int`),
    ).rejects.toThrow('division by zero');
  });

  it('are repeated on the primary if the standby cannot run or ends them', async () => {
    const { test } = office;
    await test.owner`create sequence counted`;
    await test.owner`grant usage on sequence counted to bursar_app`;
    const conflicts = async () => {
      const count = () => replicaReads(database)`select nextval('counted') as value`;
      const counted = await countReads(async () => expect(await count()).toHaveLength(1));
      return counted.conflict;
    };
    await expect.poll(conflicts, POLLED).toBe(1);
    await untilUsed();
    const end = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where query like '%pg_sleep(1)%' and pid <> pg_backend_pid()`;
    /**
     * Starts a read, ends it on the standby and returns its answer; null if it never ran there.
     */
    const endRead = async () => {
      const state = { ended: 0, isAnswered: false };
      const slow = replicaReads(database)`
        select pg_is_in_recovery() as recovering from pg_sleep(1)`
        .execute()
        .finally(() => (state.isAnswered = true));
      while (state.ended === 0 && !state.isAnswered) {
        state.ended = (await onServer(servers.standby(), end)).length;
      }
      const rows = await slow;
      return state.ended === 0 ? null : rows;
    };
    await expect.poll(endRead, POLLED).toEqual([{ recovering: false }]);
    await untilUsed();
  });

  it('are repeated on the primary if recovery ends them', async () => {
    const { test } = office;
    await onServer(servers.standby(), "alter system set max_standby_streaming_delay = '10ms'");
    await onServer(servers.standby(), 'select pg_reload_conf()');
    await test.owner`create table swept (value int)`;
    await test.owner`grant select on swept to bursar_app`;
    const conflicts = async () => {
      await test.owner`insert into swept select generate_series(1, 1000)`;
      await untilUsed();
      const counted = await countReads(async () => {
        const slow = replicaReads(database)`
          select count(*)::int as count from pg_sleep(1), swept where value = 1`.execute();
        await wait(300);
        // The standby must forget rows that the running read may still see.
        await test.owner`delete from swept`;
        await test.owner`vacuum swept`;
        expect((await slow)[0]?.['count']).toBeLessThanOrEqual(1);
      });
      return counted.conflict;
    };
    await expect.poll(conflicts, POLLED).toBe(1);
    await untilUsed();
  });

  it.skipIf(!hasPgBouncer)('go through a pooler that pools by transaction', async () => {
    const { test } = office;
    const urlOf = (server: SystemServer) => server.urlOf('bursar_app', 'bursar');
    const { password } = new URL(urlOf(servers.primary()));
    await test.owner.unsafe(`alter role bursar_app login password '${password}'`);
    const serverUrl = urlOf(servers.standby());
    const pooler = await startPgBouncer({ serverUrl, mode: 'transaction', servers: 2 });
    const url = urlOf(servers.primary());
    const pooled = openDatabase({
      target: targetsOfAddresses({
        url,
        ownerUrl: servers.primary().urlOf('bursar', 'bursar'),
        directUrl: url,
        readUrl: pooler.through(serverUrl),
        isPrepared: false,
        schema: defaultSchema,
      }).application,
    });
    try {
      const sql = replicaReads(pooled);
      await expect.poll(() => isOnStandby(sql), POLLED).toBe(true);
      const numbers = Array.from({ length: 50 }, (_, number) => number);
      const read = async (number: number) =>
        (await sql`select ${number}::int as number where ${'a'}::text = ${'a'}`)[0]?.['number'];
      expect(await Promise.all(numbers.map(read))).toEqual(numbers);
      await pause();
      const { id } = await office.arrangeHeld();
      expect(await sql`select id from loans where id = ${id}`).toEqual([{ id }]);
      // The pooler could send another transaction to another standby.
      expect(await runAtOneMoment(pooled, isOnStandby)).toBe(false);
      await resume();
    } finally {
      await pooled.end({ timeout: 0 });
      await pooler.stop();
    }
  });

  it('come from the primary if the address is not that of a standby', async () => {
    const other = open(servers.primary().urlOf('bursar', 'bursar'));
    const noted: ReplicaSeen[] = [];
    replicaOf(other)?.onChange((state) => noted.push(state));
    await expect.poll(() => noted.at(-1), POLLED).toBe('other');
    expect(await isOnStandby(replicaReads(other))).toBe(false);
    expect(replicaOf(other)?.counts).toMatchObject({ replica: 0, away: 1 });
  });

  it('never fail when the standby falls silent or is killed', async () => {
    const manager = await office.signIn('manager');
    servers.standby().freeze();
    const lists = Array.from({ length: 8 }, () => listIds(manager));
    await Promise.all(lists);
    await expect.poll(() => seen.at(-1), POLLED).toBe('away');
    await servers.standby().kill();
    const counted = await countReads(async () => {
      const { id: loanId } = await office.arrangeHeld();
      expect(await listIds(manager)).toContain(loanId);
    });
    expect(counted).toMatchObject({ replica: 0, late: 0, conflict: 0 });
    expect((await office.test.app.server.inject('/readyz')).statusCode).toBe(200);
    const metrics = (await office.test.app.server.inject('/metrics')).body;
    expect(metrics).toMatch(/bursar_replica_reads_total\{answered="replica",reason="fresh"\} \d/);
    expect(metrics).toMatch(/bursar_replica_reads_total\{answered="primary",reason="away"\} \d/);
    expect(metrics).toContain('bursar_replica_lag_bytes Nan');
  });
});
