import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main as backup } from './backup.ts';
import { homeFolder } from './home-folder.ts';
import { asOwner } from './running-database.ts';
import { main as restore } from './restore.ts';
import {
  managerEmail,
  openTestDatabase,
  runTool,
  type TestDatabase,
} from './testing/test-database.ts';

const portfolioId = '00000000-0000-4000-8000-000000000001';
const scan = { id: '00000000-0000-4000-8000-0000000000a7', bytes: Buffer.from('%PDF-1.7\na scan') };
const placeIn = (data: string): string => join(data, 'documents', 'mail', portfolioId, 'a7');

let tested: TestDatabase;
let folder: string;

function putScan(data: string, write: (place: string) => void): void {
  mkdirSync(placeIn(data), { recursive: true });
  write(join(placeIn(data), scan.id));
}

beforeAll(async () => {
  // The restore that the test kills runs in its own process, from the build.
  const tsc = join(homeFolder, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--build', join(homeFolder, 'tools')]);
  folder = mkdtempSync(join(tmpdir(), 'bursar-backup-'));
  chmodSync(folder, 0o755);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('BURSAR_SECRET', '');
  vi.stubEnv('INIT_CWD', folder);
  tested = await openTestDatabase();
  await asOwner(tested.books, (owner) => {
    const sha256 = createHash('sha256').update(scan.bytes).digest();
    return owner`
      insert into staff_mail_files
        (id, portfolio_id, owner_id, name, media_type, bytes, sha256, scan, filed_at)
      select ${scan.id}, portfolio_id, id, 'scan.pdf', 'application/pdf', ${scan.bytes.length},
        ${sha256}, 'clean', '2026-06-01'
      from accounts where email = ${managerEmail}`;
  });
  putScan(String(process.env['BURSAR_DATA']), (place) => writeFileSync(place, scan.bytes));
}, 480_000);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await tested.close();
  rmSync(folder, { recursive: true });
}, 480_000);

const run = (tool: typeof backup, ...args: string[]) => runTool(() => tool(args));

/** Runs the work with a data folder other than that of the running database. */
async function elsewhere<Result>(data: string, work: () => Promise<Result>): Promise<Result> {
  const before = String(process.env['BURSAR_DATA']);
  vi.stubEnv('BURSAR_DATA', data);
  try {
    return await work();
  } finally {
    vi.stubEnv('BURSAR_DATA', before);
  }
}

