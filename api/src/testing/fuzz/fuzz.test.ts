import { describe, expect, it } from 'vitest';
import { runFuzz, type Finding, type FuzzRun } from './run-fuzz.ts';

/**
 * `npm run test:fuzz` sets the number of calls and the seed; without them this is a short, fixed
 * run.
 */
const { FUZZ_CALLS, FUZZ_SEED } = process.env;
const isLong = FUZZ_CALLS !== undefined;

describe('random calls generated from the API description', () => {
  it(
    'are answered with the product’s sentences, and without data of other portfolios',
    async () => {
      const run = await runFuzz({
        calls: Number(FUZZ_CALLS ?? 300),
        seed: Number(FUZZ_SEED ?? 20_260_615),
        ...(isLong && { longestMs: 1_000 }),
      });
      if (isLong) process.stdout.write(describeRun(run));
      // Enough calls must succeed, because calls that are always refused test nothing.
      expect(run.statuses[200]).toBeGreaterThan(run.calls / 5);
      expect(run.findings.map(describeFinding)).toEqual([]);
    },
    // A limit in case a run hangs; 20,000 calls take a few minutes.
    isLong ? 3_600_000 : 120_000,
  );
});

const describeFinding = ({ what, caller, call, answer }: Finding): string =>
  `${what}\n  ${caller}: ${call}\n  → ${answer}`;

function describeRun({ calls, statuses, slowest }: FuzzRun): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
  const slow = slowest.map(({ call, tookMs }) => `  ${tookMs} ms ${call.slice(0, 160)}`);
  return `${calls} calls were answered ${counts.join(', ')}\nThe slowest:\n${slow.join('\n')}\n`;
}
