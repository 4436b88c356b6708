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

// Published level instalments: the sample Loan Estimate H-24(B) of the CFPB, a Canadian mortgage at
// 4 % compounded twice a year (converted to its monthly rate), a calculator's example of a 25-year
// loan, and a textbook loan with yearly payments.
test.each([
  [162_000, '3.875', 360, 1, 761_78],
  [300_000, '3.967068', 360, 1, 1_426_56],
  [500_000, '5', 300, 1, 2_922_95],
  [15_000, '10', 4, 12, 4_732_06],
] as const)('%i at %s %% in %i instalments', (...given) => {
  const [principal, rate, instalmentCount, every, instalmentMinor] = given;
  const amounts = scheduleAmounts({
    principalMinor: minorUnits(principal * 100, 'USD'),
    annualRate: annualRate(rate),
    instalmentCount,
    interval: { every, unit: 'months' },
    disbursementDate: calendarDate('2026-01-01'),
  });
  expect(valueOf(amounts).instalmentMinor).toBe(instalmentMinor);
});

test('the sample Loan Estimate H-24(B) has repaid 15,773 in 5 years', () => {
  const { principalMinor } = valueOf(
    scheduleAmounts({
      ...terms,
      principalMinor: minorUnits(162_000_00, 'USD'),
      annualRate: annualRate('3.875'),
      instalmentCount: 360,
      instalmentRounding: 'half_even',
    }),
  );
  const repaid = principalMinor.slice(0, 60).reduce<number>((sum, part) => sum + part, 0);
  expect(Math.round(repaid / 100)).toBe(15_773);
});

// Apache Fineract at commit 5b1f06e8, LoanMonthEndDueDateStrategy.feature UC1: a day that a month
// lacks becomes the first of the next month. No rule here produces such dates, but amounts can be
// calculated for a schedule that has them.
test('amounts are calculated for the due dates of an existing schedule', () => {
  const dueDates = ['2025-03-01', '2025-03-31', '2025-05-01'].map(calendarDate);
  const amounts = valueOf(
    scheduleAmounts({
      principalMinor: minorUnits(10_000_00, 'USD'),
      annualRate: annualRate('12'),
      instalmentCount: 3,
      interval: { every: 1, unit: 'months' },
      disbursementDate: calendarDate('2025-01-31'),
      dueDates,
      interest: { by: 'day', dayCount: 'ACT/ACT ISDA' },
    }),
  );
  expect(amounts.principalMinor).toEqual([3_303_22, 3_332_51, 3_364_27]);
  expect(amounts.interestMinor).toEqual([95_34, 66_05, 34_29]);
});

test.each([
  [['2025-03-01', '2025-02-28', '2025-05-01'], 3],
  [['2025-01-30', '2025-03-31', '2025-05-01'], 3],
  [['2025-03-01', '2025-03-31'], 3],
])('due dates of %j for %i instalments are refused', (days, instalmentCount) => {
  const refused = scheduleAmounts({
    ...terms,
    instalmentCount,
    disbursementDate: calendarDate('2025-01-31'),
    dueDates: days.map(calendarDate),
  });
  expect(refused).toMatchObject({ ok: false, failure: { field: 'dueDates' } });
});

test('the columns equal the rows of the dated schedule, with the same refusals', () => {
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

test('interest that exceeds safe integers during the calculation is refused', () => {
  const refused = scheduleAmounts({
    ...terms,
    principalMinor: minorUnits(Number.MAX_SAFE_INTEGER, 'USD'),
    annualRate: annualRate('1000'),
    interval: { every: 120, unit: 'months' },
  });
  expect(refused).toMatchObject({ ok: false, failure: { name: 'amount_exceeds_safe_integers' } });
});
