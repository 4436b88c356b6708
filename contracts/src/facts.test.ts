import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { filterShapeOf, shapeOf } from './fact-shapes.ts';
import { columnOf, factsWith, maskedText, plainCode } from './fact-kinds.ts';
import type { Facts, FactValues } from './fact-kinds.ts';
import { borrowerFacts, loanFacts } from './facts.ts';

/** One fact of every kind. */
const sample = {
  nickname: { kind: 'text', max: 5 },
  children: { kind: 'count', min: 0, max: 20, list: { id: 'children', filters: true } },
  savingsMinor: { kind: 'money', isRequired: true, list: { id: 'savings', filters: true } },
  sharePercent: { kind: 'rate', max: 100 },
  bornOn: { kind: 'day' },
  title: { kind: 'choice', choices: ['ms', 'mr'], list: { id: 'title', filters: true } },
  isGuarantor: { kind: 'yes-no' },
} as const satisfies Facts;

describe('the facts of a loan and of a borrower', () => {
  it('have unique names in files, lists and the audit trail', () => {
    expect(Object.keys(loanFacts).filter((key) => key in borrowerFacts)).toEqual([]);
    const ids = Object.values<Facts[string]>({ ...loanFacts, ...borrowerFacts }).flatMap(
      ({ list }) => list?.id ?? [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('cannot be searched in part or sorted if they are masked', () => {
    const facts = Object.entries<Facts[string]>({ ...loanFacts, ...borrowerFacts });
    const telling = facts.filter(
      ([, { masked, searches, list, ...fact }]) =>
        (masked && list?.sorts) || (searches && !('isCode' in fact)),
    );
    expect(telling).toEqual([]);
  });
});

describe('the schema of a fact', () => {
  const values = {
    nickname: 'Ada',
    children: 2,
    savingsMinor: 100,
    sharePercent: '12.5',
    bornOn: '1990-01-31',
    title: 'ms',
    isGuarantor: true,
  } as const;
  const shape = z.object(shapeOf(sample));

  it('follows from its kind and its limits', () => {
    expect(shape.parse(values)).toEqual(values);
    const wrong = {
      nickname: 'Adalbert',
      children: 21,
      savingsMinor: null,
      sharePercent: 'half',
      bornOn: '1990-02-31',
      title: 'dr',
      isGuarantor: 'yes',
    };
    const { error } = shape.safeParse(wrong);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(sample));
  });

  it('has a type derived from its kind', () => {
    expectTypeOf<FactValues<typeof sample>['title']>().toEqualTypeOf<'ms' | 'mr' | null>();
    expectTypeOf<FactValues<typeof sample>['savingsMinor']>().toEqualTypeOf<number>();
    expectTypeOf<z.output<typeof shape>['isGuarantor']>().toEqualTypeOf<boolean | null>();
    expectTypeOf<keyof ReturnType<typeof masked>>().toEqualTypeOf<'nationalId'>();
  });
  const masked = () => factsWith(borrowerFacts, 'masked');

  it('is filtered by value, or between bounds named by its unit', () => {
    expect(Object.keys(filterShapeOf(sample))).toEqual([
      'childrenFrom',
      'childrenTo',
      'savingsFromMinor',
      'savingsToMinor',
      'title',
    ]);
  });
});

describe('a code', () => {
  it('is normalised to capitals and Western digits', () => {
    expect(plainCode(' 29-001 ٠١٢ab ')).toBe('29001012AB');
    expect(plainCode('۱۲۳/٤')).toBe('1234');
    expect(plainCode('- . -')).toBe('');
  });

  it('shows only its last characters and hides its length if it is masked', () => {
    const { nationalId } = borrowerFacts;
    expect(maskedText(nationalId, '290010112345')).toBe('••••2345');
    expect(maskedText(nationalId, '55001')).toBe('••••5001');
    expect(maskedText(borrowerFacts.name, 'Ada')).toBe('Ada');
    // Each of the letters 𐐀 to 𐐄 is a surrogate pair, which must not be split.
    expect(maskedText(nationalId, 'AB𐐀𐐁𐐂𐐃𐐄')).toBe('••••𐐁𐐂𐐃𐐄');
    expect(maskedText(nationalId, 'A𐐀BCD')).toBe('••••𐐀BCD');
  });
});

it('the column of a fact is its key in snake case', () => {
  expect(columnOf('annualIncomeMinor')).toBe('annual_income_minor');
});
