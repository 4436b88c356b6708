import { buildSchedule, calendarDate, loanCost } from '@bursar/loan-maths';
import { describe, expect, test } from 'vitest';
import {
  dayOffRules,
  frequencyUnits,
  instalmentsOf,
  problemsOfTerms,
  productDayCounts,
  roundings,
  scheduleMethods,
  scheduleOfLoan,
  scheduleTermsOf,
  type BusinessCalendarDates,
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
  businessCalendar: { weekdays: [6, 7], holidays: [] },
};
const costOf = (
  changes: Partial<ProductTerms>,
  businessCalendar: BusinessCalendarDates = loan.businessCalendar,
) => {
  const cost = loanCost(scheduleTermsOf({ ...terms, ...changes }, { ...loan, businessCalendar }));
  if (!cost.ok) throw new Error(cost.failure.message);
  return cost.value;
};

describe('the schedule of a loan of a product', () => {
  test('has the fees of the product, both withheld and with each instalment', () => {
    const cost = costOf({
      disbursementFee: { kind: 'percent', percent: '2' },
      instalmentFee: { kind: 'fixed', amountMinor: 500 },
    });
    expect(cost.paidOutMinor).toBe(980_000);
    expect(cost.schedule.rows.map(({ feeMinor }) => feeMinor)).toEqual(
      Array.from({ length: 12 }, () => 500),
    );
  });

  test('stays on month ends and moves due dates off days off', () => {
    const daysOf = (dayOffRule: ProductTerms['dayOffRule']) =>
      costOf({ dayOffRule }).schedule.rows.map(({ dueDate }) => dueDate);
    expect(daysOf('as_is').slice(0, 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(daysOf('preceding')[0]).toBe('2026-02-27');
    expect(daysOf('following')[0]).toBe('2026-03-02');
  });

  test('moves due dates off holidays and other weekly days off', () => {
    const firstDay = (businessCalendar: BusinessCalendarDates) =>
      costOf({ dayOffRule: 'following' }, businessCalendar).schedule.rows[0]?.dueDate;
    // 28 February 2026 is a Saturday.
    expect(firstDay({ weekdays: [6, 7], holidays: [{ day: '2026-03-02' }] })).toBe('2026-03-03');
    expect(firstDay({ weekdays: [5, 6], holidays: [] })).toBe('2026-03-01');
    expect(firstDay({ weekdays: [], holidays: [] })).toBe('2026-02-28');
  });

  test('rounds instalments as the product does, and puts the rest into the last one', () => {
    const rows = (changes: Partial<ProductTerms>) =>
      costOf(changes).schedule.rows.map(({ totalMinor }) => totalMinor);
    const whole = rows({ instalmentRounding: 'up', instalmentMultipleMinor: 5_00 });
    expect(rows({})[0]).toBe(88_849);
    expect(whole.slice(0, -1)).toEqual(Array.from({ length: 11 }, () => 89_000));
    expect(whole.at(-1)).toBeLessThan(89_000);
  });

  test('has no principal during the grace period', () => {
    const { rows } = costOf({ gracePrincipal: 3 }).schedule;
    expect(rows.slice(0, 4).map(({ principalMinor }) => principalMinor > 0)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('counts the days of each period if the product does', () => {
    const interest = (dayCount: ProductTerms['dayCount']) =>
      costOf({ dayCount }).schedule.rows[0]?.interestMinor;
    expect(interest('30/360')).toBe(10_000);
    // The period has 28 days, and the year 360.
    expect(interest('ACT/360')).toBe(9_333);
  });

  test('can be built for every choice of the product form', () => {
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
      const frequencyUnit = dayOffRule === 'skip' ? 'weeks' : 'months';
      expect(problemsOfTerms({ ...terms, dayOffRule, frequencyUnit })).toEqual([]);
    }
  });
});

describe('days off that are skipped', () => {
  const daily = {
    frequencyUnit: 'days',
    dayOffRule: 'skip',
    dayCount: 'ACT/365F',
    instalmentFee: { kind: 'fixed', amountMinor: 100 },
  } as const;
  const scheduled = (
    changes: Partial<ProductTerms>,
    first: string,
    businessCalendar: BusinessCalendarDates = loan.businessCalendar,
  ) =>
    scheduleOfLoan(
      { ...terms, ...daily, ...changes },
      {
        ...loan,
        businessCalendar,
        principalMinor: 1_000_00,
        annualRatePercent: '36.5',
        instalmentCount: 10,
        disbursementDate: calendarDate('2026-11-26'),
        firstDueDate: calendarDate(first),
      },
    );
  const rowsOf = (made: ReturnType<typeof scheduled>) => {
    if ('problem' in made) throw new Error(made.problem);
    return made.schedule.rows;
  };

  test('leave one instalment per working day, and the schedule ends later', () => {
    const rows = rowsOf(scheduled({}, '2026-11-27'));
    expect(rows.map(({ dueDate }) => dueDate)).toEqual([
      '2026-11-27',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-07',
      '2026-12-08',
      '2026-12-09',
      '2026-12-10',
    ]);
    expect(rows.map(({ feeMinor }) => feeMinor)).toEqual(Array<number>(10).fill(100));
    // A day at 36.5 % is 0.1 %; the weekend earns three days.
    expect(rows.slice(0, 2).map(({ interestMinor }) => interestMinor)).toEqual([1_00, 2_70]);
  });

  test('leave out a week whose due date is a holiday', () => {
    const businessCalendar = { weekdays: [6, 7], holidays: [{ day: '2026-12-25' }] };
    const rows = rowsOf(scheduled({ frequencyUnit: 'weeks' }, '2026-12-18', businessCalendar));
    expect(rows.slice(0, 3).map(({ dueDate }) => dueDate)).toEqual([
      '2026-12-18',
      '2027-01-01',
      '2027-01-08',
    ]);
  });

  test('result in no schedule if every due date falls on one', () => {
    const made = scheduled({ frequencyUnit: 'weeks' }, '2026-12-05');
    expect(made).toEqual({ problem: 'terms_make_no_schedule' });
  });

  test('refuse the loan without skipping if a holiday puts two instalments on one day', () => {
    const businessCalendar = { weekdays: [], holidays: [{ day: '2026-12-01' }] };
    const made = scheduled({ dayOffRule: 'following' }, '2026-11-27', businessCalendar);
    expect(made).toEqual({ problem: 'due_dates_coincide' });
  });
});

test('the instalment count of a bullet loan is one for any number of intervals', () => {
  expect(instalmentsOf({ scheduleMethod: 'bullet' }, 6)).toBe(1);
  expect(instalmentsOf({ scheduleMethod: 'flat' }, 6)).toBe(6);
});

describe('contradicting terms', () => {
  test('are listed by field, all at once', () => {
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

  test('are found if an instalment is rounded down to zero', () => {
    const rounded = { instalmentRounding: 'down', instalmentMultipleMinor: 100_000 } as const;
    expect(problemsOfTerms({ ...terms, ...rounded })).toEqual([
      { field: 'instalmentMultipleMinor', code: 'multiple_exceeds_instalment' },
    ]);
  });

  // 1,000.00 in 24 instalments at 0 % to 36 % has instalments of 41.67 or more; flat instalments of
  // 50.00 would be a different loan.
  test.each([
    ['flat', 50_00, 'half_even', true],
    ['flat', 50_00, 'up', true],
    ['flat', 10_00, 'half_even', false],
    ['equal_principal', 100_00, 'half_even', true],
    ['equal_principal', 10_00, 'half_even', false],
    ['equal_instalments', 50_00, 'up', false],
    ['equal_instalments', 100_00, 'half_even', true],
  ] as const)('are reported with %s rounded to %i, %s: %s', (...given) => {
    const [scheduleMethod, instalmentMultipleMinor, instalmentRounding, isRefused] = given;
    const rounded = { scheduleMethod, instalmentMultipleMinor, instalmentRounding };
    const refused = { field: 'instalmentMultipleMinor', code: 'multiple_exceeds_instalment' };
    expect(problemsOfTerms({ ...terms, ...rounded })).toEqual(isRefused ? [refused] : []);
  });

  test.each([
    ['following', 1, [6, 7], true],
    ['modified_following', 1, [6, 7], true],
    ['preceding', 2, [6, 7], true],
    ['following', 1, [], false],
    ['following', 7, [6, 7], false],
    ['as_is', 1, [6, 7], false],
    ['skip', 1, [6, 7], false],
    ['following', 3, [5, 6, 7], true],
  ] as const)(
    'are reported if days off put two instalments on one day: %s, every %i',
    (...given) => {
      const [dayOffRule, frequencyEvery, weekdays, isRefused] = given;
      const daily = { ...terms, frequencyUnit: 'days', frequencyEvery, dayOffRule } as const;
      const refused = { field: 'dayOffRule', code: 'due_dates_coincide' };
      expect(problemsOfTerms(daily, { weekdays })).toEqual(isRefused ? [refused] : []);
    },
  );

  test('are found if a month would be skipped', () => {
    expect(problemsOfTerms({ ...terms, dayOffRule: 'skip' })).toEqual([
      { field: 'dayOffRule', code: 'skip_needs_days_or_weeks' },
    ]);
  });

  test('are found if the bounds allow no schedule, although the usual loan has one', () => {
    const widest = { annualRateMaxPercent: '1000', instalmentCountMax: 600 };
    const everyYear = { ...terms, ...widest, frequencyEvery: 12 };

    expect(buildSchedule(scheduleTermsOf(everyYear, loan)).ok).toBe(true);
    expect(problemsOfTerms(everyYear)).toEqual([
      { field: 'scheduleMethod', code: 'terms_make_no_schedule' },
    ]);
  });
});
