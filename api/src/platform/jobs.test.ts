import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { jobNames, runJobs, sqlRunner, type RunningJobs } from './jobs.ts';

const patient = { timeout: 30_000, interval: 100 };

/** Opens two processes on one database and counts their runs of one job. */
async function openProcesses(run: () => Promise<void> = async () => undefined) {
  const { database, owner } = await createTestDatabase();
  const { log } = fastify({ logger: { level: 'silent' } });
  let runs = 0;
  const start = (): RunningJobs => {
    const running = runJobs({
      database,
      log,
      pollEverySeconds: 1,
      jobs: {
        'count-dues': async () => {
          runs += 1;
          await run();
        },
      },
    });
    onTestFinished(() => running.stop());
    return running;
  };
  const countRows = async (state: string): Promise<number> => {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::int from pgboss.job where name = 'count-dues' and state::text = ${state}`;
    return row?.count ?? 0;
  };
  return {
    owner,
    start,
    countRows,
    runs: () => runs,
    ask: () => owner`insert into pgboss.job (name, policy) values ('count-dues', 'short')`,
  };
}

it('every job has a queue', async () => {
  const { owner } = await createTestDatabase();
  const queues = await owner<{ name: string }[]>`
    select name from pgboss.queue where name not like '\\_\\_%'`;
  expect(queues.map(({ name }) => name).toSorted()).toEqual(jobNames.toSorted());
});

it('each run of a job goes to one process, however many there are', async () => {
  const { start, runs, ask, countRows } = await openProcesses();
  const processes = [start(), start(), start()];
  // The schedule itself requests a run when the first process starts.
  await vi.waitFor(async () => expect(await countRows('completed')).toBeGreaterThan(0), patient);
  const before = await countRows('completed');
  await ask();
  await vi.waitFor(async () => expect(await countRows('completed')).toBe(before + 1), patient);
  await Promise.all(processes.map(({ stop }) => stop()));
  expect(runs()).toBe(await countRows('completed'));
});

it('a failed run is recorded, and the next one still runs', async () => {
  let isBroken = true;
  const { start, ask, countRows } = await openProcesses(async () => {
    if (isBroken) throw new Error('out of order');
  });
  start();
  await vi.waitFor(async () => expect(await countRows('failed')).toBeGreaterThan(0), patient);
  isBroken = false;
  await ask();
  await vi.waitFor(async () => expect(await countRows('completed')).toBeGreaterThan(0), patient);
});

it('a run during which the database breaks every connection ends no process', async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  let breaks = 1;
  const { owner, start, ask, countRows } = await openProcesses(async () => {
    if (breaks-- <= 0) return;
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  });
  start();
  await vi.waitFor(() => expect(breaks).toBeLessThan(1), patient);
  await wait(500);
  await ask();
  await vi.waitFor(async () => expect(await countRows('completed')).toBeGreaterThan(0), patient);
  expect(rejections).toEqual([]);
});

it('the job runner returns the rows of every statement in a text, as its maintenance needs', async () => {
  const { owner } = await createTestDatabase();
  const run = sqlRunner(owner);
  expect((await run('select 1 as a; select 2 as "walkCursor"')).rows).toEqual([
    { a: 1 },
    { walkCursor: 2 },
  ]);
  expect((await run('select $1::int as a', [3])).rows).toEqual([{ a: 3 }]);
});
