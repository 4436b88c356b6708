import { calendarDate } from '@bursar/loan-maths/calendar';
import { annualRate } from '@bursar/loan-maths/rate';
import { describe, expect, it } from 'vitest';
import { scheduleLoan } from './schedule-loan.ts';

const terms = {
  principalMinor: 2_800_000,
  annualRate: annualRate('14.07'),
  instalmentCount: 60,
  interval: { every: 1, unit: 'months' as const },
  instalmentMinor: 65_253,
  disbursedOn: calendarDate('2018-03-01'),
  firstDueOn: calendarDate('2018-04-01'),
  principalPaidMinor: 98_414,
  interestPaidMinor: 101_519,
};

function scheduled(changes: Partial<typeof terms> = {}) {
  const loan = scheduleLoan({ ...terms, ...changes }, 'USD');
  if (!loan.ok) throw new Error(loan.reason);
  return loan;
}

describe('the schedule of a loan on a tape', () => {
  it('has the contract’s instalment where the terms give it', () => {
    const { instalmentMinor, termsGiveMinor, instalments } = scheduled();
    expect({ instalmentMinor, termsGiveMinor }).toEqual({
      instalmentMinor: 65_253,
      termsGiveMinor: null,
    });
    expect(instalments).toHaveLength(60);
    expect(instalments.at(-1)?.dueOn).toBe('2023-03-01');
  });

  it('allocates what was paid, with an odd first period in the first instalment', () => {
    const { instalments } = scheduled();
    expect(
      instalments
        .slice(0, 4)
        .map((one) => [one.dueOn, one.principalPaidMinor, one.interestPaidMinor]),
    ).toEqual([
      ['2018-04-01', 32_423, 32_830 + 4_174],
      ['2018-05-01', 32_803, 32_450],
      ['2018-06-01', 33_188, 32_065],
      ['2018-07-01', 0, 0],
    ]);
  });

  it.each([
    ['up', 65_253],
    ['down', 65_252],
  ])('accepts an instalment that was rounded %s', (rounding, instalmentMinor) => {
    expect(scheduled({ instalmentMinor })).toMatchObject({
      instalmentRounding: rounding,
      termsGiveMinor: null,
      instalmentMinor,
    });
  });

  it('uses the stated instalment, and the last one has the difference', () => {
    const { instalments, ...modified } = scheduled({ instalmentMinor: 66_000 });
    expect(modified).toMatchObject({ instalmentMinor: 66_000, termsGiveMinor: 65_253 });
    const last = instalments.at(-1);
    const principal = instalments.reduce((sum, one) => sum + one.principalMinor, 0);
    expect(principal).toBe(2_800_000);
    expect((last?.principalMinor ?? 0) + (last?.interestMinor ?? 0)).toBeLessThan(66_000);
  });

  it('is refused where interest takes all of the instalment', () => {
    const loan = scheduleLoan({ ...terms, instalmentMinor: 30_000 }, 'USD');
    expect(loan).toEqual({ ok: false, reason: 'instalment_never_repays' });
  });
});
