import { loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Database } from '@bursar/api/platform/database';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay, seedBook } from '../lists/seed-book.ts';
import { withDatabase } from '../with-database.ts';
import type { SentBankFile, SentMeasurement } from './send-bank-file.ts';

const LOANS = 100_000;
const LINES = 10_000;
/** The amount due on every loan: equal, so that no amount distinguishes two loans. */
const DUE_MINOR = 10_662;
/** Limits: seconds until the lines are matched, and milliseconds that another call waits. */
const LIMIT_SECONDS = 3;
const LIMIT_MS = 100;

export type BankFileMeasurement = SentMeasurement & { readonly load: number };

/**
 * Uploads a bank file of 10,000 lines to a book of 100,000 loans that all have the same amount due.
 */
export function measureBankFile(): Promise<BankFileMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedBook(owner, LOANS);
    await owner`update loan_list_rows set due_minor = ${DUE_MINOR}, arrears_minor = 0`;
    await owner`vacuum analyze loan_list_rows`;
    const content = await bankFileOf(owner);
    const { address, stop } = await startMeasured(database);
    try {
      const cookie = await signIn(address, 'user');
      return { ...(await send({ address, cookie, content })), load: loadavg()[0] ?? 0 };
    } finally {
      await stop();
    }
  });
}

/**
 * Returns a bank file. A third of its lines has the reference of a loan, a third has the borrower's
 * name as the payer, and a third has that name with its two parts reversed.
 */
async function bankFileOf(owner: Database): Promise<string> {
  const loans = await owner<{ number: number; name: string }[]>`
    select listed.reference_number as number, listed.borrower_name as name
    from loan_list_rows listed where listed.status = 'active'
    order by listed.reference_number limit ${LINES}`;
  const rows = loans.map(({ number, name }, at) => {
    const [first = '', last = ''] = name.split(' ');
    const payer = at % 3 === 1 ? name : `${last} ${first}`;
    const text = at % 3 === 0 ? `Loan L-${String(number).padStart(6, '0')}` : 'Instalment June';
    return `${benchDay},${DUE_MINOR / 100},${payer},${text},T${at}`;
  });
  return ['Date,Amount,Name,Reference,Transaction ID', ...rows, ''].join('\n');
}

function send(workerData: SentBankFile): Promise<SentMeasurement> {
  const file = import.meta.url.endsWith('.ts') ? './send-bank-file.ts' : './send-bank-file.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeBankFile(measured: BankFileMeasurement): string {
  const { uploadSeconds, matched, longestMs, asked, linesMs, candidatesMs, load } = measured;
  const ofLimit = (value: number, limit: number) => `${(value / limit).toFixed(2)} × the limit`;
  return [
    `A bank file of ${LINES.toLocaleString('en')} lines, ${LOANS.toLocaleString('en')} loans with one amount due, load ${load.toFixed(1)}`,
    `  ${uploadSeconds.toFixed(1)} s until ${matched.toLocaleString('en')} lines are matched (${ofLimit(uploadSeconds, LIMIT_SECONDS)} of ${LIMIT_SECONDS} s)`,
    `  ${longestMs.toFixed(0)} ms the longest of ${asked} other calls meanwhile (${ofLimit(longestMs, LIMIT_MS)} of ${LIMIT_MS} ms)`,
    `  ${linesMs.toFixed(0)} ms for a page of its lines, ${candidatesMs.toFixed(0)} ms for the suggestions for a line`,
  ].join('\n');
}
