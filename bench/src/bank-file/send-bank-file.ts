import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { call, closeConnections } from '../call-server.ts';

export type SentBankFile = {
  readonly address: string;
  readonly cookie: string;
  readonly content: string;
};

export type SentMeasurement = {
  readonly uploadSeconds: number;
  readonly matched: number;
  /** The longest wait of a light call during the upload. */
  readonly longestMs: number;
  readonly asked: number;
  /**
   * Milliseconds to open the first page of the lines and, separately, the suggestions for one line.
   */
  readonly linesMs: number;
  readonly candidatesMs: number;
};

/** Uploads a bank file on a separate thread, and repeats a light call during the upload. */
async function sendBankFile(sent: SentBankFile): Promise<SentMeasurement> {
  const over = new AbortController();
  let longestMs = 0;
  let asked = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      const start = performance.now();
      await call(sent, { path: '/api/bank-files?limit=1' });
      longestMs = Math.max(longestMs, performance.now() - start);
      asked += 1;
      await wait(2);
    }
  })();
  const id = randomUUID();
  const answers = encodeURIComponent(JSON.stringify({ direction: 'received' }));
  const start = performance.now();
  const answer: { bankFile: { sums: { state: string; lines: number }[] } } = JSON.parse(
    await call(sent, {
      method: 'POST',
      path: `/api/bank-files?id=${id}&fileName=bench.csv&answers=${answers}`,
      body: Buffer.from(sent.content),
    }),
  );
  const uploadSeconds = (performance.now() - start) / 1000;
  over.abort();
  await asking;
  const opened = performance.now();
  const page: { bankLines: { id: string }[] } = JSON.parse(
    await call(sent, { path: `/api/bank-files/${id}/lines?state=needs-look` }),
  );
  const linesMs = performance.now() - opened;
  const [line] = page.bankLines;
  const suggested = performance.now();
  if (line) await call(sent, { path: `/api/bank-files/${id}/lines/${line.id}/candidates` });
  const candidatesMs = performance.now() - suggested;
  closeConnections();
  const matched = answer.bankFile.sums.find(({ state }) => state === 'matched')?.lines ?? 0;
  return { uploadSeconds, matched, longestMs, asked, linesMs, candidatesMs };
}

// A worker gets what `measureBankFile` sends; nothing else starts this file.
const sent: SentBankFile = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await sendBankFile(sent));
