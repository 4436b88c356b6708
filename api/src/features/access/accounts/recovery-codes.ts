import { randomInt } from 'node:crypto';

/** Without what is read one for another: 0 and o, 1 and i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A code of almost 50 bits: long enough to be stored as a plain digest. */
export function newReadableCode(): string {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return `${part()}-${part()}`;
}

/** As people type it: with spaces or hyphens, in any case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();
