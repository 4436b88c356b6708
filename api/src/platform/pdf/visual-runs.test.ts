import { describe, expect, it } from 'vitest';
import { visualRuns, type Direction } from './visual-runs.ts';

const isArabic = (character: string) => /\p{Script=Arabic}/u.test(character);
const drawn = (line: string, base: Direction) =>
  visualRuns(line, { base, faceOf: (one) => (isArabic(one) ? 'arabic' : 'latin') }).map(
    ({ text }) => text,
  );

describe('a line drawn from left to right', () => {
  it('leaves Latin text in order', () => {
    expect(drawn('Income 1,200.50 USD', 'ltr').join('')).toBe('Income 1,200.50 USD');
  });

  it('orders Arabic words from the right, each in one piece', () => {
    expect(drawn('كشف حساب الدخل', 'rtl')).toEqual(['الدخل', ' ', 'حساب', ' ', 'كشف']);
  });

  it('keeps a figure and a Latin name readable inside Arabic', () => {
    expect(drawn('فريق Delta مستحق 1,200.50', 'rtl').join('')).toBe('1,200.50 مستحق Delta فريق');
  });

  it('keeps an Arabic name readable inside English', () => {
    expect(drawn('Loan of \u2068محمد علي\u2069, 12 days', 'ltr').join('')).toBe(
      'Loan of علي محمد, 12 days',
    );
  });

  it('draws no invisible characters, and separates letters at a non-joiner', () => {
    expect(drawn('a\u00ADb\u200Bc\uFE0F\u0007', 'ltr')).toEqual(['abc']);
    expect(drawn('می\u200Cخواهم', 'rtl')).toEqual(['خواهم', 'می']);
  });

  it('mirrors brackets in Arabic, and leaves its digits in order', () => {
    expect(drawn('(نعم)', 'rtl').join('')).toBe('(نعم)');
    expect(drawn('سنة ٢٠٢٦', 'rtl')).toEqual(['٢', '٠', '٢', '٦', ' ', 'سنة']);
  });
});
