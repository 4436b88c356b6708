import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { homeFolder } from './home-folder.ts';
import { main } from './start.ts';
import {
  endBursar,
  firstAdmin,
  launchBursar,
  type BursarProcess,
} from './testing/bursar-process.ts';
import { runTool } from './testing/test-database.ts';

// `launchBursar` runs the compiled tools; building them is quick if nothing has changed.
beforeAll(() => {
  const tsc = join(homeFolder, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--build', join(homeFolder, 'tools')]);
}, 480_000);

let folder: string;
let started: BursarProcess[] = [];

function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'bursar start '));
  // Under root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
}

function stubSettings(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

afterEach(async () => {
  await Promise.all(started.map((run) => endBursar(run)));
  started = [];
});

/** Starts Bursar on a port that the system chooses. */
function startBursar(
  env: Record<string, string> = {},
  pauses?: Parameters<typeof launchBursar>[1],
): BursarProcess {
  const run = launchBursar({ BURSAR_DATA: join(folder, 'data'), ...env }, pauses);
  started.push(run);
  return run;
}

/**
 * Waits until the server is ready. `/readyz` always answers within a second, but on a busy machine
 * it may first answer that the server is not ready.
 */
async function untilReady(address: string): Promise<void> {
  const status = async () => (await fetch(`${address}/readyz`)).json();
  await expect.poll(status, { timeout: 60_000 }).toEqual({ status: 'ready' });
}

function postmasterPid(): number {
  return Number(
    readFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
}

beforeAll(makeFolder);
afterAll(() => rmSync(folder, { recursive: true }));

const notAFolder = join(homeFolder, 'package.json');

describe('npm start with a wrong setting', { timeout: 120_000 }, () => {
  beforeEach(() => {
    const env = { PORT: '0', HOST: '', DATABASE_URL: '', BURSAR_DEMO: 'off', ...firstAdmin };
    stubSettings({ ...env, BURSAR_DATA: join(folder, 'data'), LOG_FORMAT: 'text' });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it.each([
    [{ PORT: 'seven' }, 'PORT is "seven"'],
    [{ BURSAR_DATA: notAFolder }, `BURSAR_DATA is "${notAFolder}", but that is a file`],
    [
      { TLS_CERT: notAFolder, TLS_KEY: notAFolder },
      'are not a certificate and its key in PEM form',
    ],
    [{ TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.key' }, 'TLS_CERT is "/nowhere.pem"'],
    [{ DATABASE_URL: 'postgres://me@127.0.0.1:1/books' }, 'no server answers at that address'],
    // From here on, the database exists, but has no administrator.
    [{ BURSAR_ADMIN_EMAIL: '', BURSAR_ADMIN_PASSWORD: '' }, 'no admin yet'],
    [{ BURSAR_ADMIN_PASSWORD: 'password123' }, 'one of the most common leaked passwords'],
  ])('answers %j with one sentence and exit code 1', async (env, sentence) => {
    stubSettings(env);
    const { output, exitCode } = await runTool(main);
    expect(exitCode).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
  });

  it('exits with its message', async () => {
    const { code, output } = await startBursar({ PORT: 'seven' }).ended();
    expect(code).toBe(1);
    expect(output).toContain('PORT is "seven"');
    expect(output).not.toContain('    at ');
  });
});

describe('npm start on books it made before', { timeout: 120_000 }, () => {
  let firstOutput: string;

  beforeAll(async () => {
    const run = startBursar();
    firstOutput = await run.printed('Bursar is open');
    run.child.kill('SIGTERM');
    await run.ended();
  }, 480_000);

  it('opens, and on SIGTERM stops with everything it started', async () => {
    const run = startBursar();
    await untilReady(await run.address());
    const postmaster = postmasterPid();
    run.child.kill('SIGTERM');
    const { code, output } = await run.ended();
    expect(code).toBe(0);
    expect(output).toContain('Bursar has stopped.');
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  });

  it('shuts down cleanly if it is stopped right after opening', async () => {
    const run = startBursar();
    await run.printed('Bursar is open');
    run.child.kill('SIGTERM');
    const { code, output } = await run.ended();
    expect(output).not.toContain('could not shut down cleanly');
    expect(code).toBe(0);
  });

  it('needs no settings for the first admin, and creates none again', async () => {
    expect(firstOutput).toContain('The first admin is first@lender.example.');
    const again = startBursar({ BURSAR_ADMIN_EMAIL: '', BURSAR_ADMIN_PASSWORD: '' });
    const output = await again.printed('Bursar is open');
    expect(output).toContain('Bursar is open');
    expect(output).not.toContain('admin');
  });

  it('refuses a second start on the same data folder and leaves the first running', async () => {
    const first = startBursar();
    const address = await first.address();
    const { code, output } = await startBursar().ended();
    expect(code).toBe(1);
    expect(output).toContain(
      `Another Bursar (process ${first.child.pid}) is using the data folder`,
    );
    await untilReady(address);
  });

  it('is not ready while its database is down, and still stops', async () => {
    const run = startBursar();
    const address = await run.address();
    const control = join(folder, 'data', 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.away`);
    process.kill(postmasterPid(), 'SIGKILL');
    await run.printed('PostgreSQL has ended unexpectedly. Starting it again …');
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    run.child.kill('SIGTERM');
    const { code } = await run.ended();
    renameSync(`${control}.away`, control);
    expect(code).toBe(0);
  });

  it('exits with a sentence and code 1 after ten failed restarts of its database', async () => {
    const run = startBursar({}, { pausesMs: Array.from({ length: 10 }, () => 20) });
    await run.address();
    const control = join(folder, 'data', 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.away`);
    process.kill(postmasterPid(), 'SIGQUIT');
    const { code, output } = await run.ended();
    renameSync(`${control}.away`, control);
    expect(code).toBe(1);
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^PostgreSQL stopped and could not be restarted, so Bursar stops\. .*pg_control/,
    );
    // The process ended by itself, not by the time limit for a shutdown that hangs.
    expect(output).not.toContain('could not shut down cleanly');
  });

  it('names the port in use and how to choose another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, output } = await startBursar({ PORT: String(port) }).ended();
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    expect(output).toContain(`PORT=${port + 1} npm start`);
  });
});
