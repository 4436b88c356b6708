import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const { database, owner } = await createTestDatabase();

beforeEach(async () => {
  await owner`drop table if exists first, second, third`;
  await owner`drop table if exists schema_migrations`;
});

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const first = { '0001-first.sql': 'create table first (id integer primary key);' };
const second = { '0002-second.sql': 'create table second (id integer references first);' };

describe('migrate', () => {
  it('applies what is missing, in order, and nothing twice', async () => {
    expect(await migrate(owner, { folder: folderOf(first) })).toEqual({
      ok: true,
      applied: ['0001-first.sql'],
    });
    const folder = folderOf({ ...first, ...second });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: ['0002-second.sql'] });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it('applies each once when several processes start at the same moment', async () => {
    const folder = folderOf({ ...first, ...second });
    const results = await Promise.all([migrate(owner, { folder }), migrate(owner, { folder })]);
    const applied = results.flatMap((result) => (result.ok ? result.applied : [result.problem]));
    expect(applied.toSorted()).toEqual(['0001-first.sql', '0002-second.sql']);
  });

  it('leaves nothing of a migration that fails half-way', async () => {
    const folder = folderOf({
      ...first,
      '0002-second.sql': 'create table second (id integer); select 1 / 0;',
    });
    await expect(migrate(owner, { folder })).rejects.toThrow('division by zero');
    const [found] = await owner`select to_regclass('second') as second`;
    expect(found).toEqual({ second: null });
    expect(await pendingMigrations(owner, { folder })).toEqual(['0002-second.sql']);
  });

  it('refuses when a migration was changed after it was applied', async () => {
    await migrate(owner, { folder: folderOf(first) });
    const folder = folderOf({ '0001-first.sql': 'create table first (id bigint primary key);' });
    expect(await migrate(owner, { folder })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('0001-first.sql was changed after it was applied'),
    });
  });

  it('takes a migration whose line ends were changed on the way for the same', async () => {
    const text = 'create table first (\n  id integer\n);\n';
    await migrate(owner, { folder: folderOf({ '0001-first.sql': text }) });
    const folder = folderOf({ '0001-first.sql': text.replaceAll('\n', '\r\n') });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it('refuses a database that is newer than the code', async () => {
    await migrate(owner, { folder: folderOf({ ...first, ...second }) });
    expect(await migrate(owner, { folder: folderOf(first) })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('newer Bursar (it has 0002-second.sql)'),
    });
  });

  it('applies one that landed after another of a higher number', async () => {
    const third = { '0003-third.sql': 'create table third (id integer);' };
    await migrate(owner, { folder: folderOf({ ...first, ...third }) });
    const folder = folderOf({ ...first, ...second, ...third });
    expect(await pendingMigrations(owner, { folder })).toEqual(['0002-second.sql']);
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: ['0002-second.sql'] });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it.each([
    ['0001-again.sql', '0001-first.sql has the same number as 0001-again.sql'],
    ['first.sql', 'first.sql should begin with its number'],
  ])('refuses %s beside 0001-first.sql', async (name, problem) => {
    const folder = folderOf({ ...first, [name]: 'select 1' });
    await expect(migrate(owner, { folder })).rejects.toThrow(problem);
  });

  it("names what is pending to the application's own role", async () => {
    const folder = folderOf({ ...first, ...second });
    expect(await pendingMigrations(database, { folder })).toHaveLength(2);
    await migrate(owner, { folder: folderOf(first) });
    expect(await pendingMigrations(database, { folder })).toEqual(['0002-second.sql']);
  });
});
