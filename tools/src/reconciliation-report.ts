import type { CheckResult } from '@bursar/api/features/control/reconciliation/reconcile';

/** Returns how many checks fail. */
export function countBroken(checked: readonly CheckResult[]): number {
  return checked.filter(({ count }) => count > 0).length;
}

/** Formats a check as a line, with its first differences below. */
export function describeCheck({ id, holds, count, differences }: CheckResult): string {
  if (count === 0) return `✓ ${id}: ${holds}`;
  const lines = differences.map(
    ({ subject, expected, found }) => `    ${subject}: ${expected} expected, ${found} found`,
  );
  const more = count - differences.length;
  if (more > 0) lines.push(`    … and ${more.toLocaleString('en')} more`);
  return [`✗ ${id}: failed: ${holds}`, ...lines].join('\n');
}
