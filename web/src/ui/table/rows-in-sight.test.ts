import { describe, expect, it } from 'vitest';
import { rowsInSight, rowsToDraw, scrollTopFor } from './rows-in-sight.ts';

const measures = { count: 100_000, rowHeight: 40, headHeight: 36, footHeight: 40 };

describe('rows in sight', () => {
  const sightAt = (scrollTop: number) => rowsInSight({ scrollTop, clientHeight: 800 }, 40);

  it('are a few dozen of a hundred thousand', () => {
    const { from, to } = rowsToDraw(sightAt(40_000), 100_000, 'some');
    expect(from).toBeLessThanOrEqual(1000 - 6);
    expect(to).toBeGreaterThanOrEqual(1020 + 6);
    expect(to - from).toBeLessThan(60);
  });

  it('are at first those that there is room for', () => {
    expect(rowsToDraw(sightAt(0), 100_000, 'none')).toEqual({ from: 0, to: 23 });
  });

  it('end with the last row', () => {
    expect(rowsToDraw(sightAt(0), 5, 'some')).toEqual({ from: 0, to: 4 });
    expect(rowsToDraw(sightAt(4_000), 5, 'some')).toEqual({ from: 5, to: 4 });
  });

  it('stay the same while the scroll moves by less than a step', () => {
    expect(sightAt(40_010)).toEqual(sightAt(40_030));
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
