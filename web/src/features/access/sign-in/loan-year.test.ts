import { annualRate, buildSchedule, calendarDate, minorUnits } from '@bursar/loan-maths';
import { expect, it } from 'vitest';
import { loan, loanYear } from './loan-year.ts';

it('the example loan shows exactly the schedule that loan-maths builds', () => {
  const schedule = buildSchedule({
    principalMinor: minorUnits(loan.principalMinor, loan.currency),
    annualRate: annualRate(loan.annualRatePercent),
    instalmentCount: loanYear.length,
    interval: { every: 1, unit: 'months' },
    disbursementDate: calendarDate('2025-12-31'),
    instalmentRounding: 'up',
  });
  if (!schedule.ok) throw new Error(schedule.failure.message);
  expect(schedule.value.instalmentMinor).toBe(loan.instalmentMinor);
  expect(
    schedule.value.rows.map(({ number, principalMinor, interestMinor, balanceMinor }) => ({
      month: number,
      principalMinor,
      interestMinor,
      balanceMinor,
    })),
  ).toEqual(loanYear);
});
