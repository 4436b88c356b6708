import { loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { listLoanRows } from '@bursar/api/features/loans/loans.store';
import { sumLoans } from '@bursar/api/features/loans/loan-sums.store';
import type { Database } from '@bursar/api/platform/database';
import fastify from 'fastify';
import { signIn, startMeasured } from '../lists/lists.ts';
import { benchDay, seedBook } from '../lists/seed-book.ts';
import { medianOf } from '../median.ts';
import { withBooks } from '../with-books.ts';
import type { Asked } from './ask-repeatedly.ts';

type Rate = { readonly name: string; readonly perSecond: number };

export type RequestsMeasurement = {
  readonly loans: number;
  readonly bare: number;
  readonly answers: readonly Rate[];
  /** What one call of the list is made of, each part by itself. */
  readonly parts: readonly { readonly name: string; readonly milliseconds: number }[];
  readonly load: number;
};

const LOANS = 100_000;
const CONNECTIONS = 16;
const ROUND_MS = 1_500;
const ROUNDS = 5;
const asked = { list: '/api/loans?view=all', dashboard: '/api/dashboard' };

/** How often a second the product answers, beside a bare handler over the same pool and table. */
export function measureRequests(loans = LOANS): Promise<RequestsMeasurement> {
  return withBooks(async ({ owner, database }) => {
    await seedBook(owner, loans);
    const product = await startMeasured(database);
    const bare = await startBare(database);
    try {
      const cookie = await signIn(product.address, 'user');
      const targets = [
        { name: 'bare', url: `${bare.address}/bare` },
        { name: 'list', url: `${product.address}${asked.list}` },
        { name: 'dashboard', url: `${product.address}${asked.dashboard}` },
      ];
      const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
      // In turns, so that whatever else the machine does meets all of them.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { name, url } of targets) {
          const milliseconds = ROUND_MS;
          const answered = await askInWorker({
            url,
            cookie,
            connections: CONNECTIONS,
            milliseconds,
          });
          if (round > 0) rates.get(name)?.push((answered * 1000) / milliseconds);
        }
      }
      const [reference = { perSecond: 0 }, ...answers] = [...rates].map(([name, each]) => ({
        name,
        perSecond: medianOf(each),
      }));
      const parts = await measureParts(database);
      return { loans, bare: reference.perSecond, answers, parts, load: loadavg()[0] ?? 0 };
    } finally {
      await Promise.all([product.stop(), bare.stop()]);
    }
  });
}

/** For a terminal and for the README: ratios, since what a machine does in a second says little. */
export function describeRequests(measured: RequestsMeasurement): string {
  const { loans, bare, answers, parts, load } = measured;
  return [
    `Requests a second over ${CONNECTIONS} connections, ${loans.toLocaleString('en')} loans; load average ${load.toFixed(1)}`,
    `  ${bare.toFixed(0).padStart(6)}         a bare handler over the same pool and table`,
    ...answers.map(
      ({ name, perSecond }) =>
        `  ${perSecond.toFixed(0).padStart(6)}  ${(perSecond / bare).toFixed(2)} ×  ${name}`,
    ),
    '  of a list, each by itself:',
    ...parts.map(
      ({ name, milliseconds }) => `  ${milliseconds.toFixed(2).padStart(6)} ms  ${name}`,
    ),
  ].join('\n');
}

async function startBare(database: Database) {
  const app = fastify();
  app.get('/bare', async () => {
    return database`
      select loan_id, reference_number, borrower_name, status, currency, principal_minor,
        outstanding_principal_minor, next_due_on, annual_rate_percent, team_id, agent_id
      from listed_loans where portfolio_id = (select id from portfolios limit 1)
      order by reference_number limit 26`;
  });
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
}

function askInWorker(question: Asked): Promise<number> {
  const beside = import.meta.url.endsWith('.ts') ? './ask-repeatedly.ts' : './ask-repeatedly.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(beside, import.meta.url), { workerData: question });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const TIMES = 200;

async function measureParts(database: Database) {
  const [portfolio] = await database<{ id: string }[]>`select id from portfolios`;
  const portfolioId = portfolio?.id ?? '';
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  const look = { scope, businessDate: benchDay };
  const query = { view: 'all', sort: 'reference', direction: 'asc', limit: 25 } as const;
  const parts = {
    'the page: its statement and its rows': () => listLoanRows(database, { ...look, query }),
    'its sums': () => sumLoans(database, { ...look, filter: query }),
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
