import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseSync } from 'oxc-parser';
import type { Violation } from '../boundaries/check-boundaries.ts';
import { bannedTerms, publishedNames, type BannedTerm } from './banned-terms.ts';

/** The first place of each name in a checkout that has a banned part: names of files and of code. */
export function checkVocabulary(root: string, terms = bannedTerms): Violation[] {
  const found = new Map<string, Violation>();
  for (const file of listCode(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const name of [basename(file).replace(/\..*$/, ''), ...namesIn(file, text)]) {
      const term = findBannedTerm(name, terms);
      if (term && !found.has(name)) {
        found.set(name, {
          rule: 'vocabulary',
          sentence: `${file} has the name ${name}: use ${term.use}.`,
        });
      }
    }
  }
  return [...found.values()];
}

export function findBannedTerm(
  name: string,
  terms: readonly BannedTerm[] = bannedTerms,
): BannedTerm | undefined {
  if (publishedNames.has(name)) return undefined;
  const hyphenated = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
  return terms.find((term) => term.name.test(hyphenated));
}

function listCode(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return tracked.split('\n').filter((file) => file !== '' && !file.includes('/former-migrations/'));
}

/** Every identifier, also of properties and JSX attributes. */
function namesIn(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: unknown[] = [parseSync(file, text).program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && 'name' in node && typeof node.name === 'string') names.add(node.name);
    pending.push(...Object.values(node));
  }
  return names;
}
