import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionOf } from './commission.ts';

describe('commission', () => {
  it.each([
    [12_345, '2.5', 309],
    [20, '2.5', 1],
    [19, '2.5', 0],
    [1_000_000, '33.3333', 333_333],
    [777, '0', 0],
    [777, '100', 777],
    [9_007_199_254_740_991, '99.9999', 9_007_190_247_541_736],
  ])('of %i at %s per cent is %i', (incomeMinor, ratePercent, commission) => {
    expect(commissionOf(incomeMinor, ratePercent)).toBe(commission);
  });

  it('never exceeds the income, and grows with it', () => {
    const income = fc.integer({ min: 0, max: 10_000_000_000 });
    const rate = fc.integer({ min: 0, max: 1_000_000 }).map((units) => String(units / 10_000));
    fc.assert(
      fc.property(income, fc.nat(1_000_000), rate, (incomeMinor, more, ratePercent) => {
        const commission = commissionOf(incomeMinor, ratePercent);
        expect(commission).toBeGreaterThanOrEqual(0);
        expect(commission).toBeLessThanOrEqual(incomeMinor);
        expect(commissionOf(incomeMinor + more, ratePercent)).toBeGreaterThanOrEqual(commission);
      }),
    );
  });

  it('is refused at a rate that is no number', () => {
    expect(() => commissionOf(100, '5 %')).toThrow(RangeError);
  });
});
