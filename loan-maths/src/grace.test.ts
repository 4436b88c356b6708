import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar.ts';
import { minorUnits } from './money.ts';
import type { InterestBasis } from './period-factors.ts';
import { annualRate } from './rate.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');

const DAY_COUNTS = ['30/360 US', '30E/360', 'ACT/360', 'ACT/365F', 'ACT/ACT ISDA'] as const;

/** All interest bases of loan products, which name `{ by: 'period' }` 30/360. */
const BASES: readonly InterestBasis[] = [
  { by: 'period' },
  ...DAY_COUNTS.map((dayCount) => ({ by: 'day' as const, dayCount })),
];

const termsOf = (wishes: Partial<ScheduleTerms<'USD'>>): ScheduleTerms<'USD'> => ({
  principalMinor: usd(1_200_00),
  annualRate: annualRate('24'),
  instalmentCount: 12,
  interval: { every: 1, unit: 'months' },
  disbursementDate: calendarDate('2026-01-15'),
  ...wishes,
});

describe('grace on principal and on interest together', () => {
  const monthly = BASES.filter((basis) => basis.by === 'period' || basis.dayCount === '30E/360');
  test.each(monthly)('leads to level instalments with %j', (interest) => {
    const grace = { principal: 6, interestDeferred: 6 };
    const { rows, totals } = valueOf(buildSchedule(termsOf({ interest, grace })));
    // 144.00 are deferred without interest: L = (1,368 − L) × 0.02 ÷ (1 − 1.02⁻⁵) = 239.43.
    expect(rows.map(({ totalMinor }) => totalMinor)).toEqual([
      ...Array<number>(6).fill(0),
      ...Array<number>(5).fill(239_43),
      239_46,
    ]);
    expect(totals.interestMinor).toBe(236_61);
  });

  test.each(monthly)('of three each at 12 %% leads to 144.25 nine times with %j', (interest) => {
    const grace = { principal: 3, interestDeferred: 3 };
    const terms = termsOf({ annualRate: annualRate('12'), interest, grace });
    const { rows } = valueOf(buildSchedule(terms));
    const totals = rows.slice(3).map(({ totalMinor }) => totalMinor);
    expect(totals.slice(0, -1)).toEqual(Array<number>(8).fill(144_25));
    expect(Math.abs((totals.at(-1) ?? 0) - 144_25)).toBeLessThan(9);
  });
});

const arbitraryGraced = fc
  .record({
    principal: fc.integer({ min: 500_00, max: 100_000_00 }),
    rate: fc.integer({ min: 0, max: 600 }),
    instalmentCount: fc.integer({ min: 2, max: 60 }),
    interest: fc.constantFrom(...BASES),
    method: fc.constantFrom('equal_instalments', 'equal_principal', 'flat'),
    multiple: fc.constantFrom(1, 100),
    graces: fc.tuple(fc.nat(12), fc.nat(12), fc.nat(3)),
    firstDueIn: fc.constantFrom(undefined, '2026-02-15', '2026-03-20', '2026-12-01'),
  })
  .map((made) => {
    const grace = (index: number) =>
      Math.min(made.graces[index] ?? 0, Math.floor(made.instalmentCount / 2));
    return termsOf({
      principalMinor: usd(made.principal),
      annualRate: annualRate(String(made.rate / 10)),
      instalmentCount: made.instalmentCount,
      interest: made.interest,
      method: made.method,
      instalmentMultipleMinor: usd(made.multiple),
      firstDueDate: made.firstDueIn && calendarDate(made.firstDueIn),
      grace: { principal: grace(0), interestDeferred: grace(1), interestFree: grace(2) },
    });
  });

test('the last instalment differs from the others by rounding alone, whatever the grace', () => {
  fc.assert(
    fc.property(arbitraryGraced, (terms) => {
      const { rows } = valueOf(buildSchedule(terms));
      const { method, instalmentCount: count, instalmentMultipleMinor: multiple = 1 } = terms;
      const isWhole = method === 'equal_instalments' || (method === 'flat' && multiple > 1);
      const amounts = rows.map((row) => (isWhole ? row.totalMinor : row.principalMinor));
      const [first, last] = [amounts[terms.grace?.principal ?? 0], amounts.at(-1)];
      if (first === undefined || last === undefined) throw new Error('a schedule has rows');
      // Each instalment may be rounded by half a unit, which grows until the end at up to 60 % a
      // year.
      expect(last - first).toBeLessThanOrEqual(count * multiple * 4);
      // A loan that is repaid early has a smaller last instalment.
      const shortBy = rows.length < count ? 0 : first - last;
      expect(shortBy).toBeLessThanOrEqual(count * multiple * 4);
    }),
    { numRuns: 2_000 },
  );
});
