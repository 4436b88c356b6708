import { scaleRounded } from '@bursar/loan-maths/exact';

/** How much of `whole` the `part` is, in per cent to one decimal: `"33.3"`; null where there is no whole. */
export function percentOf(part: number, whole: number): string | null {
  if (whole <= 0) return null;
  const tenths = scaleRounded(part, { numerator: 1000, denominator: whole }, 'half_even');
  const sign = tenths < 0 ? '-' : '';
  const digits = String(Math.abs(tenths)).padStart(2, '0');
  return `${sign}${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** By how much `now` is above (or below) `before`, in per cent; null where nothing was before. */
export function percentChange(now: number, before: number): string | null {
  return percentOf(now - before, before);
}
