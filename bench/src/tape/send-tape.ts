import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { generateTape } from '@bursar/api/seed/generate-tape';
import { call, closeConnections } from '../call-server.ts';
import { LIMIT_MS, type TapePhase } from './tape-phase.ts';

export type SentTape = {
  readonly address: string;
  readonly cookie: string;
  readonly rows: number;
};

/** The duration of the idle phase. It is long enough to show the delays of the machine itself. */
const IDLE_MS = 60_000;
const LONGEST_SHOWN = 5;

/** Imports a tape on a separate thread, and repeats a light call during each phase. */
async function sendTape(sent: SentTape): Promise<readonly TapePhase[]> {
  const body = Buffer.from(generateTape({ rows: sent.rows }));
  const id = randomUUID();
  const until = async (ended: string, ongoing: readonly string[]) => {
    for (;;) {
      const { state }: { state: string } = JSON.parse(
        await call(sent, { path: `/api/imports/${id}` }),
      );
      if (state === ended) return;
      if (!ongoing.includes(state)) throw new Error(`the import is ${state}`);
      await wait(200);
    }
  };
  const phases = [
    await askDuring(sent, 'idle', () => wait(IDLE_MS)),
    await askDuring(sent, 'check', async () => {
      await call(sent, { method: 'POST', path: `/api/imports?id=${id}&fileName=bench.csv`, body });
      await until('checked', ['checking']);
    }),
    await askDuring(sent, 'book', async () => {
      await call(sent, { method: 'POST', path: `/api/imports/${id}/book` });
      await until('booked', ['checked', 'booking']);
    }),
  ];
  closeConnections();
  return phases;
}

async function askDuring(
  sent: SentTape,
  name: TapePhase['name'],
  work: () => Promise<void>,
): Promise<TapePhase> {
  const end = new AbortController();
  const waits: number[] = [];
  const asking = (async () => {
    while (!end.signal.aborted) {
      const start = performance.now();
      await call(sent, { path: '/api/bank-files?limit=1' });
      waits.push(performance.now() - start);
      await wait(2);
    }
  })();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  end.abort();
  await asking;
  const longestMs = waits.toSorted((one, other) => other - one).slice(0, LONGEST_SHOWN);
  const over = waits.filter((waited) => waited > LIMIT_MS).length;
  return { name, seconds, longestMs, over, asked: waits.length };
}

// A worker gets what `measureTape` sends; nothing else starts this file.
const sent: SentTape = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await sendTape(sent));
