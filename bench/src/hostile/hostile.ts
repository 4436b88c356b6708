import { loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { signIn, startMeasured } from '../lists/lists.ts';
import { seedBook } from '../lists/seed-book.ts';
import { withDatabase } from '../with-database.ts';
import type { ConcurrentRequests, Waited } from './send-during-upload.ts';
import { hostileFiles } from './hostile-files.ts';

export type HostileMeasurement = {
  readonly waits: readonly (Waited & { readonly name: string })[];
  readonly load: number;
};

const LOANS = 1_000;

/** Measures how long another call waits while a hostile file is imported. */
export function measureHostile(): Promise<HostileMeasurement> {
  return withDatabase(async ({ owner, database }) => {
    await seedBook(owner, LOANS);
    const { address, stop } = await startMeasured(database);
    try {
      const cookie = await signIn(address, 'user');
      const waits: HostileMeasurement['waits'][number][] = [];
      for (const file of [null, ...Object.keys(hostileFiles), null]) {
        const waited = await sendDuringUpload({ address, cookie, file });
        waits.push({ ...waited, name: file ?? 'nothing' });
      }
      return { waits, load: loadavg()[0] ?? 0 };
    } finally {
      await stop();
    }
  });
}

function sendDuringUpload(concurrent: ConcurrentRequests): Promise<Waited> {
  const upload = import.meta.url.endsWith('.ts')
    ? './send-during-upload.ts'
    : './send-during-upload.js';
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(upload, import.meta.url), { workerData: concurrent });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeHostile({ waits, load }: HostileMeasurement): string {
  const lines = waits.map(({ name, longestMs, asked, seconds, megabytes, state }) => {
    const longest = `${longestMs.toFixed(0).padStart(6)} ms`;
    const upload = `${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB, ${state}`;
    return `  ${longest} of ${asked} calls during ${name} (${upload})`;
  });
  const title = `The longest wait of another call while a file is imported, load ${load.toFixed(1)}`;
  return [title, ...lines].join('\n');
}
