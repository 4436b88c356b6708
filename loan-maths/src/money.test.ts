import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMinor,
  CURRENCY_CODES,
  currencyDecimals,
  formatMinor,
  minorUnits,
  parseMoney,
  subtractMinor,
} from './money.ts';
import { annualRate, parseAnnualRate, rateFraction } from './rate.ts';

test.each([
  ['21.100000028', 'USD', 2110, true],
  ['21.10', 'USD', 2110, false],
  ['0.125', 'USD', 12, true],
  ['0.135', 'USD', 14, true],
  ['0.1250001', 'USD', 13, true],
  ['-0.125', 'USD', -12, true],
  ['.5', 'JPY', 0, true],
  ['1.5', 'JPY', 2, true],
  ['1.2345', 'KWD', 1234, true],
  ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER, false],
])('%s %s is %i minor units', (text, currency, amountMinor, digitsWereLost) => {
  expect(parseMoney(text, currency)).toEqual({ ok: true, value: { amountMinor, digitsWereLost } });
});

test.each([
  ['', 'USD', 'amount_is_not_a_number'],
  ['1,000.00', 'USD', 'amount_is_not_a_number'],
  ['1e3', 'USD', 'amount_is_not_a_number'],
  ['.', 'USD', 'amount_is_not_a_number'],
  ['1', 'XYZ', 'currency_is_unknown'],
  ['90071992547409.92', 'USD', 'amount_exceeds_safe_integers'],
])('"%s" %s is refused', (text, currency, name) => {
  expect(parseMoney(text, currency)).toMatchObject({ ok: false, failure: { name } });
});

test('a formatted amount is parsed back in every currency', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...CURRENCY_CODES), (amount, currency) => {
      const written = formatMinor(minorUnits(amount, currency), currency);
      const value = { amountMinor: amount + 0, digitsWereLost: false };
      expect(parseMoney(written, currency)).toEqual({ ok: true, value });
    }),
  );
});

test('currencies have 0, 2 or 3 decimals', () => {
  expect(['JPY', 'USD', 'KWD', 'XYZ'].map(currencyDecimals)).toEqual([0, 2, 3, undefined]);
});

test('a fraction of a minor unit and a sum beyond safe integers throw', () => {
  expect(() => minorUnits(0.5, 'USD')).toThrow(RangeError);
  const most = minorUnits(Number.MAX_SAFE_INTEGER, 'USD');
  expect(() => addMinor(most, minorUnits(1, 'USD'))).toThrow(RangeError);
  expect(subtractMinor(most, most)).toBe(0);
});

test.each([
  ['14.07', '14.07', { numerator: 1407, denominator: 10_000 }],
  ['014.070', '14.07', { numerator: 1407, denominator: 10_000 }],
  ['0', '0', { numerator: 0, denominator: 100 }],
  ['.5', '0.5', { numerator: 5, denominator: 1000 }],
  ['1000', '1000', { numerator: 1000, denominator: 100 }],
])('%s %% is the rate %s', (text, rate, fraction) => {
  expect(parseAnnualRate(text)).toEqual({ ok: true, value: rate });
  expect(rateFraction(annualRate(text))).toEqual(fraction);
});

test.each([
  ['-0.01', 'rate_is_out_of_range'],
  ['1000.000001', 'rate_is_out_of_range'],
  ['1.1234567', 'rate_is_out_of_range'],
  ['', 'rate_is_not_a_number'],
  ['7%', 'rate_is_not_a_number'],
])('"%s" is refused as a rate', (text, name) => {
  expect(parseAnnualRate(text)).toMatchObject({ ok: false, failure: { name } });
  expect(() => annualRate(text)).toThrow(RangeError);
});
