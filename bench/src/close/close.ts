import { cpus, loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { closeDays } from '@bursar/api/features/control/end-of-day/close-days';
import type { Queryable } from '@bursar/api/platform/database';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { benchDay } from '../lists/seed-book.ts';
import { medianOf } from '../median.ts';
import { secondsOf } from '../seconds-of.ts';
import { withDatabase, type BenchDatabase } from '../with-database.ts';
import { closeByHand } from './close-by-hand.ts';
import { payOnDay, seedDatedBook, type BookSize } from './seed-dated-book.ts';

type BookMeasurement = {
  readonly size: BookSize;
  readonly closeMs: number;
  readonly byHandMs: number;
};

export type CloseMeasurement = {
  readonly small: BookMeasurement;
  readonly large: BookMeasurement;
  readonly load: number;
};

const LOANS = 1_000_000;
const ROUNDS = 5;

/**
 * Measures end-of-day in a book and in one of a tenth of its size, alternating with the
 * hand-written statement.
 */
export function measureClose(loans = LOANS): Promise<CloseMeasurement> {
  const size = { loans, days: ROUNDS + 1, ...daysOf(loans) };
  const smaller = { ...size, loans: loans / 10 };
  return withDatabase((large) =>
    withDatabase(async (small) => {
      await seedDatedBook(small.owner, smaller);
      await seedDatedBook(large.owner, size);
      const times = { small: [] as DayTimes[], large: [] as DayTimes[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const ofSmall = await measureDay(small, smaller, round);
        const ofLarge = await measureDay(large, size, round);
        // The first round warms up.
        if (round === 0) continue;
        times.small.push(ofSmall);
        times.large.push(ofLarge);
      }
      return {
        small: { size: smaller, ...mediansOf(times.small) },
        large: { size, ...mediansOf(times.large) },
        load: loadavg()[0] ?? 0,
      };
    }),
  );
}

/**
 * Returns the number of events on each day: shares of the loans of the larger book. The smaller
 * book has the same numbers.
 */
const daysOf = (loans: number) => ({
  fallingDue: loans / 200,
  paid: loans / 500,
  promised: loans / 2000,
});

type DayTimes = { readonly closeMs: number; readonly byHandMs: number };

const mediansOf = (times: readonly DayTimes[]): DayTimes => ({
  closeMs: medianOf(times.map(({ closeMs }) => closeMs)),
  byHandMs: medianOf(times.map(({ byHandMs }) => byHandMs)),
});

async function measureDay(
  { owner, database }: BenchDatabase,
  size: BookSize,
  round: number,
): Promise<DayTimes> {
  await payOnDay(owner, size, round);
  const [portfolio] = await owner<{ id: string }[]>`select id from portfolios`;
  const portfolioId = portfolio?.id ?? '';
  const key = { portfolioId, day: addDays(calendarDate(benchDay), round) };
  let expected: unknown;
  let byHandMs = 0;
  await database
    .begin(async (transaction) => {
      byHandMs = 1000 * (await secondsOf(() => closeByHand(transaction, key)));
      expected = await readClosed(transaction, key);
      // Roll the hand-written close back, so that Bursar's close starts from the same state.
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  const now = new Date(`${addDays(key.day, 1)}T00:00:10Z`);
  const closeMs = 1000 * (await secondsOf(() => closeDays(database, { now, portfolioId })));
  const found = await readClosed(owner, key);
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`by hand ${JSON.stringify(expected)}, closed ${JSON.stringify(found)}`);
  }
  return { closeMs, byHandMs };
}

class TakenBack extends Error {}

/** Reads the figures that a close stored for a day. */
async function readClosed(
  sql: Queryable,
  { portfolioId, day }: { portfolioId: string; day: string },
) {
  const ofDay = sql`portfolio_id = ${portfolioId} and day = ${day}`;
  const [sums, buckets, promises] = await Promise.all([
    sql`select currency, due_instalments, due_minor, due_open_minor, payments, received_minor
      from end_of_day_sums where ${ofDay} order by 1`,
    sql`select currency, bucket, loans, outstanding_minor from end_of_day_buckets
      where ${ofDay} order by 1, 2`,
    sql`select state, count(*) as promises, sum(received_minor)::bigint as received
      from end_of_day_promises where ${ofDay} group by 1 order by 1`,
  ]);
  return [sums, buckets, promises].map((rows) => rows.map((row) => ({ ...row })));
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeClose({ small, large, load }: CloseMeasurement): string {
  const { fallingDue, paid, promised } = large.size;
  const count = (value: number) => value.toLocaleString('en');
  const lines = [small, large].map(({ size, closeMs, byHandMs }) => {
    const ratio = (closeMs / byHandMs).toFixed(2);
    return `  ${count(size.loans).padStart(9)} loans: ${closeMs.toFixed(0)} ms, ${ratio} × the ${byHandMs.toFixed(0)} ms of one statement by hand`;
  });
  return [
    `The close of a day on which ${count(fallingDue)} instalments fall due, ${count(promised)} promises end and ${count(paid)} instalments are paid; median of ${ROUNDS}; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    ...lines,
    `  ten times the book: ${(large.closeMs / small.closeMs).toFixed(2)} × the time`,
  ].join('\n');
}
