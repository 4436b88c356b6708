import { westernDigits } from '@bursar/contracts/western-digits';
import { plainDecimal } from '../../../ui/form/parse-amount.ts';

const LIMIT_MAX = 1_000_000;

/**
 * Reads a number of loans in any script's digits, grouped as in the locale; null if the text is no
 * whole number or exceeds the maximum. A decimal mark is refused, because `1.000` can be a grouped
 * number of another locale.
 */
export function readLimit(text: string, locale: string): number | null {
  const plain = plainDecimal(westernDigits(text), locale);
  if (plain === null || !/^\d+$/.test(plain)) return null;
  const limit = Number(plain);
  return limit <= LIMIT_MAX ? limit : null;
}
