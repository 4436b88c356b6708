import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeFolder } from './home-folder.ts';

const foldersOf: Record<string, string> = {
  e2e: 'e2e/src/journeys',
  web: 'web/src',
  api: 'api/src/features',
  contracts: 'contracts/src',
  'loan-maths': 'loan-maths/src',
  tools: 'tools/src',
};

type Row = { readonly sentence: string; readonly tests: string };

const rows: readonly Row[] = readFileSync(
  join(homeFolder, 'docs/specification-coverage.md'),
  'utf8',
)
  .split('\n')
  .map((line) => /^\| (.+?) \| (.+) \|$/.exec(line))
  .flatMap((parts) => (parts ? [{ sentence: parts[1] ?? '', tests: parts[2] ?? '' }] : []))
  .filter(({ tests }) => tests !== 'test');

/**
 * Returns the test files and titles that a row names: after a workspace, files in backticks and
 * titles in asterisks.
 */
function readClaims({ tests }: Row): { readonly files: string[]; readonly titles: string[] }[] {
  let folder = '';
  return tests.split(';').map((claim) => {
    const [, workspace] = /^\s*([\w-]+) `/.exec(claim) ?? [];
    folder = workspace === undefined ? folder : (foldersOf[workspace] ?? 'nowhere');
    const names = [...claim.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const titles = [...claim.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title);
    // Names are test files of the workspace, except addresses of pages such as `/users`.
    const files = names.filter((name) => !name.startsWith('/')).map((name) => find(folder, name));
    return { files, titles };
  });
}

function find(folder: string, name: string): string {
  const stem = /[.-]test$/.test(name) ? name : `${name}.test`;
  const places = [`${folder}/${stem}.ts`, `${folder}/${stem}.tsx`, `web/${stem}.ts`];
  return places.find((place) => existsSync(join(homeFolder, place))) ?? `${stem}: no such test`;
}

/** Returns the titles of a file's tests, with an ellipsis for each inserted value. */
function readTitles(file: string): string[] {
  const source = readFileSync(join(homeFolder, file), 'utf8');
  const called = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])(.+?)\1/gs;
  const eachRow = /\]\)\(\s*(['"`])(.+?)\1/gs;
  return [...source.matchAll(called), ...source.matchAll(eachRow)].map(([, , title = '']) =>
    straight(title.replaceAll(/\$\{[^}]*\}|%\w/g, '…')),
  );
}

const straight = (text: string): string => text.replaceAll('’', "'").replaceAll('...', '…');

function isAmong(title: string, titles: readonly string[]): boolean {
  const parts = straight(title)
    .split('…')
    .map((part) => part.trim());
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return titles.some((one) => new RegExp(`^${escaped.join('.*')}$`).test(one));
}

describe('the specification’s coverage', () => {
  it('has a row for a good part of the specification', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('names tests that exist for: $sentence', (row) => {
    const claims = readClaims(row);
    const files = claims.flatMap((claim) => claim.files);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(homeFolder, file)))).toEqual([]);
    for (const claim of claims) {
      const titles = claim.files.flatMap(readTitles);
      expect(claim.titles.filter((title) => !isAmong(title, titles))).toEqual([]);
    }
  });
});
