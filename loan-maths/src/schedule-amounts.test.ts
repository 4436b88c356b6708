import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDate } from './calendar.ts';
import { minorUnits } from './money.ts';
import { annualRate } from './rate.ts';
import { scheduleAmounts } from './schedule-amounts.ts';
import type { Schedule } from './schedule.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { arbitraryTerms } from './testing/arbitrary-terms.ts';
import { valueOf } from './testing/value-of.ts';

const terms: ScheduleTerms<'USD'> = {
  principalMinor: minorUnits(10_000_00, 'USD'),
  annualRate: annualRate('14.07'),
  instalmentCount: 36,
  interval: { every: 1, unit: 'months' },
  disbursementDate: calendarDate('2018-03-01'),
  instalmentRounding: 'up',
};

test('10,000.00 at 14.07 % over 36 months rounded up is 342.12 a month, first 117.25 of interest', () => {
  const amounts = valueOf(scheduleAmounts(terms));
  expect(amounts.instalmentMinor).toBe(342_12);
  expect(amounts.totalInterestMinor).toBe(2_316_17);
  expect([amounts.interestMinor[0], amounts.interestMinor[35]]).toEqual([117_25, 3_96]);
  expect([amounts.principalMinor[0], amounts.principalMinor[35]]).toEqual([224_87, 338_01]);
  expect([amounts.balanceMinor[0], amounts.balanceMinor[35]]).toEqual([9_775_13, 0]);
});

test('the columns are the rows of the dated schedule, and the refusals are the same', () => {
  fc.assert(
    fc.property(arbitraryTerms, (given) => {
      const schedule = buildSchedule(given);
      expect(scheduleAmounts(given)).toEqual(
        schedule.ok ? { ok: true, value: columnsOf(schedule.value) } : schedule,
      );
    }),
    { numRuns: 100 },
  );
});

function columnsOf({ rows, instalmentMinor, totals }: Schedule) {
  const instalments = rows.filter(({ kind }) => kind === 'instalment');
  return {
    principalMinor: instalments.map((row) => row.principalMinor),
    interestMinor: instalments.map((row) => row.interestMinor),
    balanceMinor: instalments.map((row) => row.balanceMinor),
    instalmentMinor,
    totalInterestMinor: totals.interestMinor,
  };
}

test('interest that outgrows safe integers on the way is refused', () => {
  const refused = scheduleAmounts({
    ...terms,
    principalMinor: minorUnits(Number.MAX_SAFE_INTEGER, 'USD'),
    annualRate: annualRate('1000'),
    interval: { every: 120, unit: 'months' },
  });
  expect(refused).toMatchObject({ ok: false, failure: { name: 'amount_exceeds_safe_integers' } });
});
