import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrate, migrationsFolder } from '../../../platform/migrate.ts';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { describeSchema } from '../../../testing/describe-schema.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createBareDatabase, createTestDatabase } from '../../../testing/test-database.ts';
import { readBackupFiles } from './backup-files.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { atOneMoment } from './snapshot.store.ts';
import { takeBackup } from './take-backup.ts';
import { startLines } from './write-lines.ts';

const now = new Date('2026-06-20T08:00:00Z');
const pdf = Buffer.from('%PDF-1.7\na pay slip of somebody');
const report = (): void => undefined;

let folder: string;
let office: Office;
let documentId: string;
let path: string;

const newPath = (): string => join(folder, `${uuidv7()}.backup`);
const newFolder = (): string => mkdtempSync(join(folder, 'documents-'));

async function backUp(): Promise<string> {
  const taken = newPath();
  const { owner, documentsFolder } = office.test;
  expect(await takeBackup(owner, { path: taken, documentPlace: documentsFolder })).toMatchObject({
    ok: true,
  });
  return taken;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bursar-backups-'));
  office = await openOffice();
  const { id: loanId } = await office.arrangeHeld();
  const manager = await office.signIn('manager');
  documentId = uuidv7();
  const query = `id=${documentId}&loanId=${loanId}&fileName=slip.pdf`;
  expect((await manager.upload(`/api/documents?${query}`, pdf)).status).toBe(200);
  path = await backUp();
});
afterAll(() => rmSync(folder, { recursive: true }));

const problemOf = async (file: string): Promise<string> => {
  const checked = await checkBackup(file);
  return checked.ok ? '' : checked.problem;
};

/** Writes the same backup with changed lines, compressed again. */
function rewritten(change: (text: string) => string): string {
  const changed = newPath();
  // latin1 preserves every byte, because file content is not text.
  const text = gunzipSync(readFileSync(path)).toString('latin1');
  writeFileSync(changed, gzipSync(Buffer.from(change(text), 'latin1')));
  return changed;
}

function unpacks(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes);
  } catch {
    return null;
  }
}