describe('npm run backup, and npm run restore', { timeout: 240_000 }, () => {
  const file = () => join(folder, 'books.backup');

  it('back up books that a server has open, and report what the file contains and lacks', async () => {
    const { output, exitCode } = await run(backup, 'books.backup');
    expect(output).toMatch(
      /^The books of 20\S+ are in \S+\/books\.backup: \d+ tables with \d+ rows, 1 document with 15 bytes\. The file has [\d,]+ bytes\.\n/,
    );
    const keyFile = join(String(process.env['BURSAR_DATA']), 'secret.key');
    expect(output).toContain(`Store a copy of the file ${keyFile} apart from this file`);
    expect(exitCode).toBe(0);
    const again = await run(backup, 'books.backup');
    expect(again).toEqual({
      exitCode: 1,
      output: `${file()} is there already, and a backup overwrites nothing. Name another file.`,
    });
  });

  it('name the file by its minute if the target is a folder or absent', async () => {
    expect((await run(backup)).exitCode).toBe(0);
    const named = readdirSync(folder).filter((name) => name !== 'books.backup');
    expect(named).toEqual([expect.stringMatching(/^bursar-20\d\d-\d\d-\d\d-\d{4}\.backup$/)]);
  });

  it('do not create books in order to back them up', async () => {
    const none = join(folder, 'nothing-here');
    const { output, exitCode } = await elsewhere(none, () => run(backup, 'none.backup'));
    expect(output).toContain(`There are no books in ${none}. Set BURSAR_DATA to their folder`);
    expect(exitCode).toBe(1);
    expect(readdirSync(folder)).not.toContain('nothing-here');
  });

  it('report a document whose bytes are missing, and exit with 1', async () => {
    const data = String(process.env['BURSAR_DATA']);
    putScan(data, (place) => rmSync(place));
    const { output, exitCode } = await run(backup, 'lost.backup');
    putScan(data, (place) => writeFileSync(place, scan.bytes));
    expect(output).toContain(
      `Missing or changed, and not in the backup: 1 document.\n    mail/${portfolioId}/${scan.id}`,
    );
    expect(exitCode).toBe(1);
  });

  it('exit with 1 and do not call a backup complete that could not be read back', async () => {
    // The names and digests of the migrations are read back too.
    const spoil = () =>
      asOwner(
        tested.books,
        (owner) => owner`update schema_migrations set checksum = reverse(checksum)`,
      );
    await spoil();
    const { output, exitCode } = await run(backup, 'unreadable.backup');
    await spoil();
    expect(output).toMatch(
      /^The backup could not be read back: \S+unreadable\.backup does not fit this Bursar: .+\. Do not rely on this file, and take another backup\.$/,
    );
    expect(exitCode).toBe(1);
    const [recorded] = await asOwner(
      tested.books,
      (owner) => owner`
        select checked_at from backups where file_name = 'unreadable.backup'`,
    );
    expect(recorded).toEqual({ checkedAt: null });
  });

  it('check a backup without any books', async () => {
    const check = () => elsewhere('/dev/null', () => run(restore, '--check', 'books.backup'));
    expect(await check()).toEqual({
      exitCode: 0,
      output: expect.stringMatching(
        /^\S+books\.backup is complete: the books of 20\S+, \d+ tables/,
      ),
    });
    writeFileSync(join(folder, 'cut.backup'), readFileSync(file()));
    truncateSync(join(folder, 'cut.backup'), 5_000);
    const cut = await run(restore, '--check', 'cut.backup');
    expect(cut.output).toContain('cut.backup is cut off: its end is missing.');
    expect(cut.exitCode).toBe(1);
  });

  it('refuse existing books and invalid options', async () => {
    const { output, exitCode } = await run(restore, 'books.backup');
    expect(output).toContain('The database is not empty');
    expect(exitCode).toBe(1);
    for (const wrong of [[], ['one', 'two'], ['--chek', 'one']]) {
      expect((await run(restore, ...wrong)).exitCode).toBe(2);
    }
    expect((await run(backup, 'one', 'two')).exitCode).toBe(2);
  });

  it('remove the remains of a killed backup, and say so', async () => {
    const data = String(process.env['BURSAR_DATA']);
    // A pipe instead of a document makes the backup wait until it is killed.
    putScan(data, (place) => {
      rmSync(place);
      execFileSync('mkfifo', [place]);
    });
    const tool = new URL('../dist/backup.js', import.meta.url).href;
    const script = `import { main } from ${JSON.stringify(tool)}; await main(['killed.backup']);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const ended = once(child, 'exit');
    const partials = () => readdirSync(folder).filter((name) => name.endsWith('.partial'));
    await expect.poll(partials, { timeout: 120_000 }).toHaveLength(1);
    const [name = ''] = partials();
    child.kill('SIGKILL');
    await ended;
    putScan(data, (place) => {
      rmSync(place);
      writeFileSync(place, scan.bytes);
    });
    const { output, exitCode } = await run(backup, 'killed.backup');
    expect(output).toMatch(/^Removed /);
    expect(output).toContain(`Removed ${join(folder, name)}, `);
    expect(exitCode).toBe(0);
    expect(partials()).toEqual([]);
  });

  it('leave empty books after a killed restore, which the next one fills', async () => {
    const data = join(folder, 'restored');
    mkdirSync(data);
    // A pipe instead of a document makes the restore wait with its rows written but not committed.
    putScan(data, (place) => execFileSync('mkfifo', [place]));
    const tool = new URL('../dist/restore.js', import.meta.url).href;
    const script = `import { main } from ${JSON.stringify(tool)}; await main([${JSON.stringify(file())}]);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, BURSAR_DATA: data },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = once(child, 'exit');
    const incoming = join(data, 'documents', 'mail', 'incoming');
    const received = () => {
      try {
        return readdirSync(incoming).length;
      } catch {
        return 0;
      }
    };
    await expect
      .poll(() => (received() === 1 ? 'it waits for the pipe' : printed), { timeout: 120_000 })
      .toBe('it waits for the pipe');
    child.kill('SIGKILL');
    await ended;
    putScan(data, (place) => rmSync(place));

    const { output, exitCode } = await elsewhere(data, () => run(restore, 'books.backup'));
    expect(output).toContain('Restored. Everyone must sign in again');
    expect(output).toContain('All API keys are revoked.');
    expect(output).toMatch(/\nThe books have no errors: (\d+) of \1 checks passed\.\n/);
    expect(output).toContain(`you stored separately, as ${join(data, 'secret.key')}.`);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(placeIn(data), scan.id))).toEqual(scan.bytes);
    // No server runs on this data folder, so the backup starts its database.
    const second = await elsewhere(data, () => run(backup, 'second.backup'));
    expect(second.output).toContain('1 document with 15 bytes');
    expect(second.exitCode).toBe(0);
  });
});
