import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDate, dateOfDayNumber } from './calendar.ts';
import type { DayCount } from './day-count.ts';
import { DAY_COUNTS, daysBetween, yearFraction } from './day-count.ts';
import { sumFractions } from './exact.ts';
import { valueOf } from './testing/value-of.ts';

const ADDITIVE: DayCount[] = [
  'ACT/360',
  'ACT/364',
  'ACT/365F',
  'ACT/365.25',
  'ACT/366',
  'NL/365',
  'ACT/ACT ISDA',
];
const day = fc.integer({ min: 0, max: 40_000 });

test('days and fractions add up where the convention counts actual days', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ADDITIVE), day, day, day, (dayCount, ...days) => {
      const [start = 0, middle = 0, end = 0] = days.toSorted((left, right) => left - right);
      const period = (from: number, to: number) => ({
        dayCount,
        start: dateOfDayNumber(from),
        end: dateOfDayNumber(to),
      });
      const fractionOf = (from: number, to: number) => valueOf(yearFraction(period(from, to)));
      const parts = sumFractions([fractionOf(start, middle), fractionOf(middle, end)]);
      expect(fractionOf(start, end)).toMatchObject(parts);
      expect(daysBetween(period(start, middle)) + daysBetween(period(middle, end))).toBe(
        daysBetween(period(start, end)),
      );
    }),
  );
});

test('a reversed period is negative, and an empty one is zero', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DAY_COUNTS), day, day, (dayCount, left, right) => {
      const start = dateOfDayNumber(Math.min(left, right));
      const end = dateOfDayNumber(Math.max(left, right));
      const forth = valueOf(yearFraction({ dayCount, start, end }));
      const back = valueOf(yearFraction({ dayCount, start: end, end: start }));
      expect(back.numerator + forth.numerator).toBe(0);
      expect(valueOf(yearFraction({ dayCount, start, end: start })).numerator).toBe(0);
    }),
  );
});

test('a whole year counts as one in the conventions that define it so', () => {
  const year = { start: calendarDate('2023-03-15'), end: calendarDate('2024-03-15') };
  const whole = DAY_COUNTS.filter(
    (dayCount) => valueOf(yearFraction({ dayCount, ...year })).decimal === 1,
  );
  expect(whole).toEqual([
    '30/360 US',
    '30/360 Bond Basis',
    '30/360 NASD',
    '30/360 Excel',
    '30/360 Italian',
    '30E/360',
    '30E/360 ISDA',
    'ACT/366',
    'NL/365',
    'ACT/ACT ICMA',
    'ACT/ACT AFB',
    'EU Annex I',
  ]);
});

// The rules differ at the end of February, as from 2007-02-28 to 2008-02-29 (ISDA 2008 worksheet).
test.each([
  ['30/360 US', '2007-02-28', '2008-02-29', 360],
  ['30/360 Bond Basis', '2007-02-28', '2008-02-29', 361],
  ['30E/360', '2007-02-28', '2008-02-29', 361],
  ['30E/360 ISDA', '2007-02-28', '2008-02-29', 360],
  ['30/360 Italian', '2007-02-28', '2008-02-29', 360],
  ['30/360 NASD', '2024-01-15', '2024-01-31', 16],
  ['30/360 Bond Basis', '2024-01-15', '2024-01-31', 16],
  ['30E/360', '2024-01-15', '2024-01-31', 15],
  ['NL/365', '2024-02-01', '2024-03-01', 28],
] as const)('%s from %s to %s: %i days', (dayCount, start, end, days) => {
  expect(daysBetween({ dayCount, start: calendarDate(start), end: calendarDate(end) })).toBe(days);
});

test('a reference period needs both ends, and a period that ends after it starts within it', () => {
  const period = {
    dayCount: 'ACT/ACT ICMA',
    start: calendarDate('1999-01-01'),
    end: calendarDate('2000-01-01'),
    referenceStart: calendarDate('1999-02-01'),
  } as const;
  expect(yearFraction(period)).toMatchObject({ failure: { name: 'reference_period_is_missing' } });
  expect(yearFraction({ ...period, referenceEnd: calendarDate('1999-08-01') })).toMatchObject({
    failure: { name: 'dates_are_out_of_order' },
  });
});
