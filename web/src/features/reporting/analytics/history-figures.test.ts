import { describe, expect, it } from 'vitest';
import { cureRate, forwardRate, over30Share } from './history-figures.ts';

const roll = (
  from: 'current' | '1-30' | '31-60',
  to: 'current' | '1-30' | '31-60' | 'gone',
  loans: number,
) => ({
  on: '2026-05-31',
  from,
  to,
  loans,
  outstandingMinor: loans * 100,
});
const rolls = [
  roll('current', '1-30', 50),
  roll('1-30', 'current', 6),
  roll('1-30', '31-60', 3),
  roll('1-30', 'gone', 1),
  roll('31-60', '1-30', 10),
];

describe('rates of a month end', () => {
  it('count as cured only loans that are now on time, not loans that are less late or gone', () => {
    expect(cureRate({ rolls }, '2026-05-31')).toBe(30);
  });

  it('count as rolled forward loans in a later bucket', () => {
    expect(forwardRate({ rolls }, '2026-05-31', '1-30')).toBe(30);
    expect(forwardRate({ rolls }, '2026-05-31', '61-90')).toBeNull();
  });

  it('return the share of the outstanding amount on loans over 30 days late', () => {
    const bucket = (name: 'current' | '1-30' | '31-60', outstandingMinor: number) => ({
      bucket: name,
      loans: 1,
      outstandingMinor,
    });
    const buckets = [bucket('current', 700), bucket('1-30', 200), bucket('31-60', 100)];
    expect(over30Share({ on: '2026-05-31', buckets })).toBe(10);
    expect(over30Share({ on: '2026-05-31', buckets: [] })).toBeNull();
  });
});
