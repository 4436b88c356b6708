import { randomBytes } from 'node:crypto';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@bursar/api/app';
import type { Database } from '@bursar/api/platform/database';
import { secretBox } from '@bursar/api/platform/secrets/secret-box';
import { roles, type Role } from '@bursar/contracts/roles';
import { medianOf } from '../median.ts';
import { withDatabase } from '../with-database.ts';
import { askedLists, type AskedList } from './asked-lists.ts';
import { measureMove, type MoveMeasurement } from './measure-move.ts';
import { benchDay, benchEmails, benchPassword, seedBook } from './seed-book.ts';

type ListMeasurement = AskedList & { readonly medianMs: number; readonly p95Ms: number };

type ListsMeasurement = {
  readonly loans: number;
  readonly lists: readonly ListMeasurement[];
  readonly move: MoveMeasurement;
  readonly load: number;
};

/** Number of loans for the target: every list under 50 ms at the median. */
const LOANS = 100_000;
const BUDGET_MS = 50;
const RUNS = 5;

/** Requests every list with every filter and sort over HTTP, as a browser on this machine does. */
export function measureLists(): Promise<ListsMeasurement> {
  return withDatabase(async (books) => {
    await seedBook(books.owner, LOANS);
    return measureSeeded(books.database);
  });
}

/** Starts Bursar with the books of a measurement. */
export async function startMeasured(
  database: Database,
  { cachesReads }: { cachesReads: boolean } = { cachesReads: true },
) {
  const { server } = await buildApp({
    database,
    clock: { now: () => new Date(`${benchDay}T12:00:00Z`) },
    logLevel: 'error',
    tls: null,
    trustProxy: false,
    hstsSubdomains: false,
    webFolder: null,
    publicUrl: null,
    securityContact: null,
    webhookAddresses: 'public',
    mail: null,
    cachesReads,
    secrets: secretBox(randomBytes(32)),
    documents: { documentPlace: join(tmpdir(), 'bursar-bench-documents'), scanCommand: null },
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  return { address, stop: () => server.close() };
}

/**
 * Measures the lists of a seeded book without the response cache, so that every request reads the
 * database.
 */
async function measureSeeded(database: Database): Promise<ListsMeasurement> {
  const { address, stop } = await startMeasured(database, { cachesReads: false });
  try {
    const cookies = new Map<Role, string>();
    for (const role of roles) cookies.set(role, await signIn(address, role));
    const lists: ListMeasurement[] = [];
    for (const list of askedLists) {
      lists.push(await measureList(list, { address, cookie: cookies.get(list.as) ?? '' }));
    }
    const move = await measureMove(address, cookies.get('user') ?? '');
    return { loans: LOANS, lists, move, load: loadavg()[0] ?? 0 };
  } finally {
    await stop();
  }
}

/** Formats the totals and the slowest requests for a terminal and for docs/benchmarks.md. */
export function describeLists({ loans, lists, move, load }: ListsMeasurement): string {
  const slowest = lists.toSorted((left, right) => right.medianMs - left.medianMs);
  const over = lists.filter(({ medianMs }) => medianMs >= BUDGET_MS).length;
  const all = medianOf(lists.map(({ medianMs }) => medianMs));
  return [
    `Lists over HTTP, ${loans.toLocaleString('en')} loans; median of ${RUNS}; load average ${load.toFixed(1)} on ${cpus().length} cores`,
    `  ${lists.length} questions, the middle one ${all.toFixed(1)} ms; ${over} at ${BUDGET_MS} ms or above; the slowest:`,
    ...slowest.slice(0, 15).map(lineOf),
    `  ${move.loans.toLocaleString('en')} loans in one transaction: to one team ${move.moveSeconds.toFixed(1)} s, spread ${move.spreadSeconds.toFixed(1)} s, undone ${move.undoSeconds.toFixed(1)} s`,
  ].join('\n');
}

function lineOf({ as, name, medianMs, p95Ms }: ListMeasurement): string {
  return `  ${medianMs.toFixed(1).padStart(7)} ms, p95 ${p95Ms.toFixed(1).padStart(7)} ms  ${as.padEnd(5)}  ${name}`;
}

export const signIn = (address: string, role: Role): Promise<string> =>
  signInAs(address, benchEmails[role]);

export async function signInAs(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/login/data-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: benchPassword }),
  });
  const answer: { token?: string } = await response.json();
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return [...set, `token=${answer.token ?? ''}`].join('; ');
}

async function measureList(
  list: AskedList,
  { address, cookie }: { address: string; cookie: string },
): Promise<ListMeasurement> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now();
    const response = await fetch(`${address}${list.path}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${list.path}: ${response.status}`);
    // The first request warms caches and is not counted.
    if (run > 0) times.push(performance.now() - start);
  }
  return { ...list, medianMs: medianOf(times), p95Ms: Math.max(...times) };
}