describe('a damaged backup', () => {
  it('is refused wherever it is cut off', async () => {
    const whole = readFileSync(path);
    const cut = newPath();
    for (const share of [0.05, 0.5, 0.9, 0.999]) {
      writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)));
      expect(await problemOf(cut), String(share)).toBe(
        `${cut} is cut off: its end is missing. Take another copy of it, or an earlier backup.`,
      );
    }
    for (const bytes of [whole.length - 1, whole.length - 8]) {
      writeFileSync(cut, whole.subarray(0, bytes));
      expect(await problemOf(cut)).toContain('is cut off');
    }
    // The file is compressed again, so only the missing lines show the cut.
    const shorter = rewritten((text) => text.slice(0, text.lastIndexOf('{"line":"end"')));
    expect(await problemOf(shorter)).toContain('is cut off');
  });

  it('is refused wherever a byte was flipped', async () => {
    const whole = readFileSync(path);
    const flipped = newPath();
    let refused = 0;
    // Skips gzip's ten header bytes, some of which have no meaning.
    for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      writeFileSync(flipped, bytes);
      // Deflate pads the end of a block with bits that mean nothing.
      if (unpacks(bytes)?.equals(gunzipSync(whole))) continue;
      const problem = await problemOf(flipped);
      expect(problem, String(at)).toMatch(/is (not as it was written|cut off|no backup)/);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('is refused if a value, a row, a document or a line was replaced', async () => {
    for (const [from, to] of [
      ['Portfolio one', 'Portfolio two'],
      ['Portfolio one', 'Portfolio one, and more'],
      ['a pay slip of somebody', 'a pay slip of s0mebody'],
      ['"name":"tags"', '"name":"tabs"'],
      ['"isCalled":true', '"isCalled":false'],
      ['"takenAt":"20', '"takenAt":"19'],
      [documentId, documentId.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ] as const) {
      const changed = rewritten((text) => {
        expect(text).toContain(from);
        return text.replace(from, to);
      });
      expect(await problemOf(changed), from).toContain('is not as it was written');
    }
  });

  it('is refused with its reason if it is not a backup, or from a newer version', async () => {
    const other = newPath();
    expect(await problemOf(other)).toBe(`There is no file ${other}.`);
    expect(await problemOf(folder)).toBe(`${folder} is a folder, not a backup.`);
    writeFileSync(other, 'a letter');
    expect(await problemOf(other)).toBe(`${other} is no backup that Bursar has written.`);
    writeFileSync(other, gzipSync('{"name":"a letter"}\n'));
    expect(await problemOf(other)).toBe(`${other} is no backup that Bursar has written.`);
    writeFileSync(other, gzipSync('{"line":"head","format":2,"parts":[]}\n'));
    expect(await problemOf(other)).toContain('was written by a newer Bursar, in a form');
    const lines = startLines();
    const later = { name: '2999-01-01-0000-later.sql', checksum: 'a'.repeat(64) };
    const head = { takenAt: now.toISOString(), postgres: 18, migrations: [later], tables: [] };
    const parts = [
      lines.write({ line: 'head', format: 1, ...head }),
      lines.endDatabase(),
      lines.end(),
    ];
    writeFileSync(other, gzipSync(Buffer.concat(parts)));
    expect(await problemOf(other)).toBe(
      `${other} was written by a newer Bursar (it has 2999-01-01-0000-later.sql). Restore it with that one.`,
    );
  });
});

describe('a restore', { timeout: 120_000 }, () => {
  it('requires an empty database', async () => {
    const { owner } = await createTestDatabase();
    const before = await describeSchema(owner);
    const restored = await restoreBackup(owner, {
      path,
      documentPlace: newFolder(),
      now,
      report,
    });
    expect(restored).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^The database is not empty .* never writes over books/),
    });
    expect(await describeSchema(owner)).toBe(before);
    const bare = await createBareDatabase();
    await bare.owner`create table notes_of_mine (word text)`;
    expect(
      await restoreBackup(bare.owner, { path, documentPlace: newFolder(), now, report }),
    ).toMatchObject({ problem: expect.stringContaining('there is notes_of_mine in it') });
  });

  it('leaves an empty database if it fails, so that the next one succeeds', async () => {
    const { owner } = await createBareDatabase();
    const documentsFolder = newFolder();
    const place = join(documentsFolder, office.portfolio.id, documentId.slice(-2), documentId);
    await mkdir(join(place, '..'), { recursive: true });
    await writeFile(place, 'other bytes');
    expect(
      await restoreBackup(owner, { path, documentPlace: documentsFolder, now, report }),
    ).toMatchObject({
      ok: false,
      problem: expect.stringContaining('other bytes lie at the place of documents/'),
    });
    const left = await owner`
      select relname from pg_class where relnamespace = 'public'::regnamespace`;
    expect(left).toHaveLength(0);
    await rm(place);
    // The folder has one file from a restore that was killed after writing documents, and one that
    // was filed after the backup.
    await writeFile(place, pdf);
    await writeFile(join(place, '..', uuidv7()), 'filed later');
    expect(
      await restoreBackup(owner, { path, documentPlace: documentsFolder, now, report }),
    ).toMatchObject({
      ok: true,
      strangers: 1,
    });
    expect(readFileSync(place)).toEqual(pdf);
  });

  it('verifies that the rows referenced by each row exist', async () => {
    const { owner } = await createBareDatabase();
    // The lines are complete and their digests match, as only deliberate tampering produces.
    const crafted = rewritten((text) => {
      const start = text.indexOf('{"line":"table","name":"teams"');
      const end = text.indexOf('{"line":"table"', start + 1);
      const table = text.slice(start, text.indexOf('\n', start) + 1);
      const none = createHash('sha256').digest('hex');
      const empty = `${table}{"line":"table-end","rows":0,"bytes":0,"sha256":"${none}"}\n`;
      const rows = Number(/"rows":(\d+)/.exec(text.slice(start, end))?.[1]);
      return resealed(
        (text.slice(0, start) + empty + text.slice(end)).replace(
          /("line":"database-end","tables":\d+,"rows":)(\d+)/,
          (_, before: string, all: string) => `${before}${Number(all) - rows}`,
        ),
      );
    });
    expect(await problemOf(crafted)).toBe('');
    await expect(
      restoreBackup(owner, { path: crafted, documentPlace: newFolder(), now, report }),
    ).rejects.toThrow('violates foreign key constraint');
    const left = await owner`
      select relname from pg_class where relnamespace = 'public'::regnamespace`;
    expect(left).toHaveLength(0);
  });

  it('migrates a backup of an earlier version', async () => {
    const { owner } = await createBareDatabase();
    const firstLater = '2026-11-24-0156-identity-documents.sql';
    const earlier = mkdtempSync(join(folder, 'migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((one) => one < firstLater)) {
      cpSync(join(migrationsFolder, file), join(earlier, file));
    }
    expect(await migrate(owner, { folder: earlier })).toMatchObject({ ok: true });
    const portfolio = await arrangePortfolio(owner, 'one', { isOld: true });
    const old = newPath();
    const documentsFolder = newFolder();
    // The database is as before an update: the backup copies it without migrating it first.
    expect(await takeBackup(owner, { path: old, documentPlace: documentsFolder })).toMatchObject({
      ok: true,
    });
    const [late] = await owner`select to_regclass('borrower_identity_documents') as found`;
    expect(late).toEqual({ found: null });

    const fresh = await createBareDatabase();
    expect(
      await restoreBackup(fresh.owner, { path: old, documentPlace: documentsFolder, now, report }),
    ).toMatchObject({ ok: true });
    expect(await describeSchema(fresh.owner)).toBe(await describeSchema(office.test.owner));
    expect(await migrate(fresh.owner)).toEqual({ ok: true, applied: [] });
    const [found] = await fresh.owner`select name from portfolios where id = ${portfolio.id}`;
    expect(found).toEqual({ name: 'Portfolio one' });
  });
});

