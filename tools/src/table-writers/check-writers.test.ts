import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { checkWriters, type WriterRules } from './check-writers.ts';
import { sharedTables } from './writer-rules.ts';

const features = 'api/src/features';
const loans = `${features}/servicing/loan-account/loans.store.ts`;
const tags = `${features}/distribution/tags/tags.store.ts`;
const none: WriterRules = { shared: [], everywhere: {}, byMigrations: {} };

const check = (files: Record<string, string>, rules: Partial<WriterRules> = {}): string[] =>
  checkWriters(checkoutOf(files), { ...none, ...rules }).map(({ rule }) => rule);

/**
 * Creates a checkout with the tables `loans` and `tags`, a writer of each, and only these files.
 */
function checkoutOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'bursar-writers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const schema = 'create table loans (\n);\n\ncreate table tags (\n);\n';
  const written = {
    'api/schema.sql': schema,
    [loans]: 'await sql`insert into loans ${sql(row)}`;',
    [tags]: 'await sql`delete from tags where id = ${id}`;',
    ...files,
  };
  for (const [file, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const planted = `${features}/intake/imports/planted.store.ts`;
const second = ['table-has-one-writer'];
const shared = [
  { table: 'loans', folders: ['servicing/loan-account', 'intake/imports'], why: 'a test' },
];

describe('the writers of tables', () => {
  it('are one folder for each table, or a documented exception', () => {
    expect(checkWriters(homeFolder)).toEqual([]);
    expect(sharedTables.length).toBeLessThanOrEqual(6);
    expect(check({})).toEqual([]);
  });

  it.each([
    'await sql`insert into loans (id) values (${id})`;',
    'await sql<Row[]>`with gone as (delete\n from loans returning id) select 1`;',
    'await sql`update loans loan set name = ${name}`;',
    'await sql`update ${sql("loans")} set name = ${name}`;',
    'await sql`merge into loans using tape on true`;',
    'await sql`truncate loans`;',
    'await sql.unsafe(`copy loans (id) from stdin`).writable();',
    "import { copyRows } from '../../../platform/copy-rows.ts';\nawait copyRows(sql, { table: 'loans', columns }, rows);",
    "import { copyBinaryRows } from '../../../platform/copy-binary.ts';\nawait copyBinaryRows(sql, { table: 'loans', columns }, rows);",
  ])('are reported if a second folder runs %s', (text) => {
    expect(check({ [planted]: text })).toEqual(second);
    expect(check({ [planted]: text }, { shared })).toEqual([]);
  });

  it.each([
    'await sql`select from loans for update`;',
    'await sql`select from loans loan for no key update of loan`;',
    'await sql`insert into tags (id) values (1) on conflict (id) do update set id = 2`;',
    "await sql`select 'update loans' -- delete from loans\\n`;",
    'await sql.unsafe(`copy loans (id) to stdout`).readable();',
    'await sql`select from copies copy on copy.id = loan.id where (copy.id) from loans`;',
    '/** A command may insert into loans. */\nconst text = `update loans`;',
  ])('do not include %s', (text) => {
    const file = `${features}/distribution/tags/more-tags.store.ts`;
    expect(check({ [file]: text })).toEqual([]);
  });

  it('are reported with the line of the second one, the folder of the first and what to do', () => {
    const text = '\n\nawait sql`update loans set name = 1`;';
    const more = `${features}/servicing/loan-account/more-loans.store.ts`;
    const files = { [planted]: text, [more]: 'await sql`delete from loans`;' };
    expect(checkWriters(checkoutOf(files), none).map(({ sentence }) => sentence)).toEqual([
      `${planted}:3 writes loans, which servicing/loan-account writes: move the statement there.`,
    ]);
  });

  it('are not searched in tests, fixtures and the demo', () => {
    const text = 'await sql`delete from loans`;';
    const files = [tags.replace('store', 'test'), 'api/src/testing/a.ts', 'api/src/seed/a.ts'];
    expect(check(Object.fromEntries(files.map((file) => [file, text])))).toEqual([]);
  });

  it('include platform folders', () => {
    expect(check({ 'api/src/platform/a.ts': 'await sql`delete from loans`;' })).toEqual(second);
    expect(check({ 'api/src/platform/mail/a.ts': 'await sql`delete from tags`;' })).toEqual(second);
  });

  it('are reported if a statement names no table, or one that does not exist', () => {
    const rule = ['written-table-is-named'];
    expect(check({ [planted]: 'await sql`delete from ${sql(name)}`;' })).toEqual(rule);
    expect(check({ [planted]: 'await sql`delete from loan_tags`;' })).toEqual(rule);
    const everywhere = { [planted]: 'a test' };
    expect(check({ [planted]: 'await sql`truncate ${sql(name)}`;' }, { everywhere })).toEqual([]);
  });

  it('are reported if an exception is no longer needed', () => {
    const rule = ['exception-is-needed'];
    expect(check({}, { shared })).toEqual(rule);
    expect(check({}, { everywhere: { [planted]: 'a test' } })).toEqual(rule);
    const alone = [{ table: 'tags', folders: ['distribution/tags'], why: 'a test' }];
    expect(check({}, { shared: alone })).toEqual(rule);
  });

  it('cover every table of the schema', () => {
    const unwritten = { [tags]: 'await sql`select from tags`;' };
    const byMigrations = { tags: 'distribution/tags' };
    expect(check(unwritten)).toEqual(['table-has-one-writer']);
    expect(check(unwritten, { byMigrations })).toEqual([]);
    expect(check({}, { byMigrations })).toEqual(['table-has-one-writer']);
  });
});
