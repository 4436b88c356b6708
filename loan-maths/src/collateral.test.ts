import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactDecimal, holdingValue, loanToValueBps, marginOf, sumDecimals } from './collateral.ts';

describe('the value of a holding', () => {
  it.each([
    ['0.12345678', '64250.55', 'USD', 793_217],
    ['1', '0.005', 'USD', 1],
    ['1', '0.00499999999999', 'USD', 0],
    ['1000000', '0.00001234', 'USD', 1_234],
    ['0.000000000000000001', '3100.25', 'USD', 0],
    ['3', '1250', 'JPY', 3_750],
    ['2.5', '0.001', 'KWD', 3],
    ['1.10', '2.0', 'EUR', 220],
  ])('of %s at %s %s is rounded once, half away from zero', (quantity, price, currency, value) => {
    expect(holdingValue(quantity, price, currency)).toBe(value);
  });

  it('is unknown if it is too large, or if a figure is not a decimal', () => {
    expect(holdingValue('100000000000', '1', 'USD')).toBe(10_000_000_000_000);
    expect(holdingValue('100000000000.01', '1', 'USD')).toBeNull();
    expect(holdingValue('-1', '1', 'USD')).toBeNull();
    expect(holdingValue('1e3', '1', 'USD')).toBeNull();
    expect(holdingValue('1', '1', 'ZZZ')).toBeNull();
  });

  it('retains every digit of a quantity', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), fc.nat(18), (units, decimals) => {
        const digits = units.toString().padStart(decimals + 1, '0');
        const at = digits.length - decimals;
        const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
        const read = exactDecimal(text);
        expect((read?.units ?? 0n) * 10n ** BigInt(decimals - (read?.decimals ?? 0))).toBe(units);
      }),
    );
  });
});

describe('loan-to-value', () => {
  it.each([
    [120_000, 160_000, 7_500],
    [1, 3, 3_333],
    [2, 3, 6_667],
    [0, 5, 0],
    [200, 100, 20_000],
  ])('of %d against %d is %d hundredths of a per cent', (outstanding, value, bps) => {
    expect(loanToValueBps(outstanding, value)).toBe(bps);
  });

  it('is unknown without collateral value', () => {
    expect(loanToValueBps(1, 0)).toBeNull();
  });
});

describe('the margin line', () => {
  const line = { warningBps: 7_000, callBps: 8_500 };
  const at = (outstandingMinor: number, valueMinor: number) =>
    marginOf({ outstandingMinor, valueMinor }, line);

  it('is reached exactly at its threshold, before any rounding', () => {
    expect([at(69_999_999, 100_000_000), at(70_000_000, 100_000_000)]).toEqual([
      'within',
      'warning',
    ]);
    // 84.999999 % is shown as 85.00 % but has not reached the threshold.
    expect([at(84_999_999, 100_000_000), at(85_000_000, 100_000_000)]).toEqual(['warning', 'call']);
  });

  it('is not reached by a loan that owes nothing, and is crossed by a loan without collateral value', () => {
    expect([at(0, 0), at(1, 0)]).toEqual(['within', 'call']);
  });
});

describe('a sum of quantities', () => {
  it('retains every digit, and has no trailing zeros', () => {
    expect(sumDecimals(['0.1', '0.2', '12345678901234567890.000000000000000001'])).toBe(
      '12345678901234567890.300000000000000001',
    );
    expect([sumDecimals([]), sumDecimals(['0.50', '1.5'])]).toEqual(['0', '2']);
  });
});
