import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

describe('the ticks of an axis', () => {
  it.each([
    [0, 17_200, [0, 5000, 10_000, 15_000, 20_000]],
    [0, 3, [0, 1, 2, 3]],
    [-120, 300, [-200, 0, 200, 400]],
    [0, 0, [0, 1]],
    [0, 100, [0, 25, 50, 75, 100]],
  ])('from %d to %d are %j', (low, high, ticks) => {
    expect(axisTicks(low, high)).toEqual(ticks);
  });

  it('may be fractions where the figures are', () => {
    expect(axisTicks(0, 0.9, false)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('hold every value, begin at nought or below it, and are few', () => {
    const value = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const ticks = axisTicks(Math.min(one, other), Math.max(one, other));
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(one, other, 0));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(one, other, 0));
      }),
    );
  });
});
