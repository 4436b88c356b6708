import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrationsFolder } from './migrate.ts';
import { extensions, inSchema } from './postgres/lender-names.ts';
import { splitStatements } from './split-statements.ts';

const texts = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(`${migrationsFolder}/${name}`, 'utf8'));

describe('splitStatements', () => {
  it.each([
    ['select 1; select 2', ['select 1', 'select 2']],
    ["select 'it''s; one' ; ", ["select 'it''s; one'"]],
    [String.raw`select E'\'; one'; select 2;`, [String.raw`select E'\'; one'`, 'select 2']],
    ['select ";"; -- and; so\n', ['select ";"']],
    ['/* a; b */ select 1;', ['/* a; b */ select 1']],
    ['do $$ begin a; b; end $$; select $1', ['do $$ begin a; b; end $$', 'select $1']],
    ['do $a$ $$; $$; $a$; select 2', ['do $a$ $$; $$; $a$', 'select 2']],
    [
      'create function a() begin atomic select case when b then 1 end; select 2; end; select 3',
      ['create function a() begin atomic select case when b then 1 end; select 2; end', 'select 3'],
    ],
    ['-- nothing;\n;', []],
  ])('splits %j', (text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });
});

describe('migrations for a schema', () => {
  it('name nothing that the default lender has', () => {
    const left =
      /\b(?:pgboss|bursar_app|bursar_(?:sessions|figures|changes))\b|\bpublic\b(?!\.unaccent)/g;
    const found = texts.flatMap((text) =>
      splitStatements(inSchema(text, 'north')).join(';\n').match(left),
    );
    expect(found.filter((name) => name !== null)).toEqual([]);
  });

  it('need only extensions that the migrator creates for all lenders', () => {
    const names = texts.flatMap((text) =>
      [...text.matchAll(/create extension (?:if not exists )?(\w+)/gi)].map(([, name]) => name),
    );
    expect(new Set(names)).toEqual(new Set(extensions));
  });
});
