import { describe, expect, it } from 'vitest';
import { parseAmount, plainDecimal } from './parse-amount.ts';

const english = (text: string, currency = 'USD') => parseAmount(text, currency, 'en-GB');

describe('a typed amount', () => {
  it.each([
    ['1234.5', 123450],
    ['1,234.50', 123450],
    [' 12 480.22 ', 1248022],
    ['\u22120.05', -5],
    ['.5', 50],
    ['7.', 700],
    ['0', 0],
    ['1,234,567', 123456700],
    ['1.500', 150],
  ])('%s is read as %d cents', (text, amountMinor) => {
    expect(english(text)).toEqual({ ok: true, amountMinor });
  });

  it('is read in the separators and digits of the locale', () => {
    expect(parseAmount('1.234,50', 'EUR', 'de-DE')).toEqual({ ok: true, amountMinor: 123450 });
    expect(parseAmount('١٬٢٣٤٫٥', 'AED', 'ar-AE')).toEqual({ ok: true, amountMinor: 123450 });
    expect(parseAmount("1'234.50", 'CHF', 'de-CH')).toEqual({ ok: true, amountMinor: 123450 });
  });

  it('has the decimals of its currency', () => {
    expect(english('1250', 'JPY')).toEqual({ ok: true, amountMinor: 1250 });
    expect(english('1.234', 'KWD')).toEqual({ ok: true, amountMinor: 1234 });
    expect(english('12.505')).toEqual({ ok: false, problem: 'too_many_decimals' });
    expect(english('12.5', 'JPY')).toEqual({ ok: false, problem: 'too_many_decimals' });
  });

  it.each(['', '-', 'abc', '12,50', '1,2345', '1.2.3', '1e3', '12 USD', ',5', '1,,000'])(
    '%j is refused rather than guessed',
    (text) => {
      expect(english(text)).toEqual({ ok: false, problem: 'not_an_amount' });
    },
  );

  it('is refused if it is too large to be exact', () => {
    expect(english('99999999999999999')).toEqual({ ok: false, problem: 'too_large' });
  });
});

describe('a typed number', () => {
  it('becomes a plain decimal', () => {
    expect(plainDecimal('14,07', 'de-DE')).toBe('14.07');
    expect(plainDecimal('-1,000', 'en-GB')).toBe('-1000');
  });
});
