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

describe('what a loan costs', () => {
  test('without fees both rates are what the nominal one comes to', () => {
    const cost = costOf({});
    expect(cost.schedule.instalmentMinor).toBe(888_49);
    expect(cost.aprRegulationZ?.shown).toBe('12.00');
    // (1 + 1 %)^12 − 1 is 12.68 %.
    expect(cost.aprEuropeanUnion?.shown).toBe('12.7');
    expect(cost.costMinor).toBe(cost.schedule.totals.interestMinor);
  });

  test('a fee that is withheld makes it dearer, not the instalment', () => {
    const cost = costOf({ fees: { atDisbursementMinor: minorUnits(200_00, 'USD') } });
    expect(cost.schedule.instalmentMinor).toBe(888_49);
    expect(cost.paidOutMinor).toBe(9_800_00);
    expect(cost.costMinor).toBe(861_86);
    expect(cost.aprRegulationZ?.shown).toBe('15.85');
    expect(cost.aprEuropeanUnion?.shown).toBe('17.1');
  });

  test('a fee with each instalment is repaid with it', () => {
    const cost = costOf({ fees: { perInstalmentMinor: minorUnits(5_00, 'USD') } });
    expect(cost.repaidMinor - costOf({}).repaidMinor).toBe(60_00);
    expect(Number(cost.aprRegulationZ?.shown)).toBeGreaterThan(12);
  });

  test.each(['days', 'weeks', 'months'] as const)('has both rates by %s', (unit) => {
    const cost = costOf({ interval: { every: 2, unit } });
    expect(Number(cost.aprRegulationZ?.shown)).toBeCloseTo(12, 0);
    expect(Number(cost.aprEuropeanUnion?.shown)).toBeGreaterThan(12);
  });

  test('a fee as high as the principal leaves no rate', () => {
    const cost = costOf({ fees: { atDisbursementMinor: minorUnits(10_000_00, 'USD') } });
    expect(cost.aprRegulationZ).toBeUndefined();
    expect(cost.aprEuropeanUnion).toBeUndefined();
  });

  test('refuses what makes no schedule', () => {
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
