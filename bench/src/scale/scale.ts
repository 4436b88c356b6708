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
import type { Role } from '@bursar/contracts/roles';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay } from '../lists/seed-book.ts';
import { call } from '../call-server.ts';
import { medianOf } from '../median.ts';
import { secondsOf } from '../seconds-of.ts';
import { withDatabase } from '../with-database.ts';
import { askedCalls } from './asked-calls.ts';
import { readLoanSize, type LoanSize } from './loan-size.store.ts';
import { measureBackup, type BackupMeasurement } from './measure-backup.ts';
import { measureWork, type WorkMeasurement } from './measure-work.ts';
import { seedScaleBook } from './seed-scale-book.ts';

type Timed = { readonly name: string; readonly medianMs: number; readonly slowestMs: number };

export type ScaleMeasurement = {
  readonly loans: number;
  readonly payments: number;
  readonly storeSeconds: number;
  /** For comparison: counting and summing all loans. */
  readonly plain: Timed;
  readonly calls: readonly Timed[];
  /** For comparison: each report calculated once from all rows instead of stored figures. */
  readonly counted: readonly Timed[];
  readonly size: LoanSize;
  readonly work: WorkMeasurement;
  readonly backup: BackupMeasurement;
  readonly load: number;
};

const LOANS = 100_000;
const ROUNDS = 7;

/** Measures reports, searches, writes and a backup in a book with histories, without the cache. */
export function measureScale(loans = LOANS): Promise<ScaleMeasurement> {
  return withDatabase(async (books) => {
    const { owner, database } = books;
    await seedScaleBook(owner, loans);
    const storeSeconds = await secondsOf(async () => {
      await storeMonthEnds(database, { now: new Date(`${benchDay}T12:00:00Z`) });
      await storeDues(database);
    });
    await owner`vacuum analyze loan_month_ends`;
    const server = await startMeasured(database, { cachesReads: false });
    try {
      const { address } = server;
      const cookies = new Map<Role, string>();
      for (const role of ['user', 'team', 'agent'] as const) {
        cookies.set(role, await signIn(address, role));
      }
      const serverFor = (role: Role) => ({ address, cookie: cookies.get(role) ?? '' });
      const [plain, ...calls] = await measureInTurns([
        { name: 'all loans counted and added up', run: () => addUp(database) },
        ...askedCalls.map(({ as, name, path }) => {
          return { name, run: () => call(serverFor(as), { path }) };
        }),
      ]);
      if (!plain) throw new Error('a measurement has a first call');
      const [sizes] = await owner<
        { payments: number }[]
      >`select count(*) as payments from payments`;
      const size = await readLoanSize(owner, loans);
      return {
        loans,
        payments: sizes?.payments ?? 0,
        storeSeconds,
        plain,
        calls,
        counted: await countEverything(database),
        size,
        work: await measureWork(books, serverFor('user')),
        backup: await measureBackup(books),
        load: loadavg()[0] ?? 0,
      };
    } finally {
      await server.stop();
    }
  });
}

type Measured = { readonly name: string; readonly run: () => Promise<unknown> };

/**
 * Takes the measurements alternately, so that other load affects all of them equally. The first
 * round is a warm-up.
 */
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

/** Measures each report once, calculated from all rows instead of stored figures. */
async function countEverything(database: Database): Promise<readonly Timed[]> {
  const days = [...monthEndsUpTo(monthEndBefore(benchDay)).slice(1), benchDay];
  const counts = {
    'arrears over time from every payment': () =>
      countHistory(database, { scope: everything, days }),
    'expected dues from every instalment': () => countDues(database),
    'forecast from every instalment': () => countComing(database),
    'trial balance from every line': () => sumLines(database),
  };
  const counted: Timed[] = [];
  for (const [name, run] of Object.entries(counts)) {
    const onceMs = (await secondsOf(run)) * 1000;
    counted.push({ name, medianMs: onceMs, slowestMs: onceMs });
  }
  return counted;
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeScale(measured: ScaleMeasurement): string {
  const { loans, payments, storeSeconds, plain, calls, counted, load } = measured;
  const lineOf = ({ name, medianMs, slowestMs }: Timed) =>
    `  ${medianMs.toFixed(0).padStart(6)} ms, slowest ${slowestMs.toFixed(0).padStart(6)} ms, ${(medianMs / plain.medianMs).toFixed(2).padStart(6)} ×  ${name}`;
  return [
    `${count(loans)} loans and ${count(payments)} payments, uncached; median of ${ROUNDS}; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    ...[plain, ...calls].map(lineOf),
    '  counted from every row instead, once:',
    ...counted.map(lineOf),
    `  month ends and dues of all loans stored in ${storeSeconds.toFixed(0)} s`,
    ...describeWork(measured),
  ].join('\n');
}

const count = (value: number) => value.toLocaleString('en');

function describeWork({ size, work, backup, loans }: ScaleMeasurement): readonly string[] {
  const { tape, insertSeconds } = work;
  const megabytes = (bytes: number) => `${count(Math.round(bytes / 1_000_000))} MB`;
  const ratio = (work.paymentsPerSecond / work.updatesPerSecond).toFixed(2);
  return [
    `  ${(size.bytesPerLoan / 1000).toFixed(1)} KB a loan, of it instalments ${(size.instalmentBytesPerLoan / 1000).toFixed(1)} KB (${size.bytesPerInstalment.toFixed(0)} bytes each); ${megabytes(size.databaseBytes)} in all`,
    `  ${work.paymentsPerSecond.toFixed(0)} payments a second, median ${work.paymentMedianMs.toFixed(0)} ms, p99 ${work.paymentP99Ms.toFixed(0)} ms; ${ratio} × the ${work.updatesPerSecond.toFixed(0)} committed updates of one row`,
    `  a tape of ${count(tape.rows)} loans: dry run ${tape.checkSeconds.toFixed(1)} s, booking ${tape.bookSeconds.toFixed(1)} s, ${(tape.bookSeconds / insertSeconds).toFixed(1)} × the ${insertSeconds.toFixed(1)} s that its ${count(tape.instalments)} instalments take by a plain insert`,
    `  a close ${(work.closeSeconds * 1000).toFixed(0)} ms`,
    `  a backup of ${count(backup.rows)} rows ${backup.backupSeconds.toFixed(0)} s, ${megabytes(backup.bytes)}; its restore ${backup.restoreSeconds.toFixed(0)} s, ${((backup.restoreSeconds / loans) * 1e6).toFixed(0)} µs a loan`,
  ];
}
