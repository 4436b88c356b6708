import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { findRunningPostgres } from '@bursar/api/platform/postgres/runtime-file';

export type Product = {
  readonly address: string;
  /** Runs something with the books of the running product. */
  readonly withOwner: <Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>;
  /** Ends it as a power cut does: nothing gets a chance to tidy up. */
  readonly kill: () => Promise<void>;
  /** Starts it anew at the same address, on the same books. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** What `npm start` runs once all is built, in a process of its own, on books that start empty. */
export async function startProduct(): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-product-'));
  // Root's PostgreSQL runs as another user, which has to enter.
  chmodSync(dataFolder, 0o755);
  let running = await launch(dataFolder, 0);
  const { address } = running;
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (running.process.exitCode !== null || running.process.signalCode !== null) return;
    running.process.kill(signal);
    await once(running.process, 'exit');
  };
  return {
    address,
    withOwner: (work) => asOwner(dataFolder, work),
    kill: () => end('SIGKILL'),
    start: async () => {
      running = await launch(dataFolder, Number(new URL(address).port));
    },
    remove: async () => {
      await end('SIGTERM');
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function launch(dataFolder: string, port: number) {
  const tool = JSON.stringify(import.meta.resolve('@bursar/tools/start'));
  const program = `import(${tool}).then(({ main }) => main())`;
  const process = spawn(globalThis.process.execPath, ['--eval', program], {
    env: {
      ...globalThis.process.env,
      PORT: String(port),
      BURSAR_DATA: dataFolder,
      BURSAR_DEMO: 'off',
      BURSAR_ADMIN_EMAIL: 'first.admin@bursar.example',
      BURSAR_ADMIN_PASSWORD: 'Bursar#2026',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { process, address: await readAddress(process) };
}

/** The product says where it is open; what it says before then matters only if it never is. */
async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The product has no output to read.');
  const said: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    said.push(line);
    const address = /Bursar is open at (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`The product did not start:\n${said.join('\n')}`);
}

async function asOwner<Result>(
  dataFolder: string,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const targets = findRunningPostgres(dataFolder);
  if (targets === null) throw new Error('The product’s PostgreSQL does not run.');
  const owner = openDatabase({ target: targets.owner, maxConnections: 2 });
  try {
    return await work(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}
