import { randomInt } from 'node:crypto';

/** Excludes characters that look alike: 0 and o, 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates a code of almost 50 bits, enough to be stored as a plain digest. */
export function newReadableCode(): string {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return `${part()}-${part()}`;
}

/** Normalises a typed code, which may have spaces, hyphens or capitals. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();
