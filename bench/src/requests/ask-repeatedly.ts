import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export type Asked = {
  readonly url: string;
  readonly cookie: string;
  readonly connections: number;
  readonly milliseconds: number;
};

/** Asks one address over several connections for a while; answers how often it was answered. */
async function askRepeatedly({ url, cookie, connections, milliseconds }: Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
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

// Runs beside the server: what asking costs is not taken from what answers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await askRepeatedly(workerData as Asked));
