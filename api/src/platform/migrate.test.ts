import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { openSideConnection } from './database.ts';
import { listIndexesToBuild } from './indexes-to-build.ts';
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

const first = { '0001_first.sql': 'create table first (id integer primary key);' };
const second = { '0002_second.sql': 'create table second (id integer references first);' };
const third = { '0003_third.sql': 'create table third (id integer);' };

describe('migrate', () => {
  it('applies missing migrations in order, and none twice', async () => {
    expect(await migrate(owner, { folder: folderOf(first) })).toEqual({
      ok: true,
      applied: ['0001_first.sql'],
    });
    const folder = folderOf({ ...first, ...second });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: ['0002_second.sql'] });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it('applies each once when several processes start at the same moment', async () => {
    const folder = folderOf({ ...first, ...second });
    const results = await Promise.all([migrate(owner, { folder }), migrate(owner, { folder })]);
    const applied = results.flatMap((result) => (result.ok ? result.applied : [result.problem]));
    expect(applied.toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
  });

  it('leaves nothing of a migration that fails half-way', async () => {
    const folder = folderOf({
      ...first,
      '0002_second.sql': 'create table second (id integer); select 1 / 0;',
    });
    await expect(migrate(owner, { folder })).rejects.toThrow('division by zero');
    const [found] = await owner`select to_regclass('second') as second`;
    expect(found).toEqual({ second: null });
    expect(await pendingMigrations(owner, { folder })).toEqual(['0002_second.sql']);
  });

  it('lets readers pass while it waits for a table in use, and then applies', async () => {
    await migrate(owner, { folder: folderOf(first) });
    const folder = folderOf({ ...first, '0002_second.sql': 'alter table first add note text;' });
    // The pool of the owner is as small as at a start, so the reader has a connection of its own.
    const reader = openSideConnection(owner);
    onTestFinished(() => reader.end());
    // Wrapped in an object, because the driver awaits a returned promise before it commits.
    const { migrating } = await owner.begin(async (transaction) => {
      await transaction`select from first`;
      const started = migrate(owner, { folder });
      await expect
        .poll(
          () => reader`
          select from pg_locks where relation = 'first'::regclass and not granted`,
        )
        .toHaveLength(1);
      // Without a time limit on locks, this statement would wait for the migration, which waits for
      // this transaction.
      await reader`select from first`;
      expect(await pendingMigrations(database, { folder })).toEqual(['0002_second.sql']);
      return { migrating: started };
    });
    expect(await migrating).toEqual({ ok: true, applied: ['0002_second.sql'] });
  });

  it('makes room for a caller that holds one of its tables and waits for another', async () => {
    const tables = 'create table second (id integer); create table third (id integer);';
    const made = { ...first, '0002_tables.sql': tables };
    await migrate(owner, { folder: folderOf(made) });
    const text = ['first', 'second', 'third'].map((name) => `alter table ${name} add note text;`);
    const folder = folderOf({ ...made, '0003_notes.sql': text.join(' ') });
    const [one, other] = [openSideConnection(owner), openSideConnection(owner)];
    onTestFinished(async () => {
      await Promise.all([one.end(), other.end()]);
    });
    const [hasBegun, otherHasBegun] = [Promise.withResolvers(), Promise.withResolvers()];
    const holdsSecond = one.begin(async (transaction) => {
      await transaction`select from second`;
      hasBegun.resolve(null);
      await transaction`select pg_sleep(0.7)`;
    });
    // PostgreSQL would end this call a second after it began to wait.
    const waitsForFirst = other.begin(async (transaction) => {
      await transaction`select from third`;
      otherHasBegun.resolve(null);
      await transaction`select pg_sleep(0.2)`;
      await transaction`select from first`;
    });
    await Promise.all([hasBegun.promise, otherHasBegun.promise]);
    const migrating = migrate(owner, { folder });
    await expect(Promise.all([holdsSecond, waitsForFirst])).resolves.toHaveLength(2);
    expect(await migrating).toEqual({ ok: true, applied: ['0003_notes.sql'] });
  });

  it('gives up with a sentence if a table stays in use', async () => {
    await migrate(owner, { folder: folderOf(first) });
    const folder = folderOf({ ...first, '0002_second.sql': 'alter table first add note text;' });
    await owner.begin(async (transaction) => {
      await transaction`select from first`;
      expect(await migrate(owner, { folder, giveUpAfterMs: 0 })).toMatchObject({
        ok: false,
        problem: expect.stringContaining('a long transaction uses them'),
      });
    });
    expect(await pendingMigrations(owner, { folder })).toEqual(['0002_second.sql']);
  });

  it('starts a migration again that was killed half-way', async () => {
    await owner`create table third (id integer)`;
    const sleeping = `select pg_sleep(3600) where to_regclass('third') is not null;`;
    const text = `create table second (id integer); ${sleeping}`;
    const folder = folderOf({ ...first, '0002_second.sql': text });
    const killed = migrate(owner, { folder }).catch((error: unknown) => error);
    await expect
      .poll(
        () => owner`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`,
      )
      .toHaveLength(1);
    expect(await killed).toBeInstanceOf(Error);
    await owner`drop table third`;
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: ['0002_second.sql'] });
  });

  it('refuses a migration that was changed after it was applied', async () => {
    await migrate(owner, { folder: folderOf(first) });
    const folder = folderOf({ '0001_first.sql': 'create table first (id bigint primary key);' });
    expect(await migrate(owner, { folder })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('0001_first.sql was changed after it was applied'),
    });
  });

  it('accepts a migration whose line ends were changed', async () => {
    const text = 'create table first (\n  id integer\n);\n';
    await migrate(owner, { folder: folderOf({ '0001_first.sql': text }) });
    const folder = folderOf({ '0001_first.sql': text.replaceAll('\n', '\r\n') });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it('refuses a database that is newer than the code', async () => {
    await migrate(owner, { folder: folderOf({ ...first, ...second }) });
    expect(await migrate(owner, { folder: folderOf(first) })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('newer Bursar (it has 0002_second.sql)'),
    });
  });

  it('applies a numbered migration that landed after a higher number', async () => {
    await migrate(owner, { folder: folderOf({ ...first, ...third }) });
    const folder = folderOf({ ...first, ...second, ...third });
    expect(await pendingMigrations(owner, { folder })).toEqual(['0002_second.sql']);
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: ['0002_second.sql'] });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  const [name, text] = ['2026-12-01-0930-third.sql', third['0003_third.sql']];
  it.each(['0002_second.sql', '2026-11-30-2359-second.sql'])(
    'refuses %s if a migration of a later minute has run',
    async (late) => {
      await migrate(owner, { folder: folderOf({ ...first, [name]: text }) });
      const folder = folderOf({ ...first, [late]: second['0002_second.sql'], [name]: text });
      expect(await migrate(owner, { folder })).toEqual({
        ok: false,
        problem: expect.stringContaining(`${late} comes before ${name}, which this database has`),
      });
      const [found] = await owner`select to_regclass('second') as second`;
      expect(found).toEqual({ second: null });
      const after = '2026-12-01-0931-second.sql';
      const renamed = folderOf({ ...first, [name]: text, [after]: second['0002_second.sql'] });
      expect(await migrate(owner, { folder: renamed })).toEqual({ ok: true, applied: [after] });
    },
  );

  it('recognises a renamed migration by its text, and refuses it if the text changes as well', async () => {
    await migrate(owner, { folder: folderOf({ ...first, ...third }) });
    const folder = folderOf({ ...first, [name]: text });
    expect(await pendingMigrations(database, { folder })).toEqual([]);
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
    expect(await owner`select name from schema_migrations order by name`).toMatchObject([
      { name: '0001_first.sql' },
      { name },
    ]);
    const changed = folderOf({ ...first, [name]: `${text} select 1;` });
    expect(await migrate(owner, { folder: changed })).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`${name} was changed after it was applied`),
    });
  });

  it('upgrades a table that identified migrations by number', async () => {
    await owner`
      create table schema_migrations (number integer primary key, name text not null,
        checksum text not null, applied_at timestamptz not null default now())`;
    await owner.unsafe(
      `grant select on schema_migrations to bursar_app; ${first['0001_first.sql']}`,
    );
    await owner`
      insert into schema_migrations (number, name, checksum)
      values (1, '0001-first.sql', encode(sha256(${first['0001_first.sql']}::bytea), 'hex'))`;
    const folder = folderOf({ ...first, [name]: text });
    expect(await pendingMigrations(database, { folder })).toEqual([name]);
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [name] });
    expect(await migrate(owner, { folder })).toEqual({ ok: true, applied: [] });
  });

  it.each([
    ['0001_again.sql', '0001_first.sql has the same place as 0001_again.sql'],
    ['0100_second.sql', '0100_second.sql should begin with the UTC minute'],
    ['first.sql', 'first.sql should begin with the UTC minute'],
  ])('refuses the file name %s next to 0001_first.sql', async (file, problem) => {
    const folder = folderOf({ ...first, [file]: 'select 1' });
    await expect(migrate(owner, { folder })).rejects.toThrow(problem);
  });

  it("lists pending migrations for the application's own role", async () => {
    const folder = folderOf({ ...first, ...second });
    expect(await pendingMigrations(database, { folder })).toHaveLength(2);
    await migrate(owner, { folder: folderOf(first) });
    expect(await pendingMigrations(database, { folder })).toEqual(['0002_second.sql']);
  });

  describe('with indexes built before', () => {
    const indexed = {
      '0002_second.sql': `
        -- Lists read this order.
        create index if not exists first_by_id
          on first (id desc);
        create index first_plain on first (id);
        create table second (id integer);
        create index if not exists second_by_id on second (id);`,
    };
    const indexOf = () => owner<{ oid: number; isValid: boolean }[]>`
      select indexrelid::int as oid, indisvalid as is_valid from pg_index
      where indexrelid = 'first_by_id'::regclass`;
    const build = (statements: readonly string[]) =>
      Promise.all(statements.map((statement) => owner.unsafe(statement)));

    it('lists those of pending migrations on tables that exist, and then skips them', async () => {
      const folder = folderOf({ ...first, ...indexed });
      expect(await listIndexesToBuild(owner, { folder })).toEqual([]);
      await migrate(owner, { folder: folderOf(first) });
      const statements = await listIndexesToBuild(owner, { folder });
      expect(statements.map((statement) => statement.replaceAll(/\s+/g, ' '))).toEqual([
        'create index concurrently if not exists first_by_id on first (id desc);',
      ]);
      await build(statements);
      const built = await indexOf();
      expect(await listIndexesToBuild(owner, { folder })).toEqual([]);
      expect(await migrate(owner, { folder })).toMatchObject({ ok: true });
      expect(await indexOf()).toEqual(built);
    });

    it('replaces one that an interrupted build left invalid', async () => {
      const unique = {
        '0002_second.sql': 'create unique index if not exists first_by_id on first ((id % 2));',
      };
      await migrate(owner, { folder: folderOf(first) });
      await owner`insert into first values (1), (3)`;
      const folder = folderOf({ ...first, ...unique });
      await expect(build(await listIndexesToBuild(owner, { folder }))).rejects.toThrow('unique');
      expect(await indexOf()).toMatchObject([{ isValid: false }]);
      expect(await listIndexesToBuild(owner, { folder })).toEqual([
        'drop index concurrently first_by_id;',
        'create unique index concurrently if not exists first_by_id on first ((id % 2));',
      ]);
      await owner`delete from first where id = 3`;
      expect(await migrate(owner, { folder })).toMatchObject({ ok: true });
      expect(await indexOf()).toMatchObject([{ isValid: true }]);
    });
  });
});
