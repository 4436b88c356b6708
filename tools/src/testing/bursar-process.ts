import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { main } from '../start.ts';

export type BursarProcess = {
  readonly child: ChildProcess;
  /** Returns all output as soon as it contains the text, or when the process ends without it. */
  readonly printed: (text: string) => Promise<string>;
  readonly address: () => Promise<string>;
  readonly hasEnded: () => boolean;
  readonly ended: () => Promise<{ code: number | null; output: string }>;
};

/** Runs the build of `npm start` in its own process, without the demo. */
export function launchBursar(
  env: Readonly<Record<string, string>>,
  pauses: Parameters<typeof main>[0] = {},
): BursarProcess {
  const tool = new URL('../../dist/start.js', import.meta.url).href;
  const script = `import(${JSON.stringify(tool)}).then(({ main }) => main(${JSON.stringify(pauses)}));`;
  const log = { LOG_LEVEL: 'warn', LOG_FORMAT: 'text' };
  const own = { PORT: '0', HOST: '', DATABASE_URL: '', BURSAR_DEMO: 'off', ...log };
  // Use `import()` instead of `--input-type=module`: threads inherit the options of Node.js, and a
  // thread that runs a file refuses `--input-type`.
  const child = spawn(process.execPath, ['--eval', script], {
    env: { ...process.env, ...own, ...firstAdmin, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const printed = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (output.includes(text)) resolve(output);
      };
      child.stdout.on('data', check);
      child.stderr.on('data', check);
      void closed.then(() => resolve(output));
      check();
    });
  return {
    child,
    printed,
    address: async () => {
      const printedSoFar = await printed('Bursar is open at');
      const address = /Bursar is open at (\S+)/.exec(printedSoFar)?.[1];
      if (address === undefined) throw new Error(`Bursar did not start:\n${printedSoFar}`);
      return address;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: async () => {
      await closed;
      return { code: child.exitCode, output };
    },
  };
}

export const firstAdmin = {
  BURSAR_ADMIN_EMAIL: 'first@lender.example',
  BURSAR_ADMIN_PASSWORD: 'Opens#2026',
};

export async function endBursar(
  run: BursarProcess,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (!run.hasEnded()) run.child.kill(signal);
  await run.ended();
}
