import { describe, expect, test } from 'vitest';
import { annualRate, calendarDate, minorUnits } from './index.ts';
import { feeOf, loanCost } from './loan-cost.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

const terms: ScheduleTerms<'USD'> = {
  principalMinor: minorUnits(10_000_00, 'USD'),
  annualRate: annualRate('12'),
  instalmentCount: 12,
  interval: { every: 1, unit: 'months' },
  disbursementDate: calendarDate('2026-01-15'),
};

const costOf = (changes: Partial<ScheduleTerms<'USD'>>) => {
  const cost = loanCost({ ...terms, ...changes });
  if (!cost.ok) throw new Error(cost.failure.message);
  return cost.value;
};

describe('the cost of a loan', () => {
  test('has the nominal rate if there are no fees', () => {
    const cost = costOf({});
    expect(cost.schedule.instalmentMinor).toBe(888_49);
    expect(cost.aprRegulationZ?.shown).toBe('12.00');
    // (1 + 1 %)^12 − 1 is 12.68 %.
    expect(cost.aprEuropeanUnion?.shown).toBe('12.7');
    expect(cost.costMinor).toBe(cost.schedule.totals.interestMinor);
  });

  test('includes a withheld fee in the rates, but not in the instalment', () => {
    const cost = costOf({ fees: { atDisbursementMinor: minorUnits(200_00, 'USD') } });
    expect(cost.schedule.instalmentMinor).toBe(888_49);
    expect(cost.paidOutMinor).toBe(9_800_00);
    expect(cost.costMinor).toBe(861_86);
    expect(cost.aprRegulationZ?.shown).toBe('15.85');
    expect(cost.aprEuropeanUnion?.shown).toBe('17.1');
  });

  test('includes a fee with each instalment in the repayments', () => {
    const cost = costOf({ fees: { perInstalmentMinor: minorUnits(5_00, 'USD') } });
    expect(cost.repaidMinor - costOf({}).repaidMinor).toBe(60_00);
    expect(Number(cost.aprRegulationZ?.shown)).toBeGreaterThan(12);
  });

  test.each(['days', 'weeks', 'months'] as const)('has both rates by %s', (unit) => {
    const cost = costOf({ interval: { every: 2, unit } });
    expect(Number(cost.aprRegulationZ?.shown)).toBeCloseTo(12, 0);
    expect(Number(cost.aprEuropeanUnion?.shown)).toBeGreaterThan(12);
  });

  // The first two are the examples of 12 CFR 1026, Appendix J, (c)(5)(ii) and (iv), as bullet
  // loans.
  test.each([
    ['1978-07-15', 1_000_00, '8.8', 6, '8.80'],
    ['1978-01-03', 1_000_00, '12', 24, '11.36'],
    ['2026-01-15', 10_000_00, '36', 6, '36.00'],
    ['2026-01-15', 10_000_00, '36', 12, '36.00'],
    // 18 months are a unit-period of a year and half of another: (1 + i)(1 + i ÷ 2) = 1.54.
    ['2026-01-15', 10_000_00, '36', 18, '32.48'],
  ] as const)(
    'a bullet loan of %s, %i at %s %% over %i months: the unit-period is the term, at most a year',
    (...given) => {
      const [on, principal, rate, instalmentCount, shown] = given;
      const cost = costOf({
        principalMinor: minorUnits(principal, 'USD'),
        annualRate: annualRate(rate),
        instalmentCount,
        disbursementDate: calendarDate(on),
        method: 'bullet',
      });
      expect(cost.aprRegulationZ?.shown).toBe(shown);
    },
  );

  test('has one unit-period for a single instalment, regardless of interval and first due date', () => {
    const single = { method: 'equal_instalments', instalmentCount: 1 } as const;
    const interest = { by: 'day', dayCount: 'ACT/365F' } as const;
    const inDays = { ...single, interest, interval: { every: 1, unit: 'weeks' } } as const;
    // 45 days are not whole months, so there are 365 ÷ 45 unit-periods per year.
    const cost = costOf({ ...inDays, firstDueDate: calendarDate('2026-03-01') });
    expect(cost.aprRegulationZ?.shown).toBe('12.00');
  });

  test.each([
    { every: 18, unit: 'months' },
    { every: 78, unit: 'weeks' },
    { every: 548, unit: 'days' },
  ] as const)('has a unit-period of a year for payments every $every $unit', (interval) => {
    const interest = { by: 'day', dayCount: 'ACT/365F' } as const;
    const cost = costOf({ interval, interest, instalmentCount: 3, method: 'interest_only' });
    // With 18 % after 1.5, 3 and 4.5 years, and half a year as 1 + i ÷ 2, i is 11.62 % or slightly
    // more, because half years differ in days.
    expect(Number(cost.aprRegulationZ?.percent.toFixed(1))).toBe(11.6);
  });

  test('has no rate if a fee is as high as the principal', () => {
    const cost = costOf({ fees: { atDisbursementMinor: minorUnits(10_000_00, 'USD') } });
    expect(cost.aprRegulationZ).toBeUndefined();
    expect(cost.aprEuropeanUnion).toBeUndefined();
  });

  test('is refused for terms without a schedule', () => {
    expect(loanCost({ ...terms, instalmentCount: 0 })).toMatchObject({
      ok: false,
      failure: { name: 'instalment_count_is_out_of_range' },
    });
  });
});

test.each([
  [{ kind: 'fixed', amountMinor: 25_00 }, 25_00],
  [{ kind: 'percent', percent: '2.5' }, 30_86],
  [{ kind: 'percent', percent: '0' }, 0],
] as const)('a fee of %j on 1,234.50 is %i', (fee, expected) => {
  expect(feeOf(fee, 1_234_50)).toBe(expected);
});
