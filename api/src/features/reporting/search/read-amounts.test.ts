import { describe, expect, it } from 'vitest';
import { readAmounts } from './read-amounts.ts';

describe('an amount typed into the search', () => {
  it.each([
    ['425.04', [42_504]],
    ['425,04', [42_504]],
    ['1,250.00', [125_000]],
    ['1.250,00', [125_000]],
    ['1 250.00', [125_000]],
    ["1'250.00", [125_000]],
    ['1,250', [125_000]],
    ['$425.04', [42_504]],
    ['425.04 USD', [42_504]],
    ['٤٢٥٫٠٤', [42_504]],
    ['1,234,567.89', [123_456_789]],
    ['1250', [125_000]],
    ['12,50.00', []],
    ['425.045', [42_504_500]],
    ['L-000425', []],
    ['0.00', []],
    ['', []],
  ])('%s means %j in USD', (typed, amounts) => {
    expect(readAmounts(typed, ['USD']).map(({ amountMinor }) => amountMinor)).toEqual(amounts);
  });

  it('has both meanings in a currency of three decimals', () => {
    expect(readAmounts('1.250', ['KWD'])).toEqual([
      { currency: 'KWD', amountMinor: 1_250 },
      { currency: 'KWD', amountMinor: 1_250_000 },
    ]);
    expect(readAmounts('1.250', ['JPY'])).toEqual([{ currency: 'JPY', amountMinor: 1_250 }]);
  });
});
