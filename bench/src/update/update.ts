import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { storeDues } from '@bursar/api/features/reporting/finance/store-dues';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { migrate, migrationsFolder } from '@bursar/api/platform/migrate';
import { call, type Server } from '../call-server.ts';
import { medianOf } from '../median.ts';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay } from '../lists/seed-book.ts';
import { pay } from '../scale/measure-work.ts';
import { seedScaleBook } from '../scale/seed-scale-book.ts';
import { secondsOf } from '../seconds-of.ts';
import { withDatabase, type BenchDatabase } from '../with-database.ts';

type Phase = {
  readonly name: string;
  readonly payments: number;
  readonly medianMs: number;
  readonly slowestMs: number;
  /** The longest time that a caller's statement waited for a table lock. */
  readonly longestWaitMs: number;
};

export type UpdateMeasurement = {
  readonly loans: number;
  readonly phases: readonly Phase[];
  readonly migrateSeconds: number;
  readonly load: number;
};

const LOANS = 200_000;
const CLIENTS = 8;
const PHASE_MS = 20_000;
const SAMPLE_MS = 20;
/**
 * The pause between two calls of a reader, like the time in which a person reads an answer. Without
 * the pause, migrations could not lock the tables that are read.
 */
const READ_PAUSE_MS = 1_000;

/**
 * Migrations as a later release could have them. They follow the recipe in `docs/contributing.md`.
 * They lock the tables that payments write and reports read.
 */
const laterMigrations: Readonly<Record<string, string>> = {
  '9999-01-01-0000-loans.sql': 'alter table loans add column later_note text;',
  '9999-01-01-0001-state.sql':
    'alter table loan_state add column later_minor bigint not null default 0;',
  '9999-01-01-0002-instalments.sql':
    'alter table instalments add column later_minor bigint not null default 0;',
  '9999-01-01-0003-payments.sql': 'alter table payments add column later_note text;',
  '9999-01-01-0004-lines.sql': 'alter table ledger_lines add column later_note text;',
  '9999-01-01-0005-table.sql': `
    create table later_marks (
      portfolio_id uuid not null,
      payment_id uuid not null,
      primary key (portfolio_id, payment_id),
      foreign key (portfolio_id, payment_id) references payments (portfolio_id, id)
    );`,
  '9999-01-01-0006-trigger.sql': `
    create function mark_payment() returns trigger language plpgsql as $$
    begin
      insert into later_marks (portfolio_id, payment_id) values (new.portfolio_id, new.id);
      return null;
    end $$;
    create trigger later_payment_marks after insert on payments
      for each row execute function mark_payment();`,
  '9999-01-01-0007-constraint.sql':
    'alter table payments add constraint later_amount check (amount_minor <> 0) not valid;',
  '9999-01-01-0008-validation.sql': 'alter table payments validate constraint later_amount;',
};

/**
 * Measures an update under load. Payments, lists and a long report run in four phases: while the
 * current release serves, while the migrations of a later release run, while both releases serve,
 * and while only the later one serves.
 */
export function measureUpdate(loans = LOANS): Promise<UpdateMeasurement> {
  return withDatabase(async (books) => {
    await seedScaleBook(books.owner, loans);
    await storeDues(books.database);
    const database = openDatabase({ target: books.target });
    const current = await startMeasured(books.database);
    const traffic = await startTraffic(current.address, books.database);
    const phases: Phase[] = [];
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const each = traffic.collect();
      const longestWaitMs = await watchWaits(database, work);
      phases.push({
        name,
        payments: each.length,
        medianMs: medianOf(each),
        slowestMs: Math.max(...each),
        longestWaitMs,
      });
    };
    try {
      await measure('before the update', () => wait(PHASE_MS));
      let migrateSeconds = 0;
      await measure('while it migrates', async () => {
        migrateSeconds = await secondsOf(() => migrateToLater(books));
      });
      const later = await startMeasured(database);
      try {
        traffic.addAddress(later.address);
        await measure('with both versions', () => wait(PHASE_MS));
        traffic.removeAddress(current.address);
        await measure('with the later version', () => wait(PHASE_MS));
        await traffic.stop();
      } finally {
        await later.stop();
      }
      return { loans, phases, migrateSeconds, load: loadavg()[0] ?? 0 };
    } finally {
      await current.stop();
      await database.end();
    }
  });
}

