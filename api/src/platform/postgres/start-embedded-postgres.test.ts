import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '../database.ts';
import { findLivePostmaster, readPostmaster } from './postmaster-file.ts';
import { findRunningPostgres, readRuntime } from './runtime-file.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let dataFolder: string;
let sentences: string[];
let pausesMs: number[];
let running: EmbeddedPostgres[];
let children: ChildProcess[];

/**
 * An empty database created once; most tests start from a copy, which takes a tenth of the time.
 */
let prepared: string;

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'bursar-prepared-'));
  chmodSync(prepared, 0o755);
  const options = { dataFolder: prepared, throwaway: true, log: () => undefined };
  const result = await startEmbeddedPostgres(options);
  if (!result.ok) throw new Error(result.problem);
  await result.postgres.stop();
});

afterAll(() => rmSync(prepared, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bursar launcher '));
  // PostgreSQL under root must be able to pass through every parent folder.
  chmodSync(folder, 0o755);
  dataFolder = join(folder, 'data');
  execFileSync('cp', ['-a', prepared, dataFolder]);
  sentences = [];
  pausesMs = [0, 50, 100, 200, 400, 800, 800];
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(running.map((postgres) => postgres.stop()));
  // The processes of a killed Bursar end by themselves, but not at once.
  const cluster = join(dataFolder, 'postgres');
  await vi.waitUntil(() => findLivePostmaster(cluster) === null, { timeout: 20_000 });
  rmSync(folder, { recursive: true });
});

async function attempt(at = dataFolder, throwaway = true) {
  const result = await startEmbeddedPostgres({
    dataFolder: at,
    fallbackFolder: join(folder, 'fallback'),
    throwaway,
    pausesMs,
    log: (sentence) => sentences.push(sentence),
  });
  if (result.ok) running.push(result.postgres);
  return result;
}

async function start(at = dataFolder, throwaway = true): Promise<EmbeddedPostgres> {
  const result = await attempt(at, throwaway);
  if (!result.ok) throw new Error(result.problem);
  return result.postgres;
}

async function problemOf(at = dataFolder): Promise<string> {
  const result = await attempt(at);
  return result.ok ? 'it started' : result.problem;
}

