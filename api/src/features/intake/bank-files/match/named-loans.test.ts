import { describe, expect, it } from 'vitest';
import { namedIn } from './named-loans.ts';

const numbersIn = (text: string) =>
  namedIn(text).numbers.map(({ number, evidence }) => [number, evidence]);

describe('our loan number in a text', () => {
  it.each([
    'Loan L-000123 June',
    'l000123',
    'L 000123',
    'Rate L/000123.',
    'L–000123',
    'L_000123 Februar',
    'SVWZ+L-000123MREF+M-77',
    'قسط L-٠٠٠١٢٣',
    'Ｌ－０００１２３',
    'L-\u200B000123',
    'L-000123 06 2026',
  ])('is certain in %s', (text) => {
    expect(numbersIn(text)).toEqual([[123, 'reference']]);
  });

  it.each(['Rate L-123', 'L-0001 23 Rate', 'Darlehen 000123', 'L123'])(
    'is doubtful in %s',
    (text) => {
      expect(numbersIn(text)).toContainEqual([123, 'short-number']);
      expect(numbersIn(text)).not.toContainEqual([123, 'reference']);
    },
  );

  it.each(['XL-000123', 'L-000123X', 'SL000123', '4000123', 'EL 000123A'])(
    'is not in %s',
    (text) => {
      expect(numbersIn(text).map(([number]) => number)).not.toContain(123);
    },
  );

  it('is read once for each loan, with its strongest evidence', () => {
    expect(numbersIn('L-000123 L-123, L-000124')).toEqual([
      [123, 'reference'],
      [124, 'reference'],
    ]);
  });
});

describe('a structured reference', () => {
  it.each([
    ['RF95L000123', 'reference'],
    ['RF95 L000 123 Rate Juni', 'reference'],
    ['RF78 0001 23', 'creditor-reference'],
    ['00 00000 00000 00000 00000 01236', 'creditor-reference'],
    ['210000000000000000000001234', 'creditor-reference'],
    ['+++000/0000/12326+++', 'creditor-reference'],
  ])('%s names loan 123', (text, evidence) => {
    expect(numbersIn(text)).toContainEqual([123, evidence]);
  });

  it.each(['RF78 0001 23, RF95L000123', 'RF95L000123, RF78 0001 23'])(
    'names loan 123 with the stronger evidence of two: %s',
    (text) => {
      expect(numbersIn(text)).toContainEqual([123, 'reference']);
      expect(numbersIn(text)).not.toContainEqual([123, 'creditor-reference']);
    },
  );

  it.each(['RF96L000123', '00 00000 00000 00000 00000 01237', '+++000/0000/12327+++'])(
    '%s with wrong check digits names none',
    (text) => {
      expect(numbersIn(text).filter(([, evidence]) => evidence !== 'short-number')).toEqual([]);
    },
  );
});

describe("the lender's own loan number in a text", () => {
  it.each([
    ['Vertrag LN-2026-0001, Rate 3', 'LN20260001'],
    ['Vertrag LN 2026 0001', 'LN20260001'],
    ['LN20260001', 'LN20260001'],
    ['RE-4711/K.77_12', 'K7712'],
    ['RF18 5390 0754 7034', '539007547034'],
  ])('is found in %s', (text, key) => {
    expect(namedIn(text).keys).toContain(key);
  });

  it('is not a part of a longer word or number', () => {
    const { keys } = namedIn('XLN20260001 LN202600012');
    expect(keys).not.toContain('LN20260001');
  });
});
