import { scaleRounded } from '@bursar/loan-maths/exact';

/**
 * Returns `part` of `whole` in per cent with one decimal, `"33.3"`; null if `whole` is not
 * positive. A part smaller than the whole is at most `"99.9"`.
 */
export function percentOf(part: number, whole: number): string | null {
  if (whole <= 0) return null;
  const tenths = tenthsOf(part, whole);
  return writeTenths(part < whole ? Math.min(tenths, 999) : tenths);
}

/** Returns the change from `before` to `now` in per cent; null if `before` is not positive. */
export function percentChange(now: number, before: number): string | null {
  return before <= 0 ? null : writeTenths(tenthsOf(now - before, before));
}

function tenthsOf(part: number, whole: number): number {
  return scaleRounded(part, { numerator: 1000, denominator: whole }, 'half_even');
}

function writeTenths(tenths: number): string {
  const sign = tenths < 0 ? '-' : '';
  const digits = String(Math.abs(tenths)).padStart(2, '0');
  return `${sign}${digits.slice(0, -1)}.${digits.slice(-1)}`;
}
