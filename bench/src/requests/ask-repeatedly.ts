import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export type Asked = {
  /** Addresses that are requested in turn. */
  readonly urls: readonly string[];
  readonly cookie: string;
  readonly connections: number;
  readonly milliseconds: number;
};

/** Requests addresses over several connections for a while and returns the number of answers. */
async function askRepeatedly({ urls, cookie, connections, milliseconds }: Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const url = urls[asked % urls.length] ?? '';
      asked += 1;
      get(url, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        response.resume();
        response.once('end', resolve);
      }).once('error', reject);
    });
  const end = performance.now() + milliseconds;
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await ask();
        answered += 1;
      }
    }),
  );
  agent.destroy();
  return answered;
}

// Runs in a separate thread, so that the client takes no time from the server's thread.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await askRepeatedly(workerData as Asked));
