import { randomUUID } from 'node:crypto';
import { closeDays } from '@bursar/api/features/control/end-of-day/close-days';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { call, type Server } from '../call-server.ts';
import { openImports, measureImport, type ImportMeasurement } from '../import.ts';
import { benchDay } from '../lists/seed-book.ts';
import { medianOf } from '../median.ts';
import { secondsOf } from '../seconds-of.ts';
import type { BenchDatabase } from '../with-database.ts';

export type WorkMeasurement = {
  readonly paymentsPerSecond: number;
  readonly paymentMedianMs: number;
  readonly paymentP99Ms: number;
  /** For comparison: updates of single loan rows per second, one after another, each committed. */
  readonly updatesPerSecond: number;
  readonly tape: ImportMeasurement;
  /**
   * For comparison: seconds to insert as many instalments as the import did, into a table with the
   * same indexes.
   */
  readonly insertSeconds: number;
  readonly closeSeconds: number;
};

const CLIENTS = 8;
const PAYMENTS_EACH = 100;
const TAPE_ROWS = 10_000;
const CLOSES = 3;

/**
 * Measures payments, an import and closes in the book, and plain updates and inserts for
 * comparison.
 */
export async function measureWork(books: BenchDatabase, server: Server): Promise<WorkMeasurement> {
  const updatesPerSecond = await updateRows(books);
  const latencies = await payWithClients(books, server);
  const sorted = latencies.each.toSorted((left, right) => left - right);
  const office = await openImports(books);
  const tape = await measureImport(office, { rows: TAPE_ROWS, idPrefix: 'scale-' });
  const insertSeconds = await insertInstalments(books, tape.instalments);
  return {
    paymentsPerSecond: sorted.length / latencies.seconds,
    paymentMedianMs: medianOf(sorted),
    paymentP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    updatesPerSecond,
    tape,
    insertSeconds,
    closeSeconds: await closeRepeatedly(books),
  };
}

async function updateRows({ database }: BenchDatabase): Promise<number> {
  const loans = await database<{ portfolioId: string; loanId: string }[]>`
    select portfolio_id, loan_id from loan_state limit 500`;
  const seconds = await secondsOf(async () => {
    for (const { portfolioId, loanId } of loans) {
      await database`
        update loan_state set last_payment_on = last_payment_on
        where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
    }
  });
  return loans.length / seconds;
}

/** Posts a payment of one instalment to each of several hundred loans over HTTP. */
async function payWithClients({ database }: BenchDatabase, server: Server) {
  const loans = await database<{ loanId: string; amountMinor: number }[]>`
    select loan_id, oldest_unpaid_minor as amount_minor from loan_state
    where status = 'active' and oldest_unpaid_due_on > ${benchDay}
    order by loan_id limit ${CLIENTS * PAYMENTS_EACH}`;
  const each: number[] = [];
  const left = loans.values();
  const payNext = async (): Promise<void> => {
    for (const { loanId, amountMinor } of left) {
      const start = performance.now();
      await pay(server, loanId, amountMinor);
      each.push(performance.now() - start);
    }
  };
  const seconds = await secondsOf(() => Promise.all(Array.from({ length: CLIENTS }, payNext)));
  return { each, seconds };
}

export const pay = (server: Server, loanId: string, amountMinor: number): Promise<string> =>
  call(server, {
    method: 'POST',
    path: `/api/loans/${loanId}/payments`,
    body: {
      id: randomUUID(),
      amountMinor,
      currency: 'USD',
      valueDate: benchDay,
      method: 'bank-transfer',
    },
  });

async function insertInstalments({ owner }: BenchDatabase, rows: number): Promise<number> {
  await owner`create table plain_instalments (like instalments including all)`;
  const seconds = await secondsOf(
    () => owner`insert into plain_instalments select * from instalments limit ${rows}`,
  );
  await owner`drop table plain_instalments`;
  return seconds;
}

/** Closes several days. The first close is a warm-up. */
async function closeRepeatedly({ database }: BenchDatabase): Promise<number> {
  const each: number[] = [];
  for (let round = 0; round <= CLOSES; round += 1) {
    const now = new Date(`${addDays(calendarDate(benchDay), round + 1)}T00:00:10Z`);
    const seconds = await secondsOf(() => closeDays(database, { now }));
    if (round > 0) each.push(seconds);
  }
  return medianOf(each);
}
