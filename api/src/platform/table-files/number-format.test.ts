import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currenciesInHeading, currenciesMeant } from './currency-signs.ts';
import {
  formatVerdict,
  noEvidence,
  noteNumber,
  readNumberAs,
  type DecimalMark,
  type FormatVerdict,
} from './number-format.ts';

function verdictOf(cells: readonly string[]) {
  const evidence = noEvidence();
  for (const cell of cells) noteNumber(evidence, cell);
  return formatVerdict(evidence);
}

describe('the decimal mark of a column', () => {
  it.each([
    [['950.75', '1,234'], 'proved', 'point'],
    [['950,75', '1.500'], 'proved', 'comma'],
    [['1.234.567'], 'proved', 'comma'],
    [['12,34,567.89'], 'proved', 'point'],
    [['12,34,567'], 'proved', 'point'],
    [['10 001.500'], 'proved', 'point'],
    [["10'001,500"], 'proved', 'comma'],
    [['0.125'], 'proved', 'point'],
    [['1234,567'], 'proved', 'comma'],
    [['1.5e+07', '1,500'], 'proved', 'point'],
    [['12.500', '7.250', '300'], 'unproven', undefined],
    [['1,234'], 'unproven', undefined],
    [['1.500', '1,500'], 'unproven', undefined],
    [['100', '10 000', '١٬٢٣٤٫٥٠', '', 'Total', '2026-01-15'], 'not-needed', undefined],
    [['10,001.50', '10001,50'], 'contradicted', undefined],
  ])('of %j is %s %s', (cells, kind, decimalMark) => {
    expect(verdictOf(cells)).toMatchObject({ kind, ...(decimalMark && { decimalMark }) });
  });

  it('is returned with its proofs and the ambiguous cells', () => {
    expect(verdictOf(['12.500', '7.250', '12.500'])).toEqual({
      kind: 'unproven',
      ambiguous: { count: 3, samples: ['12.500', '7.250'] },
    });
    expect(verdictOf(['12.500', '0,75'])).toEqual({
      kind: 'proved',
      decimalMark: 'comma',
      proofs: { count: 1, samples: ['0,75'] },
    });
  });
});

describe('a number cell', () => {
  it.each([
    ['1.500', 'comma', '1500'],
    ['1.500', 'point', '1.500'],
    ['10.001,50', 'comma', '10001.50'],
    ['10,001.50', 'point', '10001.50'],
    ['10\u00a0001,50', 'comma', '10001.50'],
    ['10\u202f001,50', 'comma', '10001.50'],
    ['10’001.50', 'point', '10001.50'],
    ['12,34,567.89', 'point', '1234567.89'],
    ['١٢٬٣٤٥٫٦٧', 'point', '12345.67'],
    ['۱۲٬۳۴۵٫۶۷', 'comma', '12345.67'],
    ['-5.00', 'point', '-5.00'],
    ['5.00-', 'point', '-5.00'],
    ['−5,00', 'comma', '-5.00'],
    ['(1,234.50)', 'point', '-1234.50'],
    ['($5.00)', 'point', '-5.00'],
    ['-$5.00', 'point', '-5.00'],
    ['$-5.00', 'point', '-5.00'],
    ['+10001.50', 'point', '10001.50'],
    ['.5', 'point', '0.5'],
    ['5.', 'point', '5'],
    ['000121', null, '121'],
    ['1e+05', 'point', '100000'],
    ['1.00015E4', 'point', '10001.5'],
    ['2.5e-05', 'point', '0.000025'],
  ] as const)('%s by the %s is %s', (cell, mark, decimal) => {
    expect(readNumberAs(cell, mark)?.decimal).toBe(decimal);
  });

  it.each([
    ['1.0001,50', 'comma'],
    ['1.0001,50', 'point'],
    ['10001,50', 'point'],
    ['1,23', 'point'],
    ['0,500', 'point'],
    ['1 234,567.00', 'point'],
    ['1.500', null],
    ['1,2,3', 'point'],
    ['10 01', 'point'],
    ['5,-', 'comma'],
    ['5.–', 'point'],
    ['-(5.00)', 'point'],
    ['--5', 'point'],
    ['5%5', 'point'],
    ['', 'point'],
    ['.', 'point'],
    ['-', 'point'],
    ['1.23457E+15', 'point'],
    ['1.50E+04', 'point'],
    ['4,47912E+11', 'comma'],
    ['2026-01-15', 'point'],
    ['36 months', 'point'],
    ['12.50 Foo', 'point'],
    ['€ 5.00 USD', 'point'],
    ['1\n000', 'point'],
    ['#N/A', 'point'],
    [`${'1'.repeat(50)} ${'1'.repeat(50)}`, 'point'],
  ] as const)('%s by the %s is none', (cell, mark) => {
    expect(readNumberAs(cell, mark)).toBeNull();
  });

  it.each([
    ['$10001.50', '10001.50', 'USD'],
    ['10001.50 USD', '10001.50', 'USD'],
    ['₹10,001.50', '10001.50', 'INR'],
    ['Rs.500', '500', 'INR'],
    ['KES 1,000.00', '1000.00', 'KES'],
    ['KSh1,000.00', '1000.00', 'KES'],
    ['د.إ.‏ ١٬٠٠٠٫٥٠', '1000.50', 'AED'],
    ['1,000.00 zł', '1000.00', 'PLN'],
    ['$10.00 CAD', '10.00', 'CAD'],
  ])('%s states its currency', (cell, decimal, currency) => {
    const read = readNumberAs(cell, 'point');
    expect(read?.decimal).toBe(decimal);
    expect(read?.currencies).toContain(currency);
  });

  it.each(['13.49%', '13.49 %', '%13.49', '13.49٪'])('%s states a percentage', (cell) => {
    const read = readNumberAs(cell, 'point');
    expect(read).toEqual({ decimal: '13.49', currencies: null, isPercent: true });
  });
});

