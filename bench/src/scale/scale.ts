import { cpus, loadavg } from 'node:os';
import { storeMonthEnds } from '@bursar/api/features/reporting/analytics/store-month-ends';
import { countHistory } from '@bursar/api/features/reporting/analytics/book-history.store';
import { monthEndBefore, monthEndsUpTo } from '@bursar/api/features/reporting/analytics/month-ends';
import { storeDues } from '@bursar/api/features/reporting/finance/store-dues';
import {
  countExpected,
  countForecast,
  sumLedgerLines,
} from '@bursar/api/features/reporting/finance/finance.store';
import type { Database } from '@bursar/api/platform/database';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay } from '../lists/seed-book.ts';
import { medianOf } from '../median.ts';
import { withDatabase } from '../with-database.ts';
import { seedScaleBook } from './seed-scale-book.ts';

type Timed = { readonly name: string; readonly medianMs: number; readonly slowestMs: number };

export type ScaleMeasurement = {
  readonly loans: number;
  readonly payments: number;
  readonly storeSeconds: number;
  /** Counting and adding up all loans, for comparison. */
  readonly plain: Timed;
  readonly calls: readonly Timed[];
  /** Arrears over time without the stored month ends, once. */
  readonly replaySeconds: number;
  readonly load: number;
};

const LOANS = 100_000;
const ROUNDS = 7;

const arabic = (text: string) => `/api/search?q=${encodeURIComponent(text)}`;

const paths: Readonly<Record<string, string>> = {
  dashboard: '/api/dashboard',
  'arrears, roll rates and vintages': '/api/analytics/arrears',
  'the loans behind a bucket of today': `/api/analytics/loans?currency=USD&on=${benchDay}&bucket=31-60`,
  'the loans behind a bucket of the last month end': `/api/analytics/loans?currency=USD&on=${monthEndBefore(benchDay)}&bucket=31-60`,
  concentration: '/api/analytics/concentration',
  'cash flow of twelve months': '/api/finance/cash-flow',
  forecast: '/api/finance/forecast',
  'arrears by age': '/api/finance/arrears',
  'trial balance': '/api/finance/trial-balance',
  'search: a common name': '/api/search?q=camila',
  'search: a name with a mistake': '/api/search?q=camlia',
  'search: an amount': '/api/search?q=1000',
  'search: a common Arabic name': arabic('خالد الخطيب'),
  'search: an Arabic name that nobody has': arabic('عبدالرزاق'),
};

/** Measures reports and searches over HTTP without the response cache, in a book with histories. */
export function measureScale(loans = LOANS): Promise<ScaleMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedScaleBook(owner, loans);
    const started = performance.now();
    await storeMonthEnds(database, { now: new Date(`${benchDay}T12:00:00Z`) });
    await storeDues(database);
    const storeSeconds = (performance.now() - started) / 1000;
    await owner`vacuum analyze loan_month_ends`;
    const server = await startMeasured(database, { cachesReads: false });
    try {
      const cookie = await signIn(server.address, 'user');
      const [plain, ...calls] = await measureInTurns([
        { name: 'all loans counted and added up', run: () => addUp(database) },
        ...Object.entries(paths).map(([name, path]) => {
          return { name, run: () => call(`${server.address}${path}`, cookie) };
        }),
        { name: 'expected dues from every instalment', run: () => countDues(database) },
        { name: 'forecast from every instalment', run: () => countComing(database) },
        { name: 'trial balance from every line', run: () => sumLines(database) },
      ]);
      if (!plain) throw new Error('a measurement has a first call');
      const [sizes] = await owner<
        { payments: number }[]
      >`select count(*) as payments from payments`;
      const replaySeconds = await measureReplay(database);
      return {
        loans,
        payments: sizes?.payments ?? 0,
        storeSeconds,
        plain,
        calls,
        replaySeconds,
        load: loadavg()[0] ?? 0,
      };
    } finally {
      await server.stop();
    }
  });
}

type Measured = { readonly name: string; readonly run: () => Promise<unknown> };

/** Measures in turns, so that other load affects all alike. The first round warms up. */
async function measureInTurns(measured: readonly Measured[]): Promise<Timed[]> {
  const times = measured.map(({ name }) => ({ name, each: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { run }] of measured.entries()) {
      const start = performance.now();
      await run();
      if (round > 0) times[index]?.each.push(performance.now() - start);
    }
  }
  return times.map(({ name, each }) => {
    return { name, medianMs: medianOf(each), slowestMs: Math.max(...each) };
  });
}

const addUp = (database: Database) => database`
  select status, count(*), sum(outstanding_principal_minor), sum(principal_minor)
  from loan_list_rows group by 1`;

const everything = { role: 'admin', accountId: '', now: '', demoPortfolioIds: [] } as const;

const countDues = (database: Database) =>
  countExpected(database, { scope: everything, from: '2025-07-01', to: benchDay, step: 'month' });

const countComing = (database: Database) =>
  countForecast(database, { scope: everything, from: benchDay, to: '2027-05-31' });

const sumLines = (database: Database) =>
  sumLedgerLines(database, { scope: everything, on: benchDay });

async function call(url: string, cookie: string): Promise<void> {
  const response = await fetch(url, { headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}

async function measureReplay(database: Database): Promise<number> {
  const days = [...monthEndsUpTo(monthEndBefore(benchDay)).slice(1), benchDay];
  const start = performance.now();
  await countHistory(database, { scope: everything, days });
  return (performance.now() - start) / 1000;
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeScale(measured: ScaleMeasurement): string {
  const { loans, payments, storeSeconds, plain, calls, replaySeconds, load } = measured;
  const count = (value: number) => value.toLocaleString('en');
  return [
    `Reports and searches at ${count(loans)} loans and ${count(payments)} payments, uncached; median of ${ROUNDS}; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    ...[plain, ...calls].map(({ name, medianMs, slowestMs }) => {
      const ratio = (medianMs / plain.medianMs).toFixed(2);
      return `  ${medianMs.toFixed(0).padStart(6)} ms, slowest ${slowestMs.toFixed(0).padStart(6)} ms, ${ratio.padStart(6)} ×  ${name}`;
    }),
    `  month ends of all loans stored in ${storeSeconds.toFixed(0)} s; replayed instead, arrears take ${replaySeconds.toFixed(1)} s`,
  ].join('\n');
}
