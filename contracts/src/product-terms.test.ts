import { buildSchedule, calendarDate, loanCost } from '@bursar/loan-maths';
import { describe, expect, test } from 'vitest';
import {
  dayOffRules,
  frequencyUnits,
  problemsOfTerms,
  productDayCounts,
  roundings,
  scheduleMethods,
  scheduleTermsOf,
  type OfficeDaysOff,
  type ProductTerms,
} from './product-terms.ts';

const terms: ProductTerms = {
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  instalmentCount: 12,
  instalmentCountMin: 6,
  instalmentCountMax: 24,
  principalMinMinor: 100_000,
  principalMaxMinor: 1_000_000,
  annualRatePercent: '12',
  annualRateMinPercent: '0',
  annualRateMaxPercent: '36',
  instalmentRounding: 'half_even',
  instalmentMultipleMinor: 1,
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: null,
  instalmentFee: null,
  penalty: null,
  allocationOrder: 'principal_first',
  dayOffRule: 'as_is',
};
const loan = {
  currency: 'USD',
  principalMinor: 1_000_000,
  disbursementDate: calendarDate('2026-01-31'),
  annualRatePercent: '12',
  instalmentCount: 12,
  daysOff: { weekdays: [6, 7], holidays: [] },
};
const costOf = (changes: Partial<ProductTerms>, daysOff: OfficeDaysOff = loan.daysOff) => {
  const cost = loanCost(scheduleTermsOf({ ...terms, ...changes }, { ...loan, daysOff }));
  if (!cost.ok) throw new Error(cost.failure.message);
  return cost.value;
};

describe('the schedule of a loan of a product', () => {
  test('asks for the fees that the product tells, withheld and with each instalment', () => {
    const cost = costOf({
      disbursementFee: { kind: 'percent', percent: '2' },
      instalmentFee: { kind: 'fixed', amountMinor: 500 },
    });
    expect(cost.paidOutMinor).toBe(980_000);
    expect(cost.schedule.rows.map(({ feeMinor }) => feeMinor)).toEqual(
      Array.from({ length: 12 }, () => 500),
    );
  });

  test('stays on month ends and moves what falls on a day off', () => {
    const daysOf = (dayOffRule: ProductTerms['dayOffRule']) =>
      costOf({ dayOffRule }).schedule.rows.map(({ dueDate }) => dueDate);
    expect(daysOf('as_is').slice(0, 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(daysOf('preceding')[0]).toBe('2026-02-27');
    expect(daysOf('following')[0]).toBe('2026-03-02');
  });

  test('moves what falls on a holiday, or on a day off of another week', () => {
    const firstDay = (daysOff: OfficeDaysOff) =>
      costOf({ dayOffRule: 'following' }, daysOff).schedule.rows[0]?.dueDate;
    // 28 February 2026 is a Saturday.
    expect(firstDay({ weekdays: [6, 7], holidays: [{ day: '2026-03-02' }] })).toBe('2026-03-03');
    expect(firstDay({ weekdays: [5, 6], holidays: [] })).toBe('2026-03-01');
    expect(firstDay({ weekdays: [], holidays: [] })).toBe('2026-02-28');
  });

  test('asks for whole amounts where the product does, and the last one takes what is left', () => {
    const rows = (changes: Partial<ProductTerms>) =>
      costOf(changes).schedule.rows.map(({ totalMinor }) => totalMinor);
    const whole = rows({ instalmentRounding: 'up', instalmentMultipleMinor: 5_00 });
    expect(rows({})[0]).toBe(88_849);
    expect(whole.slice(0, -1)).toEqual(Array.from({ length: 11 }, () => 89_000));
    expect(whole.at(-1)).toBeLessThan(89_000);
  });

  test('waits for principal as long as the grace says', () => {
    const { rows } = costOf({ gracePrincipal: 3 }).schedule;
    expect(rows.slice(0, 4).map(({ principalMinor }) => principalMinor > 0)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('counts the days of each period where the product does', () => {
    const interest = (dayCount: ProductTerms['dayCount']) =>
      costOf({ dayCount }).schedule.rows[0]?.interestMinor;
    expect(interest('30/360')).toBe(10_000);
    // 28 days of 360.
    expect(interest('ACT/360')).toBe(9_333);
  });

  test('can be made of every choice that a form offers', () => {
    for (const scheduleMethod of scheduleMethods) {
      for (const dayCount of productDayCounts) {
        for (const frequencyUnit of frequencyUnits) {
          const changes = { scheduleMethod, dayCount, frequencyUnit };
          expect(problemsOfTerms({ ...terms, ...changes }), JSON.stringify(changes)).toEqual([]);
        }
      }
    }
    for (const instalmentRounding of roundings) {
      expect(problemsOfTerms({ ...terms, instalmentRounding })).toEqual([]);
    }
    for (const dayOffRule of dayOffRules) {
      expect(problemsOfTerms({ ...terms, dayOffRule })).toEqual([]);
    }
  });
});

describe('terms that contradict each other', () => {
  test('are told by field, all of them at once', () => {
    const wrong = problemsOfTerms({
      ...terms,
      instalmentCount: 48,
      annualRateMinPercent: '40',
      graceInterest: 6,
    });
    expect(wrong).toEqual([
      { field: 'instalmentCount', code: 'usual_outside_bounds' },
      { field: 'annualRateMaxPercent', code: 'bounds_upside_down' },
      { field: 'graceInterest', code: 'grace_too_long' },
    ]);
  });

  test('are told where an instalment is rounded down to nothing', () => {
    const rounded = { instalmentRounding: 'down', instalmentMultipleMinor: 100_000 } as const;
    expect(problemsOfTerms({ ...terms, ...rounded })).toEqual([
      { field: 'scheduleMethod', code: 'terms_make_no_schedule' },
    ]);
  });

  test('are told where a bound makes no schedule, though the usual loan has one', () => {
    const widest = { annualRateMaxPercent: '1000', instalmentCountMax: 600 };
    const everyYear = { ...terms, ...widest, frequencyEvery: 12 };

    expect(buildSchedule(scheduleTermsOf(everyYear, loan)).ok).toBe(true);
    expect(problemsOfTerms(everyYear)).toEqual([
      { field: 'scheduleMethod', code: 'terms_make_no_schedule' },
    ]);
  });
});
