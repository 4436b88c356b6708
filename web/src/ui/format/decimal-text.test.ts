import { describe, expect, it } from 'vitest';
import { formatCompact, formatDecimal, formatPercent } from './decimal-text.ts';

const decimals = (
  '0 -0 5 -7 999 1000 -1000 12480 1234567 90071992547409.91 123456789012345678.125 ' +
  '0.1 0.05 0.005 -0.005 0.0049 14.07 9.995 99.5 999.5 -999.995 0.999999 1.0000 0.50 2.675'
).split(' ');

describe.each(['en-GB', 'ar-AE'])('figures in %s', (locale) => {
  it.each([0, 1, 2, 3, 6])('are written as Intl writes them with %i decimals', (digits) => {
    const format = new Intl.NumberFormat(locale, fixed(digits));
    for (const decimal of decimals) {
      expect(formatDecimal(decimal, digits)).toBe(withTrueMinus(format.format(asNumeric(decimal))));
    }
  });

  it.each([0, 1, 2])('are percentages as Intl writes them with %i decimals', (digits) => {
    const format = new Intl.NumberFormat(locale, { style: 'percent', ...fixed(digits) });
    for (const hundredth of ['0', '7', '-7', '14.07', '100', '1234.5', '0.5', '0.049'] as const) {
      const written = withTrueMinus(format.format(`${hundredth}e-2`));
      expect(formatPercent(hundredth, digits, locale)).toBe(written);
    }
  });

  it('are shortened as Intl does', () => {
    const format = new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumSignificantDigits: 3,
    });
    const figures = [0, 0.5, 0.25, 1, 12.345, 999, 999.4, 999.6, 1000, 1234, 2500, 12345, 99950];
    const exact = Array.from({ length: 13 }, (_, power) =>
      [1, 2, 3, 5, 9, 1.5, 2.345].map((figure) => Math.round(figure * 10 ** power)),
    );
    for (const figure of [...figures, ...exact.flat(), 999_499, 999_500, 999_499_999, 999e12]) {
      expect(formatCompact(figure, locale)).toBe(format.format(figure));
      expect(formatCompact(-figure, locale)).toBe(
        figure === 0 ? '0' : withTrueMinus(format.format(-figure)),
      );
    }
  });
});

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

function asNumeric(decimal: string): Intl.StringNumericLiteral {
  // Every text above is a decimal.
  return decimal as Intl.StringNumericLiteral;
}

/** Replaces the hyphen that Intl writes, in Arabic after a direction mark, with a true minus. */
function withTrueMinus(written: string): string {
  return written.replace(/^\u200e?-/, '\u2212');
}
