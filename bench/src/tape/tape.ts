import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { signIn, startMeasured } from '../lists/lists.ts';
import { seedBook } from '../lists/seed-book.ts';
import { withDatabase } from '../with-database.ts';
import type { SentTape } from './send-tape.ts';
import { LIMIT_MS, type TapePhase } from './tape-phase.ts';

const LOANS = 10_000;
const ROWS = 120_000;

export type TapeMeasurement = {
  readonly phases: readonly TapePhase[];
  /** The longest delay of the server's event loop over all phases. */
  readonly loopDelayMs: number;
  readonly load: number;
};

/** Checks and books a tape of 120,000 rows while another call is repeated. */
export function measureTape(): Promise<TapeMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedBook(owner, LOANS);
    const { address, stop } = await startMeasured(database);
    const loop = monitorEventLoopDelay({ resolution: 5 });
    try {
      const cookie = await signIn(address, 'user');
      loop.enable();
      const phases = await send({ address, cookie, rows: ROWS });
      loop.disable();
      return { phases, loopDelayMs: loop.max / 1_000_000, load: loadavg()[0] ?? 0 };
    } finally {
      await stop();
    }
  });
}

function send(workerData: SentTape): Promise<readonly TapePhase[]> {
  const file = import.meta.url.endsWith('.ts') ? './send-tape.ts' : './send-tape.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeTape({ phases, loopDelayMs, load }: TapeMeasurement): string {
  const lines = phases.map(({ name, seconds, longestMs, over, asked }) => {
    const waits = longestMs.map((wait) => wait.toFixed(0)).join(', ');
    const share = ((over / asked) * 1000).toFixed(1);
    return `  ${name.padEnd(5)} ${seconds.toFixed(1).padStart(6)} s, ${over} of ${asked} other calls over the limit (${share} ‰), the longest: ${waits} ms`;
  });
  return [
    `A tape of ${ROWS.toLocaleString('en')} rows (limit ${LIMIT_MS} ms for another call), load ${load.toFixed(1)}`,
    ...lines,
    `  ${loopDelayMs.toFixed(0)} ms the longest delay of the server's event loop`,
  ].join('\n');
}
