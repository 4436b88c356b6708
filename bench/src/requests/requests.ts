import { loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { listLoanRows } from '@bursar/api/features/servicing/loan-lists/loans.store';
import { sumLoans } from '@bursar/api/features/servicing/loan-lists/loan-sums.store';
import { writeCursor } from '@bursar/api/platform/cursor';
import type { Database } from '@bursar/api/platform/database';
import fastify from 'fastify';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay, seedBook } from '../lists/seed-book.ts';
import { medianOf } from '../median.ts';
import { withDatabase } from '../with-database.ts';
import type { Asked } from './ask-repeatedly.ts';

type Rate = { readonly name: string; readonly perSecond: number };

export type RequestsMeasurement = {
  readonly loans: number;
  /** The bare handler, to which Bursar's answers are compared. */
  readonly bare: Rate;
  readonly answers: readonly Rate[];
  /** The parts of one list call, each measured alone. */
  readonly parts: readonly { readonly name: string; readonly milliseconds: number }[];
  readonly load: number;
};

const LOANS = 100_000;
const CONNECTIONS = 16;
const ROUND_MS = 1_500;
const ROUNDS = 5;
/** The default page size of a list. */
const ROWS = 50;

/** Measures answers per second of Bursar and of a bare handler with the same pool and table. */
export function measureRequests(loans = LOANS): Promise<RequestsMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedBook(owner, loans);
    const product = await startMeasured(database);
    const bare = await startBare(database);
    try {
      const cookie = await signIn(product.address, 'user');
      const rates = await measureRates(targetsOf(product.address, bare.address, loans), cookie);
      const [reference = { name: '', perSecond: 0 }, ...answers] = rates;
      const parts = await measureParts(database);
      return { loans, bare: reference, answers, parts, load: loadavg()[0] ?? 0 };
    } finally {
      await Promise.all([product.stop(), bare.stop()]);
    }
  });
}

type Target = {
  readonly name: string;
  /** The addresses of a round, which are requested in turn. */
  readonly urls: (round: number) => readonly string[];
};

function targetsOf(product: string, bare: string, loans: number): readonly Target[] {
  const list = `${product}/api/loans?view=all`;
  const always = (url: string) => () => [url];
  return [
    {
      name: 'a bare handler with the columns of the list, 50 rows',
      urls: always(`${bare}/listed`),
    },
    { name: 'a bare handler with 11 columns, 26 rows', urls: always(`${bare}/narrow`) },
    { name: 'list, the same page again and again', urls: always(list) },
    {
      name: 'list, another page each time',
      // No two rounds request the same page, so no answer comes from the response cache.
      urls: (round) =>
        Array.from({ length: loans / (ROUNDS + 1) }, (_, index) => {
          const value = index * (ROUNDS + 1) + round;
          return `${list}&after=${writeCursor({ value, id: NO_ID })}`;
        }),
    },
    { name: 'dashboard', urls: always(`${product}/api/dashboard`) },
  ];
}

/** Smaller than every id, so that a page begins with the loan that has the reference number. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Measures the targets alternately, so that other load affects all of them equally. The first round
 * is a warm-up.
 */
async function measureRates(targets: readonly Target[], cookie: string): Promise<Rate[]> {
  const rates = targets.map(({ name }) => ({ name, each: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { urls }] of targets.entries()) {
      const question = { cookie, connections: CONNECTIONS, milliseconds: ROUND_MS };
      const answered = await askInWorker({ ...question, urls: urls(round) });
      if (round > 0) rates[index]?.each.push((answered * 1000) / ROUND_MS);
    }
  }
  return rates.map(({ name, each }) => ({ name, perSecond: medianOf(each) }));
}

/** Formats the results. Each rate has its ratio to the bare handler, because machines differ. */
export function describeRequests(measured: RequestsMeasurement): string {
  const { loans, bare, answers, parts, load } = measured;
  return [
    `Requests a second over ${CONNECTIONS} connections, ${loans.toLocaleString('en')} loans; load average ${load.toFixed(1)}`,
    ...[bare, ...answers].map(
      ({ name, perSecond }) =>
        `  ${perSecond.toFixed(0).padStart(6)}  ${(perSecond / bare.perSecond).toFixed(2)} ×  ${name}`,
    ),
    '  of a list, each by itself:',
    ...parts.map(
      ({ name, milliseconds }) => `  ${milliseconds.toFixed(2).padStart(6)} ms  ${name}`,
    ),
  ].join('\n');
}

/**
 * Starts a bare handler that answers from the same table at the lowest possible cost: without a
 * session, a scope, names or tags.
 */
async function startBare(database: Database) {
  const [portfolio] = await database<{ id: string }[]>`select id from portfolios`;
  const portfolioId = portfolio?.id ?? '';
  const app = fastify();
  app.get('/listed', async () => {
    return database`
      select loan_id, reference_number, external_id, borrower_id, borrower_shown, purpose, grade,
        status, currency, principal_minor, outstanding_principal_minor, annual_rate_percent,
        disbursed_on, next_due_on, due_minor, arrears_minor, team_id, agent_id
      from loan_list_rows where portfolio_id = ${portfolioId}
      order by reference_number limit ${ROWS}`;
  });
  app.get('/narrow', async () => {
    return database`
      select loan_id, reference_number, borrower_name, status, currency, principal_minor,
        outstanding_principal_minor, next_due_on, annual_rate_percent, team_id, agent_id
      from loan_list_rows where portfolio_id = ${portfolioId}
      order by reference_number limit 26`;
  });
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
}

function askInWorker(question: Asked): Promise<number> {
  const upload = import.meta.url.endsWith('.ts') ? './ask-repeatedly.ts' : './ask-repeatedly.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(upload, import.meta.url), { workerData: question });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const TIMES = 200;

async function measureParts(database: Database) {
  const [portfolio] = await database<{ id: string }[]>`select id from portfolios`;
  const portfolioId = portfolio?.id ?? '';
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  const viewer = { scope, businessDate: benchDay };
  const query = { view: 'all', sort: 'reference', direction: 'asc', limit: ROWS } as const;
  const parts = {
    'the page: its statement and its rows': () => listLoanRows(database, { ...viewer, query }),
    'its sums': () => sumLoans(database, { ...viewer, filter: query }),
    'the least that a statement costs': () => database`select 1`,
  };
  const measured: { name: string; milliseconds: number }[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now();
      await part();
      times.push(performance.now() - start);
    }
    measured.push({ name, milliseconds: medianOf(times) });
  }
  return measured;
}
