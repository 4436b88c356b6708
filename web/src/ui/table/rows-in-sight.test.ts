import { describe, expect, it } from 'vitest';
import { rowsInSight, scrollTopFor } from './rows-in-sight.ts';

const measures = { count: 100_000, rowHeight: 40, headHeight: 36, footHeight: 40 };

describe('rows in sight', () => {
  it('are a few dozen of a hundred thousand', () => {
    const { from, to } = rowsInSight({ scrollTop: 40_000, clientHeight: 800 }, measures);
    expect(from).toBeLessThanOrEqual(1000);
    expect(to).toBeGreaterThanOrEqual(1020);
    expect(to - from).toBeLessThan(60);
  });

  it('end with the last row', () => {
    expect(rowsInSight({ scrollTop: 0, clientHeight: 800 }, { count: 5, rowHeight: 40 })).toEqual({
      from: 0,
      to: 4,
    });
  });

  it('stay the same while the scroll moves by less than a step', () => {
    const at = (scrollTop: number) => rowsInSight({ scrollTop, clientHeight: 800 }, measures);
    expect(at(40_010)).toEqual(at(40_030));
  });
});

describe('revealing a row', () => {
  const sight = { scrollTop: 400, clientHeight: 476 };

  it('does not move when the row is in sight', () => {
    expect(scrollTopFor(12, sight, measures)).toBe(400);
  });

  it('brings a row above under the head and one below over the sums', () => {
    expect(scrollTopFor(3, sight, measures)).toBe(120);
    expect(scrollTopFor(30, sight, measures)).toBe(31 * 40 - 400);
  });
});
