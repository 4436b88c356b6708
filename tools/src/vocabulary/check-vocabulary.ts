import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseSync } from 'oxc-parser';
import type { Violation } from '../boundaries/check-boundaries.ts';
import { bannedProse, bannedTerms, publishedNames, type BannedTerm } from './banned-terms.ts';

/**
 * Returns each comment in a checkout that has a banned word, and the first use of each file or code
 * name that has a banned part.
 */
export function checkVocabulary(root: string, terms = bannedTerms): Violation[] {
  const found = new Map<string, Violation>();
  for (const file of listCode(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    const { program, comments } = parseSync(file, text);
    for (const { value } of comments) {
      const sentence = describeProse(file, value);
      if (sentence) found.set(sentence, { rule: 'vocabulary', sentence });
    }
    for (const name of [basename(file).replace(/\..*$/, ''), ...namesIn(program)]) {
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

/** Returns a sentence about the first banned word of a comment; undefined if it has none. */
export function describeProse(file: string, comment: string): string | undefined {
  for (const { name, use } of bannedProse) {
    const word = name.exec(comment)?.[0];
    if (word !== undefined) return `${file} has the word ${word} in a comment: use ${use}.`;
  }
  return undefined;
}

function listCode(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return tracked.split('\n').filter((file) => file !== '' && !file.includes('/former-migrations/'));
}

/** Returns every identifier, including properties and JSX attributes. */
function namesIn(program: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && 'name' in node && typeof node.name === 'string') names.add(node.name);
    pending.push(...Object.values(node));
  }
  return names;
}