function resealed(text: string): string {
  const digest = createHash('sha256');
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    const line = rest.slice(0, rest.indexOf('\n') + 1);
    rest = rest.slice(line.length);
    const header: { line: string; bytes?: number } = JSON.parse(
      Buffer.from(line, 'latin1').toString(),
    );
    if (header.line === 'end') {
      const sha256 = digest.digest('hex');
      lines.push(line.replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256}"`));
      break;
    }
    digest.update(Buffer.from(line, 'latin1'));
    lines.push(line);
    const raw = header.line === 'bytes' || header.line === 'file' ? (header.bytes ?? 0) : 0;
    lines.push(rest.slice(0, raw));
    rest = rest.slice(raw);
  }
  return lines.join('');
}

describe('taking a backup', () => {
  const partials = async () => (await readdir(folder)).filter((name) => name.includes('.partial'));

  it('leaves no file if the disk is full', async () => {
    const probe = await open(join(folder, 'probe'), 'w');
    await probe.close();
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
    const writing = vi.spyOn(Object.getPrototypeOf(probe), 'writeFile').mockRejectedValue(full);
    onTestFinished(() => writing.mockRestore());
    const { owner, documentsFolder } = office.test;
    const target = newPath();
    expect(await takeBackup(owner, { path: target, documentPlace: documentsFolder })).toEqual({
      ok: false,
      problem: `Bursar could not write the backup ${target}: the disk is full.`,
    });
    expect(await partials()).toEqual([]);
    expect(await problemOf(target)).toContain('There is no file');
    expect(await owner`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('leaves no file if it is stopped in the middle of a table', async () => {
    const { owner, documentsFolder } = office.test;
    // Every row has the same compressed value, so 3 GB of text are inserted quickly.
    await owner`create table wide as select repeat(md5('word'), 500) as word`;
    await owner`insert into wide select word from wide, generate_series(1, 200000)`;
    onTestFinished(async () => {
      await owner`drop table wide`;
    });
    // The loop stops the backup at different moments within the table.
    for (let lateMs = 0; lateMs < 20; lateMs += 5) {
      const stopped = new AbortController();
      const target = newPath();
      const taking = takeBackup(owner, {
        path: target,
        documentPlace: documentsFolder,
        signal: stopped.signal,
      });
      await expect
        .poll(() => owner`select from pg_stat_activity where query like 'copy "wide"%'`, {
          timeout: 30_000,
          interval: 5,
        })
        .toHaveLength(1);
      await wait(lateMs);
      const stoppedAt = performance.now();
      stopped.abort();
      expect(await taking).toEqual({ ok: false, problem: 'Stopped: no backup was written.' });
      // Reading the rest of the table would take several times this limit, even on an idle machine.
      expect(performance.now() - stoppedAt).toBeLessThan(5000);
      expect(await partials()).toEqual([]);
      expect(await problemOf(target)).toContain('There is no file');
    }
    // The snapshot is gone, so nothing blocks this statement.
    await owner`alter table wide add column late text`;
  });

  it('reports documents that differ from what was filed', async () => {
    const { owner, documentsFolder } = office.test;
    const place = join(documentsFolder, office.portfolio.id, documentId.slice(-2), documentId);
    const lost = [`documents/${office.portfolio.id}/${documentId}`];
    await writeFile(place, 'other bytes');
    onTestFinished(() => writeFile(place, pdf));
    const damaged = newPath();
    const taken = await takeBackup(owner, { path: damaged, documentPlace: documentsFolder });
    expect(taken).toMatchObject({ ok: true, lost, sums: { files: 0, lostFiles: 1 } });
    expect(await checkBackup(damaged)).toMatchObject({ ok: true, sums: { lostFiles: 1 } });
  });

  it('leaves out a document that is withdrawn during the backup', async () => {
    const { owner, documentsFolder } = office.test;
    const manager = await office.signIn('manager');
    await atOneMoment(owner, async (snapshot) => {
      const withdrawn = await manager.post(`/api/documents/${documentId}/withdraw`, {
        reason: 'Filed by mistake',
      });
      expect(withdrawn.status).toBe(200);
      const files = readBackupFiles(owner, snapshot, documentsFolder);
      expect(await files.next()).toEqual({ done: true, value: undefined });
    });
  });
});
