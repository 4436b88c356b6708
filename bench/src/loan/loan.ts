import { cpus, loadavg } from 'node:os';
import { benchDay } from '../lists/seed-book.ts';
import { signIn, startMeasured } from '../lists/lists.ts';
import { medianOf } from '../median.ts';
import { loanIds, numbered, seedPayableLoans } from '../payments/seed-payable-loans.ts';
import { withDatabase } from '../with-database.ts';
import { fillLoan, events } from './fill-loan.ts';

type Answered = {
  readonly name: string;
  readonly medianMs: number;
  /** Processor time of this process, which runs the server and the client, to ignore other load. */
  readonly processorMs: number;
  readonly bytes: number;
};

export type LoanMeasurement = {
  /** The requests that the page sends at once when it opens. */
  readonly opening: Answered;
  readonly parts: readonly Answered[];
  readonly preview: Answered;
  readonly load: number;
};

const RUNS = 15;
const OPENS_WITHIN_MS = 100;
const PREVIEW_WITHIN_MS = 50;

/** Measures the requests of the page and its tabs over HTTP for a loan with 2,000 events. */
export function measureLoan(): Promise<LoanMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedPayableLoans(owner, { agents: 1, loansEach: 1 });
    const { address, stop } = await startMeasured(database, { cachesReads: false });
    try {
      const cookie = await signIn(address, 'user');
      const loanId = numbered(loanIds, 1);
      await fillLoan({ address, cookie, loanId });
      await owner`vacuum analyze`;
      const ask = (name: string, paths: readonly string[]) =>
        measureAnswer({ name, cookie, urls: paths.map((path) => `${address}/api${path}`) });
      const ofLoan = `/loans/${loanId}`;
      const opening = await ask('all that the page opens with', [
        ofLoan,
        `${ofLoan}/parties`,
        `${ofLoan}/work`,
      ]);
      const parts = [await ask('of that, the loan and its schedule', [ofLoan])];
      for (const tab of tabs) parts.push(await ask(tab, [`${ofLoan}/${tab}`]));
      parts.push(await ask('audit', [`/audit?loanId=${loanId}`]));
      const preview = await ask('schedules of money beyond what is due', [
        `${ofLoan}/beyond-due-preview?amountMinor=4500000&valueDate=${benchDay}`,
      ]);
      return { opening, parts, preview, load: loadavg()[0] ?? 0 };
    } finally {
      await stop();
    }
  });
}

const tabs = [
  'payments',
  'charges',
  'activity',
  'contacts',
  'notes',
  'documents',
  'assignments',
  'ledger',
] as const;

type Question = {
  readonly name: string;
  readonly cookie: string;
  readonly urls: readonly string[];
};

async function measureAnswer({ name, cookie, urls }: Question): Promise<Answered> {
  const times: number[] = [];
  const processor: number[] = [];
  let bytes = 0;
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now();
    const used = process.cpuUsage();
    const sizes = await Promise.all(urls.map((url) => sizeOf(url, cookie)));
    const { user, system } = process.cpuUsage(used);
    // The first request warms caches and is not counted.
    if (run === 0) continue;
    times.push(performance.now() - start);
    processor.push((user + system) / 1000);
    bytes = sizes.reduce((sum, size) => sum + size, 0);
  }
  return { name, bytes, medianMs: medianOf(times), processorMs: medianOf(processor) };
}

async function sizeOf(url: string, cookie: string): Promise<number> {
  const response = await fetch(url, { headers: { cookie } });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return byteLength;
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeLoan({ opening, parts, preview, load }: LoanMeasurement): string {
  const { payments, contacts, notes, documents } = events;
  const all = payments + contacts + notes + documents;
  return [
    `A loan with ${all.toLocaleString('en')} events over HTTP, median of ${RUNS}; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    `${lineOf(opening)} (at most ${OPENS_WITHIN_MS} ms)`,
    '  and its tabs, each as it is opened:',
    ...parts.map(lineOf),
    '  while a payment is typed, once typing rests:',
    `${lineOf(preview)} (at most ${PREVIEW_WITHIN_MS} ms)`,
  ].join('\n');
}

function lineOf({ name, medianMs, processorMs, bytes }: Answered): string {
  const kilobytes = (bytes / 1000).toFixed(1);
  return `  ${medianMs.toFixed(1).padStart(7)} ms, processor ${processorMs.toFixed(1).padStart(6)} ms, ${kilobytes.padStart(7)} KB  ${name}`;
}