/**
 * Samples how long callers wait for table locks until the work ends. It counts only the lock modes
 * that callers request; migrations request others.
 */
async function watchWaits(database: Database, work: () => Promise<unknown>): Promise<number> {
  const ended = new AbortController();
  const working = work().finally(() => ended.abort());
  working.catch(() => undefined);
  let longestMs = 0;
  while (!ended.signal.aborted) {
    const [row] = await database<{ ms: number }[]>`
      select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
      from pg_locks where not granted and locktype = 'relation'
        and mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`;
    longestMs = Math.max(longestMs, row?.ms ?? 0);
    await wait(SAMPLE_MS);
  }
  await working;
  return longestMs;
}

async function migrateToLater({ owner, folder }: BenchDatabase): Promise<void> {
  const later = join(folder, 'migrations');
  mkdirSync(later);
  for (const name of readdirSync(migrationsFolder)) {
    copyFileSync(join(migrationsFolder, name), join(later, name));
  }
  for (const [name, text] of Object.entries(laterMigrations)) {
    writeFileSync(join(later, name), text);
  }
  const migrated = await migrate(owner, { folder: later });
  if (!migrated.ok) throw new Error(migrated.problem);
  if (migrated.applied.length !== Object.keys(laterMigrations).length) {
    throw new Error(`applied ${migrated.applied.join(', ')}`);
  }
}

/** Reads that run at the same time as the payments; the journal of a year takes longest. */
const reads = [
  '/api/loans?view=all&bucket=31-60',
  '/api/dashboard',
  '/api/finance/cash-flow',
  '/api/finance/journal.csv?from=2025-07-01&to=2026-06-30',
];

async function startTraffic(address: string, database: Database) {
  const cookie = await signIn(address, 'user');
  const addresses = [address];
  const loans = await listPayable(database);
  let collected: number[] = [];
  const stopped = new AbortController();
  let turn = 0;
  const next = (): Server => {
    turn += 1;
    return { address: addresses[turn % addresses.length] ?? address, cookie };
  };
  const payNext = async (): Promise<void> => {
    for (const { loanId, amountMinor } of loans) {
      if (stopped.signal.aborted) return;
      const each = collected;
      const seconds = await secondsOf(() => pay(next(), loanId, amountMinor));
      each.push(seconds * 1000);
    }
    throw new Error('every loan has been paid');
  };
  const readAgain = async (path: string): Promise<void> => {
    while (!stopped.signal.aborted) {
      await call(next(), { path });
      await wait(READ_PAUSE_MS);
    }
  };
  const running = Promise.all([
    ...Array.from({ length: CLIENTS }, payNext),
    ...reads.map((path) => readAgain(path)),
  ]);
  running.catch(() => undefined);
  return {
    /** Returns a list to which the following payments add their milliseconds. */
    collect: (): readonly number[] => (collected = []),
    addAddress: (added: string) => void addresses.push(added),
    removeAddress: (removed: string) => void addresses.splice(addresses.indexOf(removed), 1),
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
}

/** Lists the loans to pay, shared by all clients: each loan is paid once. */
async function listPayable(database: Database) {
  const loans = await database<{ loanId: string; amountMinor: number }[]>`
    select loan_id, oldest_unpaid_minor as amount_minor from loan_state
    where status = 'active' and oldest_unpaid_due_on > ${benchDay} order by loan_id`;
  return loans.values();
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeUpdate(measured: UpdateMeasurement): string {
  const { loans, phases, migrateSeconds, load } = measured;
  return [
    `${loans.toLocaleString('en')} loans, ${CLIENTS} clients paying and ${reads.length} reading; migrations took ${migrateSeconds.toFixed(1)} s; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    ...phases.map(
      ({ name, payments, medianMs, slowestMs, longestWaitMs }) =>
        `  ${String(payments).padStart(6)} payments ${name}: median ${medianMs.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms, longest wait for a table ${longestWaitMs.toFixed(0)} ms`,
    ),
  ].join('\n');
}
