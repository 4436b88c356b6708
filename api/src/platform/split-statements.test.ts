import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrationsFolder } from './migrate.ts';
import { extensions, inSchema } from './postgres/lender-names.ts';
import { splitStatements, withoutComments } from './split-statements.ts';

const migrationNames = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
const textOf = (name: string) => readFileSync(`${migrationsFolder}/${name}`, 'utf8');
const texts = migrationNames.map(textOf);

/** Returns the tables that a migration changes or drops, except those that it creates. */
function changedTables(text: string): readonly string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const created = new Set(found(/\bcreate table (?:if not exists )?(\w+)/gi));
  const changed = found(/\b(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/gi);
  return [...new Set(changed)].filter((name) => !created.has(name));
}

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

describe('withoutComments', () => {
  it.each([
    ['-- Why.\nselect 1; -- One.\nselect 2;\n', 'select 1; select 2;'],
    ['select/* a */1', 'select 1'],
    ["select '-- no  comment'", "select '-- no  comment'"],
    [
      'create function a() as $$ -- Stored.\n select 1 $$;',
      'create function a() as $$ -- Stored.\n select 1 $$;',
    ],
  ])('leaves the code of %j', (text, code) => {
    expect(withoutComments(text)).toBe(code);
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

  it('change one existing table at most, so that no call waits for it meanwhile', () => {
    expect(
      changedTables(
        'alter table a add b int; create table c (); alter table c add d int; drop table e;',
      ),
    ).toEqual(['a', 'e']);
    const later = migrationNames.filter((name) => name >= '2026-11-28-0201');
    const several = later.filter((name) => changedTables(textOf(name)).length > 1);
    expect(several).toEqual([]);
  });

  it('need only extensions that the migrator creates for all lenders', () => {
    const names = texts.flatMap((text) =>
      [...text.matchAll(/create extension (?:if not exists )?(\w+)/gi)].map(([, name]) => name),
    );
    expect(new Set(names)).toEqual(new Set(extensions));
  });
});