async function asOwner<Result>(
  target: EmbeddedPostgres['targets'],
  work: (sql: Database) => Promise<Result>,
): Promise<Result> {
  const sql = openDatabase({ target: target.owner, maxConnections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const writeNote = (postgres: EmbeddedPostgres) =>
  asOwner(postgres.targets, async (sql) => {
    await sql`create table loan_notes as select 'kept' as note`;
  });

const readNotes = (postgres: EmbeddedPostgres) =>
  asOwner(postgres.targets, (sql) => sql<{ note: string }[]>`select note from loan_notes`);

/** Starts another Bursar in its own process, which holds the data folder until it is killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const launcher = new URL('./start-embedded-postgres.ts', import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(launcher)};
    const dataFolder = ${JSON.stringify(dataFolder)};
    const result = await startEmbeddedPostgres({ dataFolder, log: () => undefined });
    console.log(result.ok ? 'started' : result.problem);
    setInterval(() => undefined, 1000);`;
  const flags = ['--conditions=source', '--import=tsx', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const output = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  if (output !== 'started') throw new Error(output);
  return child;
}

async function killElsewhere(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

function ps(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/**
 * Returns whether the message reports that PostgreSQL runs from a copy of its binaries. It appears
 * if this checkout is in a folder that only its owner may read, such as root's home.
 */
function isOfCopy(sentence: string): boolean {
  return sentence.includes('using a copy in');
}

function livePid(): number {
  const postmaster = readPostmaster(join(dataFolder, 'postgres'));
  if (postmaster === null) throw new Error('PostgreSQL does not run.');
  return postmaster.pid;
}

describe('the embedded PostgreSQL', () => {
  it('answers only on a socket, waits for the disk, and never runs as root', async () => {
    const { targets } = await start(dataFolder, false);
    const [settings] = await asOwner(
      targets,
      (sql) => sql`
        select current_setting('listen_addresses') as addresses,
          current_setting('fsync') as fsync,
          current_setting('synchronous_commit') as commit,
          current_setting('data_checksums') as checksums`,
    );
    expect(settings).toEqual({ addresses: '', fsync: 'on', commit: 'on', checksums: 'on' });
    expect(Number(ps(livePid(), 'uid'))).not.toBe(0);
  });

  it('admits the application’s role, which owns nothing', async () => {
    const { targets } = await start();
    const sql = openDatabase({ target: targets.application, maxConnections: 1 });
    const [who] = await sql`
      select current_user as role, rolsuper as super from pg_roles where rolname = current_user`;
    await expect(sql`create table loan_notes (note text)`).rejects.toThrow('permission denied');
    await sql.end();
    expect(who).toEqual({ role: 'bursar_app', super: false });
  });

  it('retains data between runs, and leaves no process or socket behind', async () => {
    const first = await start();
    await writeNote(first);
    const socketFolder = readRuntime(dataFolder)?.socketFolder ?? '';
    expect(existsSync(socketFolder)).toBe(true);
    await first.stop();
    expect(existsSync(socketFolder)).toBe(false);
    expect(readRuntime(dataFolder)).toBeNull();
    expect(await readNotes(await start())).toEqual([{ note: 'kept' }]);
  });

  it('works under a path that is too long for a socket', async () => {
    dataFolder = join(folder, 'a rather long name '.repeat(8).trim(), 'data');
    await writeNote(await start());
    expect(existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  it('restores the library links that a blocked install script leaves out', async () => {
    await start();
    const libraries = execFileSync('ldd', [ps(livePid(), 'args').split(' -D ')[0] ?? ''], {
      encoding: 'utf8',
    });
    expect(libraries).not.toContain('not found');
  });

  it('is found by a second process', async () => {
    const postgres = await start();
    expect(findRunningPostgres(dataFolder)).toEqual(postgres.targets);
    await postgres.stop();
    expect(findRunningPostgres(dataFolder)).toBeNull();
  });

  it('is restarted at the same socket after an unexpected end', async () => {
    const postgres = await start(dataFolder, false);
    await writeNote(postgres);
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const pid = livePid();
      process.kill(pid, signal);
      await vi.waitFor(
        async () => {
          expect(await readNotes(postgres)).toEqual([{ note: 'kept' }]);
          expect(livePid()).not.toBe(pid);
        },
        { timeout: 20_000, interval: 50 },
      );
    }
    await expect.poll(() => findRunningPostgres(dataFolder)).toEqual(postgres.targets);
    expect(sentences).toContain('PostgreSQL has ended unexpectedly. Starting it again …');
    await postgres.stop();
    expect(findRunningPostgres(dataFolder)).toBeNull();
  });

  it('reports why it cannot be restarted, and can still be stopped', async () => {
    const { lost, stop } = await start();
    rmSync(join(dataFolder, 'postgres', 'global', 'pg_control'));
    process.kill(livePid(), 'SIGQUIT');
    expect(await lost).toMatch(/could not start in .*pg_control.*Its log is .*postgres\.log/);
    await stop();
  });

  it('can be stopped while it waits for its next restart', async () => {
    pausesMs = [0, 3_600_000];
    const { stop } = await start();
    rmSync(join(dataFolder, 'postgres', 'global', 'pg_control'));
    process.kill(livePid(), 'SIGQUIT');
    await vi.waitFor(() => expect(sentences.join()).toContain('Starting it again'));
    await stop();
  });
});

describe('a data folder in use', () => {
  it('is refused to a second start with a sentence, and the first continues', async () => {
    const first = await start();
    await writeNote(first);
    expect(await problemOf()).toBe(
      `Another Bursar (process ${process.pid}) is using the data folder ${dataFolder}. Stop it first, or set BURSAR_DATA to another folder.`,
    );
    expect(await readNotes(first)).toEqual([{ note: 'kept' }]);
  });

  it('is granted to exactly one of several simultaneous starts', async () => {
    dataFolder = join(folder, 'new');
    const results = await Promise.all([attempt(), attempt(), attempt()]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const problems = results.flatMap((result) => (result.ok ? [] : [result.problem]));
    for (const problem of problems) expect(problem).toContain('is using the data folder');
    expect(running).toHaveLength(1);
    for (const postgres of running) await writeNote(postgres);
  });
});

describe('recovery after a crash', () => {
  it('removes unfinished data of a dead start, but not of a running one', async () => {
    const left = join(dataFolder, 'postgres.new-left');
    const making = join(dataFolder, `postgres.new-${process.pid}-making`);
    for (const unfinished of [left, making])
      mkdirSync(join(unfinished, 'base'), { recursive: true });
    await start();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(making)).toBe(true);
  });

  it('leaves no PostgreSQL behind when its server is killed, and no acknowledged row is lost', async () => {
    const other = await startElsewhere();
    const targets = findRunningPostgres(dataFolder);
    if (targets === null) throw new Error('The other Bursar cannot be found.');
    await asOwner(targets, (sql) => sql`create table loan_notes as select 'kept' as note`);
    const pid = livePid();
    await killElsewhere(other);
    expect(await readNotes(await start())).toEqual([{ note: 'kept' }]);
    expect(livePid()).not.toBe(pid);
    expect(sentences.filter((sentence) => !isOfCopy(sentence))).toEqual([]);
  });

  it('stops an orphan whose watchdog was killed too', async () => {
    const other = await startElsewhere();
    const pid = livePid();
    const orphanSocketFolder = readRuntime(dataFolder)?.socketFolder ?? '';
    const watchdog = Number(ps(pid, 'ppid'));
    const watcher = execFileSync('pgrep', ['-P', String(watchdog)], { encoding: 'utf8' });
    // Kill the watchdog last: when it ends, its server closes the pipe that the watcher reads.
    for (const each of [...watcher.trim().split('\n'), String(watchdog)]) {
      if (Number(each) !== pid) process.kill(Number(each), 'SIGKILL');
    }
    await killElsewhere(other);
    expect(ps(pid, 'comm')).toContain('postgres');
    await writeNote(await start());
    expect(livePid()).not.toBe(pid);
    expect(sentences.filter((sentence) => !isOfCopy(sentence))).toEqual([
      'Stopping the PostgreSQL that an earlier Bursar left behind …',
    ]);
    expect(existsSync(orphanSocketFolder)).toBe(false);
  });

  it('ignores a process id that belongs to a different program', async () => {
    const stale = [process.pid, join(dataFolder, 'postgres'), 0, 5432, '/tmp', '', '', 'ready'];
    writeFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), `${stale.join('\n')}\n`);
    await start();
    expect(livePid()).not.toBe(process.pid);
  });
});

describe('a data folder that cannot be used', () => {
  it('is replaced by a reachable folder if PostgreSQL cannot reach it', async () => {
    chmodSync(folder, 0o700);
    dataFolder = join(folder, 'new');
    const fallbackFolder = mkdtempSync(join(tmpdir(), 'bursar-fallback-'));
    chmodSync(fallbackFolder, 0o755);
    const options = { dataFolder, fallbackFolder, log: (text: string) => sentences.push(text) };
    const first = await startEmbeddedPostgres(options);
    if (!first.ok) throw new Error(first.problem);
    await writeNote(first.postgres);
    await first.postgres.stop();
    // After the folder is reachable again, the database must not appear empty.
    chmodSync(folder, 0o755);
    const second = await startEmbeddedPostgres(options);
    if (!second.ok) throw new Error(second.problem);
    expect(await readNotes(second.postgres)).toEqual([{ note: 'kept' }]);
    await second.postgres.stop();
    const inside = existsSync(join(dataFolder, 'postgres'));
    expect(inside).toBe(!isRoot);
    expect(sentences.join()).toMatch(isRoot ? /closed to the user .* books are kept in/ : /^$/);
    rmSync(fallbackFolder, { recursive: true });
  });

  it('is refused if a file is in its path', async () => {
    writeFileSync(join(folder, 'file'), '');
    const problem = await problemOf(join(folder, 'file', 'below'));
    expect(problem).toContain('could not use the data folder');
    expect(problem).toContain('a part of that path is a file');
  });

  it('is refused if another PostgreSQL version wrote it', async () => {
    writeFileSync(join(dataFolder, 'postgres', 'PG_VERSION'), '15\n');
    expect(await problemOf()).toContain('were written by PostgreSQL 15');
  });

  it('is refused with the reason from the log if PostgreSQL cannot start', async () => {
    rmSync(join(dataFolder, 'postgres', 'global', 'pg_control'));
    expect(await problemOf()).toMatch(
      /could not start in .*pg_control.*Its log is .*postgres\.log/,
    );
  });

  it('is refused if its database is missing from its former folder', async () => {
    dataFolder = join(folder, 'new');
    mkdirSync(dataFolder);
    writeFileSync(join(dataFolder, 'postgres-is-elsewhere.txt'), '/nowhere/at/all\n');
    expect(await problemOf()).toContain('but nothing is there');
  });

  it('stays with its ordinary owner if root starts it', async () => {
    const cluster = join(dataFolder, 'postgres');
    const owner = isRoot ? 12_345 : statSync(cluster).uid;
    if (isRoot) execFileSync('chown', ['-R', `${owner}:${owner}`, cluster]);
    await start();
    expect(Number(ps(livePid(), 'uid'))).toBe(owner);
  });
});
