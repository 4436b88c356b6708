import { westernDigits } from '@bursar/contracts/western-digits';

const LIMIT_MAX = 1_000_000;

/**
 * Reads a number of loans in Western or Arabic digits; spaces, commas and points between them are
 * ignored. Returns null if the text is no such number or exceeds the maximum.
 */
export function readLimit(text: string): number | null {
  const plain = westernDigits(text)
    .trim()
    .replaceAll(/[\s,.٬\u00a0\u202f]/g, '');
  if (!/^\d{1,7}$/.test(plain)) return null;
  const limit = Number(plain);
  return limit <= LIMIT_MAX ? limit : null;
}
