import { describe, expect, it } from 'vitest';
import { percentChange, percentOf } from './percent.ts';

describe('a share in per cent', () => {
  it('has one decimal, rounded half-even', () => {
    expect(percentOf(1, 3)).toBe('33.3');
    expect(percentOf(2, 3)).toBe('66.7');
    expect(percentOf(125, 1000)).toBe('12.5');
    expect(percentOf(1, 2000)).toBe('0.0');
    expect(percentOf(9_999, 10_000)).toBe('99.9');
    expect(percentOf(10_001, 10_000)).toBe('100.0');
    expect(percentOf(3, 2000)).toBe('0.2');
  });

  it('is exact for sums that a float would lose', () => {
    expect(percentOf(4_503_599_627_370_497, 9_007_199_254_740_991)).toBe('50.0');
  });

  it('is null if the whole is zero', () => {
    expect(percentOf(5, 0)).toBeNull();
  });
});

describe('a change in per cent', () => {
  it('is positive above and negative below', () => {
    expect(percentChange(112, 100)).toBe('12.0');
    expect(percentChange(50, 100)).toBe('-50.0');
    expect(percentChange(999, 1000)).toBe('-0.1');
    expect(percentChange(19_996, 10_000)).toBe('100.0');
  });

  it('is null if there was nothing before', () => {
    expect(percentChange(100, 0)).toBeNull();
  });
});
