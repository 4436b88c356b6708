import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { call, closeConnections } from '../call-server.ts';
import { hostileFiles } from './hostile-files.ts';

export type ConcurrentRequests = {
  readonly address: string;
  readonly cookie: string;
  /** The file that is imported during the measurement; null for none. */
  readonly file: string | null;
};

export type Waited = {
  readonly longestMs: number;
  readonly asked: number;
  readonly seconds: number;
  readonly megabytes: number;
  /** The final state of the import. */
  readonly state: string;
};

/**
 * The duration of the phase without a file. It is long enough to show the delays of the machine
 * itself.
 */
const IDLE_MS = 5_000;
/** Repeats a light call while a file is uploaded and checked. */
async function askDuringUpload(concurrent: ConcurrentRequests): Promise<Waited> {
  const body = concurrent.file === null ? null : hostileFiles[concurrent.file]?.();
  const over = new AbortController();
  let longestMs = 0;
  let asked = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      const start = performance.now();
      await call(concurrent, { path: '/api/imports' });
      longestMs = Math.max(longestMs, performance.now() - start);
      asked += 1;
      await wait(2);
    }
  })();
  const start = performance.now();
  const state = body ? await importFile(concurrent, body) : await wait(IDLE_MS, 'no file');
  const seconds = (performance.now() - start) / 1000;
  over.abort();
  await asking;
  closeConnections();
  return { longestMs, asked, seconds, megabytes: (body?.length ?? 0) / 1_000_000, state };
}

async function importFile(concurrent: ConcurrentRequests, body: Buffer): Promise<string> {
  const id = randomUUID();
  const path = `/api/imports?id=${id}&fileName=hostile`;
  await call(concurrent, { method: 'POST', path, body });
  for (;;) {
    const { state }: { state: string } = JSON.parse(
      await call(concurrent, { path: `/api/imports/${id}` }),
    );
    if (state !== 'checking') return state;
    await wait(50);
  }
}

// A separate thread makes and sends the file, so that the server's thread is not delayed.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await askDuringUpload(workerData as ConcurrentRequests));
