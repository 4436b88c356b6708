import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { copyText } from './copy-rows.ts';
import { refreshStatistics, type Queryable, type Transaction } from './database.ts';
import { isConnectionFailure } from './postgres/connection-failures.ts';

const { database, owner } = await createTestDatabase();
await owner`create table written (word text)`;
await owner`grant select, insert on written to bursar_app`;

/** Terminates a connection as a server restart does, but keeps the server running. */
async function breakConnection(pid: number): Promise<void> {
  await owner`select pg_terminate_backend(${pid}, 5000)`;
}

/**
 * Ends a connection's process and blocks until it has ended, so that this process reads nothing
 * from the connection before its next write.
 */
function endProcess(pid: number): Promise<void> {
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const cell = new Int32Array(new SharedArrayBuffer(4));
  process.kill(pid, 'SIGTERM');
  while (isRunning()) Atomics.wait(cell, 0, 0, 10);
  return Promise.resolve();
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isConnectionFailure(error) ? 'lost' : error),
  );

async function readRows(): Promise<string[]> {
  const rows = await owner<{ word: string }[]>`select word from written order by word`;
  return rows.map(({ word }) => word);
}

it('a transaction that lost its connection writes nothing, even if its code continues', async () => {
  const later: Promise<unknown>[] = [];
  const lost = database.begin(async (transaction) => {
    const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await transaction`insert into written values ('before')`;
    await breakConnection(row?.pid ?? 0);
    // The pool reconnects for other callers over the connection that this transaction used.
    await outcomeOf(Promise.all(Array.from({ length: 20 }, () => database`select 1`)));
    later.push(outcomeOf(transaction`insert into written values ('after')`.execute()));
    await Promise.all(later);
  });
  expect(await outcomeOf(lost)).toBe('lost');
  await expect.poll(() => later.length).toBe(1);
  expect(await Promise.all(later)).toEqual(['lost']);
  expect(await readRows()).toEqual([]);
});

it.each([
  { when: 'after its close was noticed', lose: breakConnection },
  { when: 'while its statement is sent', lose: endProcess },
])('a held connection that was lost $when is never reused', async ({ lose }) => {
  const held = await database.reserve();
  const [row] = await held<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await lose(row?.pid ?? 0);
  expect(await outcomeOf(held`select 1`)).toBe('lost');
  held.release();
  const asked = Array.from({ length: 20 }, () => database`select 1 as one`);
  expect((await Promise.all(asked)).map(([answer]) => answer?.['one'])).toEqual(asked.map(() => 1));
});

it('a COPY that loses its connection ends, before or after the last row', async () => {
  const copies = [false, true].map((allHaveGone) =>
    database.begin(async (transaction) => {
      const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
      async function* rows() {
        yield 'copied\n';
        if (allHaveGone) setImmediate(() => void breakConnection(row?.pid ?? 0));
        else await breakConnection(row?.pid ?? 0);
      }
      await copyText(transaction, { table: 'written', columns: ['word'] }, rows());
      if (allHaveGone) await transaction`select pg_sleep(20)`;
    }),
  );
  expect(await Promise.all(copies.map(outcomeOf))).toEqual(['lost', 'lost']);
  expect(await readRows()).toEqual([]);
});

it('the connection stays usable after a COPY to the client was read completely or abandoned', async () => {
  const lines = (count: number) =>
    `copy (select repeat('x', 50) from generate_series(1, ${count})) to stdout`;
  // In the first case the reader takes all rows; in the second it stops long before the end.
  for (const { count, takes } of [
    { count: 1_000, takes: Number.MAX_SAFE_INTEGER },
    { count: 100_000, takes: 1 },
  ]) {
    const after = await database.begin(async (transaction) => {
      const text = await transaction.unsafe(lines(count)).readable();
      let bytes = 0;
      for await (const piece of text) {
        bytes += Buffer.byteLength(piece);
        if (bytes > takes) break;
      }
      expect(bytes).toBeGreaterThanOrEqual(Math.min(count * 51, takes));
      const [row] = await transaction<{ one: number }[]>`select 1 as one`;
      return row?.one;
    });
    expect(after).toBe(1);
  }
});

it('the pool answers again at once after every connection was cut under load', async () => {
  for (let round = 0; round < 5; round += 1) {
    const asked = Array.from({ length: 60 }, (_, number) =>
      outcomeOf(
        number % 3 === 0
          ? database.begin((transaction) => transaction`select pg_sleep(0.01)`)
          : database`select ${number}::int, pg_sleep(0.01)`,
      ),
    );
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'bursar_app'`;
    const outcomes = new Set(await Promise.all(asked));
    outcomes.delete('done');
    outcomes.delete('lost');
    expect([...outcomes]).toEqual([]);
    expect(await outcomeOf(database`select 1`)).toBe('done');
  }
});

it('rows of many columns are read as plain objects, not as a hash table each', async () => {
  setFlagsFromString('--allow-natives-syntax');
  const isPlain: (row: object) => boolean = runInNewContext('(row) => %HasFastProperties(row)');
  const columns = Array.from({ length: 40 }, (_, number) => `${number} as column_${number}`);
  const [row] = await database.unsafe<Record<string, number>[]>(`select ${columns.join(', ')}`);
  expect(row).toMatchObject({ column0: 0, column39: 39 });
  expect(row && isPlain(row)).toBe(true);
});

it('the rows of a statement are released once it is answered', async () => {
  const statements = 400;
  const bytesRead = statements * 100 * 400;
  // Runs in its own process, because leftovers of other test files fill the same heap spaces.
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
    import { targetsOfSocket } from ${JSON.stringify(new URL('./postgres/targets.ts', import.meta.url).href)};
    const target = targetsOfSocket(${JSON.stringify(inject('postgresSocket'))}, 'postgres').owner;
    const database = openDatabase({ target, maxConnections: 1 });
    // Counts bytes that survive a minor collection, which should free everything a statement read.
    const oldBytes = () =>
      getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
    let outlived = 0;
    let before = oldBytes();
    for (let asked = 0; asked < ${statements}; asked += 1) {
      await database\`select repeat('x', 400) || n as word from generate_series(1, 100) n\`;
      const after = oldBytes();
      outlived += Math.max(0, after - before);
      before = after;
    }
    console.log(outlived);
    await database.end();
  `;
  const flags = ['--conditions=source', '--import=tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(bytesRead / 4);
});

it('collects statistics of the tables that have grown, for the transaction that filled them', async () => {
  const plannedFor = async (sql: Queryable) => {
    const [row] = await sql<{ rows: number }[]>`
      select reltuples as rows from pg_class where oid = 'written'::regclass`;
    return row?.rows;
  };
  const fill = (transaction: Transaction, words: number) =>
    transaction`insert into written select repeat('word ', 40) from generate_series(1, ${words}::int)`;
  await database.begin(async (transaction) => {
    await fill(transaction, 10);
    await refreshStatistics(transaction);
    expect(await plannedFor(transaction)).toBe(-1);
    await fill(transaction, 3_000);
    await refreshStatistics(transaction);
    expect(await plannedFor(transaction)).toBe(3_010);
    await fill(transaction, 10);
    await refreshStatistics(transaction);
    expect(await plannedFor(transaction)).toBe(3_010);
  });
});
