/**
 * The ticks of an axis over a span of values: nought among them, at most six, each a figure one
 * would write by hand (1, 2, 2.5 or 5 times a power of ten).
 */
export function axisTicks(lowest: number, highest: number, wholeOnly = true): number[] {
  const low = Math.min(0, lowest);
  const high = Math.max(0, highest);
  if (low === high) return [0, 1];
  // Binary fractions miss their mark by a hair, which is no reason for another tick.
  const hair = wholeOnly ? 0 : 1e-9;
  const rough = (high - low) / 4;
  const step = niceStep(rough * (1 - hair), wholeOnly);
  const first = Math.floor(low / step + hair);
  const last = Math.ceil(high / step - hair);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

function niceStep(rough: number, wholeOnly: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough) ?? 10;
  return wholeOnly ? Math.max(1, Math.ceil(factor * power)) : factor * power;
}
