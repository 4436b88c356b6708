import { cpus, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { sealAudit } from '@bursar/api/features/control/audit/audit-seals';
import { reconcile } from '@bursar/api/features/control/reconciliation/reconcile';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { signInAs, startMeasured } from '../lists/lists.ts';
import { medianOf } from '../median.ts';
import { withDatabase, type BenchDatabase } from '../with-database.ts';
import { writePgbenchScript } from './pgbench-script.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import type { Posted, Posting } from './post-repeatedly.ts';
import { recordStatements } from './record-payment.ts';
import {
  agentIds,
  emailOf,
  firstPaymentDay,
  loanIds,
  numbered,
  payable,
  seedPayableLoans,
} from './seed-payable-loans.ts';

export type PaymentsMeasurement = {
  readonly perSecond: number;
  /**
   * Transactions per second of the same statements in pgbench; null if pgbench is not installed.
   */
  readonly pgbenchPerSecond: number | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly payments: number;
  /** Number of statements of one payment, including the begin and commit of its transaction. */
  readonly statements: number;
  readonly checks: number;
  readonly load: number;
};

const CLIENTS = 8;
const ROUNDS = 5;
/** Milliseconds of a round before counting starts. */
const WARM_MS = 1_000;
const ROUND_MS = 3_000;
/** Loans per client and round: they need more payments than a client can post in a round. */
const LOANS_A_ROUND = 40;
const LOANS_EACH = LOANS_A_ROUND * (ROUNDS + 1);
/**
 * The agent whose payment is recorded as statements. The numbers before it are the agents that pay
 * over HTTP and with pgbench.
 */
const RECORDED_AGENT = 2 * CLIENTS;

/** Measures payments per second, alternating between HTTP and pgbench with the same statements. */
export function measurePayments(): Promise<PaymentsMeasurement> {
  return withDatabase(async (books) => {
    const { owner, database } = books;
    await seedPayableLoans(owner, { agents: RECORDED_AGENT + 1, loansEach: LOANS_EACH });
    const { address, stop } = await startMeasured(database);
    try {
      const measured = await measureRounds(books, address);
      await sealAudit(database, { now: new Date(), waits: true });
      const checks = await reconcile(owner);
      const broken = checks.filter(({ count }) => count > 0);
      if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken)}`);
      return { ...measured, checks: checks.length, load: loadavg()[0] ?? 0 };
    } finally {
      await stop();
    }
  });
}

async function measureRounds(books: BenchDatabase, address: string) {
  const cookies: string[] = [];
  for (let agent = 0; agent < CLIENTS; agent += 1) {
    cookies.push(await signInAs(address, emailOf(agent)));
  }
  const peer = await preparePeer(books, address);
  const rates: number[] = [];
  const peerRates: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = 1 + round * LOANS_A_ROUND;
    const clients = cookies.map((cookie, agent) => {
      return { cookie, firstLoan: first + agent * LOANS_EACH };
    });
    const timing = { warmMilliseconds: WARM_MS, milliseconds: ROUND_MS };
    const posted = await postInWorker({ address, clients, ...timing });
    const peerSeconds = await peer.run(first + CLIENTS * LOANS_EACH);
    // The first round warms up and lets the database update its table statistics.
    if (round === 0) {
      await books.owner`vacuum analyze`;
      continue;
    }
    rates.push((posted.latencies.length * 1000) / ROUND_MS);
    latencies.push(...posted.latencies);
    if (peerSeconds) peerRates.push(medianOf(peerSeconds.slice(WARM_MS / 1000)));
  }
  const sorted = latencies.toSorted((left, right) => left - right);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    perSecond: medianOf(rates),
    pgbenchPerSecond: peerRates.length > 0 ? medianOf(peerRates) : null,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    payments: sorted.length,
    statements: peer.statements,
  };
}

/** Prepares pgbench with the statements that Bursar sends for one payment. */
async function preparePeer(books: BenchDatabase, address: string) {
  const cookie = await signInAs(address, emailOf(RECORDED_AGENT));
  const firstLoan = 1 + RECORDED_AGENT * LOANS_EACH;
  const post = (from: number, payments: number) =>
    postInWorker({ address, clients: [{ cookie, firstLoan }], from, payments });
  // Records the last payment that the loan gets, so that the number of its instalment differs from
  // the other numbers in the parameters, and the plans of the statements are already cached.
  const place = payable.paid - 1;
  await post(0, place);
  const statements = await recordStatements(books, () => post(place, 1));
  const script = writePgbenchScript(statements, {
    loanId: numbered(loanIds, firstLoan),
    agentId: numbered(agentIds, RECORDED_AGENT),
    valueDate: addDays(calendarDate(firstPaymentDay), place),
    instalment: place + 1,
  });
  const program = findPgbench();
  const { folder, target } = books;
  const run = async (first: number): Promise<readonly number[] | null> => {
    if (!program || 'url' in target) return null;
    const numbers = { first_loan: first, first_agent: CLIENTS, loans_each: LOANS_EACH, done: 0 };
    const seconds = (WARM_MS + ROUND_MS) / 1000;
    return runPgbench({ program, script, folder, target, clients: CLIENTS, seconds, numbers });
  };
  return { statements: statements.length, run };
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describePayments(measured: PaymentsMeasurement): string {
  const { perSecond, pgbenchPerSecond, p50Ms, p99Ms, payments, statements, checks, load } =
    measured;
  const peer =
    pgbenchPerSecond === null
      ? '  pgbench is not on this machine, so this peer is left out.'
      : `  ${pgbenchPerSecond.toFixed(0).padStart(6)} a second by pgbench with the ${statements} statements of one payment; HTTP reaches ${(perSecond / pgbenchPerSecond).toFixed(2)} × of it`;
  return [
    `Payments by ${CLIENTS} clients, in ${ROUNDS} rounds by turns; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    `  ${perSecond.toFixed(0).padStart(6)} a second over HTTP; ${payments.toLocaleString('en')} payments took ${p50Ms.toFixed(1)} ms in the middle, p99 ${p99Ms.toFixed(1)} ms`,
    peer,
    `  afterwards ${checks} of ${checks} checks of the books hold`,
  ].join('\n');
}

function postInWorker(posting: Posting): Promise<Posted> {
  const upload = import.meta.url.endsWith('.ts') ? './post-repeatedly.ts' : './post-repeatedly.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(upload, import.meta.url), { workerData: posting });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
