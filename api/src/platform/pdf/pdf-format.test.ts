import { describe, expect, it } from 'vitest';
import { usualPrintFormat, type PrintFormat } from '@bursar/contracts/print-format.values';
import { pdfFormat } from './pdf-format.ts';

const enIn = (printFormat: Partial<PrintFormat>) =>
  pdfFormat('en', { ...usualPrintFormat, ...printFormat });

describe('figures in PDFs', () => {
  it.each([
    ['point', '1,234,567.50', '−1,000.00', '9,007,199,254,740,991'],
    ['comma', '1.234.567,50', '−1.000,00', '9.007.199.254.740.991'],
    [
      'space',
      '1\u00a0234\u00a0567,50',
      '−1\u00a0000,00',
      '9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0991',
    ],
    ['indian', '12,34,567.50', '−1,000.00', '9,00,71,99,25,47,40,991'],
  ] as const)('are written with %s', (numbers, amount, negative, largest) => {
    const format = enIn({ numbers });
    expect(format.money(123_456_750, 'USD')).toBe(amount);
    expect(format.money(-100_000, 'USD')).toBe(negative);
    expect(format.money(Number.MAX_SAFE_INTEGER, 'JPY')).toBe(largest);
  });

  it('of percentages have their own decimals', () => {
    expect(enIn({ numbers: 'comma' }).percent('1.50')).toBe('1,50%');
    expect(enIn({ numbers: 'point' }).percent('5')).toBe('5%');
  });

  it('have the same digits in Arabic, isolated from the direction of the text', () => {
    const format = pdfFormat('ae', { ...usualPrintFormat, numbers: 'comma' });
    expect(format.money(-123_450, 'USD')).toBe('\u2066−1.234,50\u2069');
  });
});

describe('days in PDFs', () => {
  const moment = new Date('2026-03-05T22:30:00Z');
  it.each([
    ['words', '5 Mar 2026', '6 Mar 2026, 02:30'],
    ['day-first', '05/03/2026', '06/03/2026 02:30'],
    ['dotted', '05.03.2026', '06.03.2026 02:30'],
    ['month-first', '03/05/2026', '03/06/2026 02:30'],
    ['year-first', '2026-03-05', '2026-03-06 02:30'],
  ] as const)('are written as %s', (dates, day, instant) => {
    const format = enIn({ dates });
    expect(format.day('2026-03-05')).toBe(day);
    expect(format.instant(moment, 'Asia/Dubai')).toBe(instant);
    expect(format.month('2026-03-05')).toBe('March 2026');
  });
});