describe('a plain number', () => {
  it('reads the same as with a space before it, which takes the long path', () => {
    const digits = fc.stringMatching(/^-?\d{0,4}[.,]?\d{0,4}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('point', 'comma', null), (cell, mark) => {
        expect(readNumberAs(cell, mark)).toEqual(readNumberAs(` ${cell}`, mark));
        const [near, spaced] = [noEvidence(), noEvidence()];
        noteNumber(near, cell);
        noteNumber(spaced, ` ${cell}`);
        const counts = ({ point, comma, ambiguous }: typeof near) =>
          [point, comma, ambiguous].map(({ count }) => count);
        expect(counts(near)).toEqual(counts(spaced));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a heading', () => {
  it.each([
    ['Betrag (€)', 'EUR'],
    ['Amount USD', 'USD'],
    ['principal_kes', 'KES'],
    ['Balance in EUR', 'EUR'],
    ['Principal (KES)', 'KES'],
    ['Saldo €', 'EUR'],
    ['Principal US$', 'USD'],
  ])('%s states %s', (heading, currency) => {
    expect(currenciesInHeading(heading)).toEqual([currency]);
  });

  it.each(['principal', 'Pay all', 'Cup top', 'Amount', 'balance', 'MAD', 'Amount (net)'])(
    '%s states no currency',
    (heading) => {
      expect(currenciesInHeading(heading)).toBeNull();
    },
  );

  it('with a dollar sign may mean several', () => {
    expect(currenciesInHeading('Amount ($)')).toEqual(expect.arrayContaining(['USD', 'CAD']));
    expect(currenciesMeant('Foo')).toEqual([]);
  });
});

const locales = [
  'en-US',
  'de-DE',
  'fr-FR',
  'de-CH',
  'en-IN',
  'ar-EG',
  'fa-IR',
  'es-ES',
  'pt-BR',
  'pl-PL',
  'sv-SE',
  'tr-TR',
  'it-IT',
  'hi-IN',
  'fr-CH',
  'de-AT',
];

const writing = fc.record({
  locale: fc.constantFrom(...locales),
  decimals: fc.constantFrom(0, 1, 2, 3, 4),
  useGrouping: fc.boolean(),
  style: fc.constantFrom<Intl.NumberFormatOptions>(
    { style: 'decimal' },
    { style: 'decimal', signDisplay: 'always' },
    { style: 'currency', currency: 'USD', currencyDisplay: 'symbol' },
    { style: 'currency', currency: 'USD', currencyDisplay: 'code' },
    { style: 'currency', currency: 'EUR', currencySign: 'accounting' },
    { style: 'percent' },
  ),
});
const amounts = fc.array(
  fc.oneof(
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fc.integer({ min: -2000, max: 2000 }),
    fc.integer({ min: 1, max: 99 }).map((thousands) => thousands * 10_000),
  ),
  { minLength: 1, maxLength: 20 },
);

describe('a file written in any locale', () => {
  it('reads back exactly, or asks', () => {
    let asked = 0;
    let read = 0;
    fc.assert(
      fc.property(writing, amounts, ({ locale, decimals, useGrouping, style }, units) => {
        const format = new Intl.NumberFormat(locale, {
          ...style,
          useGrouping,
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        });
        const isPercent = style.style === 'percent';
        const plain = units.map((unit) => plainDecimal(unit, decimals));
        const cells = plain.map((text) => format.format(Number(text) / (isPercent ? 100 : 1)));
        const verdict = verdictOf(cells);
        const marks = answersTo(verdict);
        if (verdict.kind === 'unproven') asked += 1;
        else read += 1;
        // If the user must choose a mark, one choice must read every cell exactly; a proven mark
        // must do so by itself.
        const isRight = marks.some((mark) => isExact(cells, plain, mark));
        expect({ cells, verdict, isRight }).toEqual({ cells, verdict, isRight: true });
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(asked);
  });
});

function answersTo(verdict: FormatVerdict): readonly (DecimalMark | null)[] {
  if (verdict.kind === 'unproven') return ['point', 'comma'];
  if (verdict.kind === 'proved') return [verdict.decimalMark];
  return verdict.kind === 'not-needed' ? [null] : [];
}

function isExact(
  cells: readonly string[],
  plain: readonly string[],
  mark: DecimalMark | null,
): boolean {
  return cells.every((cell, index) => {
    const read = readNumberAs(cell, mark)?.decimal;
    return read !== undefined && normal(read) === normal(plain[index] ?? '');
  });
}

function plainDecimal(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** Removes the sign before zero. */
function normal(decimal: string): string {
  return /[1-9]/.test(decimal) ? decimal : decimal.replace('-', '');
}
