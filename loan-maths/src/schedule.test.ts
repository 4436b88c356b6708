import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar.ts';
import { minorUnits, parseMoney } from './money.ts';
import { annualRate } from './rate.ts';
import type { AnnualRate } from './rate.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { arbitraryTerms } from './testing/arbitrary-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');

const monthly = {
  interval: { every: 1, unit: 'months' },
  disbursementDate: calendarDate('2018-03-01'),
} as const;

const terms: ScheduleTerms<'USD'> = {
  ...monthly,
  principalMinor: usd(10_000_00),
  annualRate: annualRate('14.07'),
  instalmentCount: 36,
  instalmentRounding: 'up',
};

test('10,000.00 at 14.07 % over 36 months rounded up is 342.12 a month', () => {
  const schedule = valueOf(buildSchedule(terms));
  expect(schedule.instalmentMinor).toBe(342_12);
  expect(schedule.rows.at(-1)).toMatchObject({
    number: 36,
    dueDate: '2021-03-01',
    principalMinor: 338_01,
    interestMinor: 3_96,
    balanceMinor: 0,
  });
});

// Contractual instalments of loans that LendingClub made in 2018, published in OpenIntro's
// loans_full_schema: the annuity at a twelfth of the rate per month, rounded up to the cent.
test.each([
  ['28000', '14.07', 60, '652.53'],
  ['2000', '17.09', 36, '71.4'],
  ['23000', '14.07', 36, '786.87'],
  ['24000', '13.59', 60, '553.35'],
  ['20000', '13.59', 36, '679.58'],
  ['16000', '6.07', 36, '487.26'],
  ['18000', '21.45', 60, '491.53'],
  ['6000', '13.59', 36, '203.88'],
  ['15000', '6.08', 36, '456.88'],
  ['17000', '28.72', 60, '536.72'],
  ['10000', '19.03', 36, '366.72'],
])('%s at %s %% over %i months is %s a month', (amount, percent, instalmentCount, instalment) => {
  const { amountMinor } = valueOf(parseMoney(amount, 'USD'));
  const schedule = buildSchedule({
    ...terms,
    principalMinor: amountMinor,
    annualRate: annualRate(percent),
    instalmentCount,
  });
  const { amountMinor: expected } = valueOf(parseMoney(instalment, 'USD'));
  expect(valueOf(schedule).instalmentMinor).toBe(expected);
});

test('a given instalment is used, and the last one absorbs the difference', () => {
  const schedule = valueOf(buildSchedule({ ...terms, instalmentMinor: usd(300_00) }));
  expect(schedule.rows).toHaveLength(36);
  expect(schedule.rows.slice(0, -1).every((row) => row.totalMinor === 300_00)).toBe(true);
  expect(schedule.rows.at(-1)?.totalMinor).toBeGreaterThan(300_00);
});

test('a given instalment that repays early ends the schedule early', () => {
  const schedule = valueOf(buildSchedule({ ...terms, instalmentMinor: usd(5_000_00) }));
  expect(schedule.rows).toHaveLength(3);
  expect(schedule.rows.at(-1)?.balanceMinor).toBe(0);
});

describe('methods', () => {
  const year = { ...terms, principalMinor: usd(1_200_00), annualRate: annualRate('12') };
  const rowsOf = (change: Partial<ScheduleTerms<'USD'>>) =>
    valueOf(buildSchedule({ ...year, instalmentCount: 12, ...change })).rows;

  test('equal principal pays 100.00 of principal and less interest each time', () => {
    const rows = rowsOf({ method: 'equal_principal' });
    expect(rows.map((row) => row.principalMinor)).toEqual(Array(12).fill(100_00));
    expect(rows.map((row) => row.interestMinor).slice(0, 3)).toEqual([12_00, 11_00, 10_00]);
  });

  test('flat interest is equal in every row', () => {
    const rows = rowsOf({ method: 'flat' });
    expect(rows.map((row) => row.totalMinor)).toEqual(Array(12).fill(112_00));
  });

  test('a whole flat instalment is a multiple: 1,250.00 at 15 % in 4 of 328.00', () => {
    const rows = rowsOf({
      method: 'flat',
      principalMinor: usd(1_250_00),
      annualRate: annualRate('15'),
      instalmentCount: 4,
      instalmentMultipleMinor: usd(1_00),
      instalmentRounding: 'half_even',
    });
    expect(rows.map((row) => row.totalMinor)).toEqual([328_00, 328_00, 328_00, 328_50]);
    expect(rows.map((row) => row.interestMinor)).toEqual([15_62, 15_62, 15_62, 15_64]);
  });

  test('interest-only repays the principal with the last instalment', () => {
    const rows = rowsOf({ method: 'interest_only' });
    expect(rows.map((row) => row.totalMinor)).toEqual([...Array(11).fill(12_00), 1_212_00]);
  });

  test('a bullet is one row of principal and simple interest', () => {
    expect(rowsOf({ method: 'bullet' })).toMatchObject([
      { dueDate: '2019-03-01', days: 365, principalMinor: 1_200_00, interestMinor: 144_00 },
    ]);
  });

  test('a balloon is due with the last of level instalments', () => {
    const rows = rowsOf({ balloonMinor: usd(600_00) });
    expect(rows[10]?.balanceMinor).toBeGreaterThan(600_00);
    expect(rows[11]?.principalMinor).toBeGreaterThan(600_00);
    expect(rows[0]?.totalMinor).toBeLessThan(60_00);
  });

  test('grace applies to principal, and defers or waives interest', () => {
    const grace = { principal: 2, interestDeferred: 1, interestFree: 0 };
    expect(rowsOf({ grace }).slice(0, 3)).toMatchObject([
      { principalMinor: 0, interestMinor: 0 },
      { principalMinor: 0, interestMinor: 24_00 },
      { interestMinor: 12_00 },
    ]);
    expect(rowsOf({ grace: { interestFree: 2 } }).map((row) => row.interestMinor > 0)).toEqual([
      false,
      false,
      ...Array(10).fill(true),
    ]);
  });

  test('fees and a down payment are added to principal and interest', () => {
    const schedule = valueOf(
      buildSchedule({
        ...year,
        instalmentCount: 10,
        annualRate: annualRate('0'),
        downPaymentMinor: usd(200_00),
        fees: { atDisbursementMinor: usd(15_00), perInstalmentMinor: usd(1_00) },
      }),
    );
    expect(schedule.disbursementFeeMinor).toBe(15_00);
    expect(schedule.rows[0]).toMatchObject({ kind: 'down_payment', totalMinor: 200_00, days: 0 });
    expect(schedule.rows[1]).toMatchObject({ principalMinor: 100_00, totalMinor: 101_00 });
    expect(schedule.totals).toMatchObject({ feeMinor: 10_00, totalMinor: 1_210_00 });
  });
});

describe('currencies', () => {
  test('yen have no decimals: 1,000,000 at 3 % over 12 months is 84,694 a month', () => {
    const schedule = buildSchedule({
      ...monthly,
      principalMinor: minorUnits(1_000_000, 'JPY'),
      annualRate: annualRate('3'),
      instalmentCount: 12,
    });
    expect(valueOf(schedule).instalmentMinor).toBe(84_694);
  });

  test('dinars have three: 1,000.000 at 3 % over 12 months is 84.694 a month', () => {
    const schedule = buildSchedule({
      ...monthly,
      principalMinor: minorUnits(1_000_000, 'KWD'),
      annualRate: annualRate('3'),
      instalmentCount: 12,
    });
    expect(valueOf(schedule).instalmentMinor).toBe(84_694);
  });
});

describe('invalid terms', () => {
  // External data may have a rate that `annualRate` did not check.
  const rate = (text: string) => JSON.parse(JSON.stringify(text)) as AnnualRate;
  const cases: [Partial<ScheduleTerms<'USD'>>, string, string][] = [
    [{ annualRate: rate('-0.01') }, 'rate_is_out_of_range', 'annualRate'],
    [{ annualRate: rate('1000.01') }, 'rate_is_out_of_range', 'annualRate'],
    [{ annualRate: rate('much') }, 'rate_is_not_a_number', 'annualRate'],
    [{ instalmentCount: 0 }, 'instalment_count_is_out_of_range', 'instalmentCount'],
    [{ instalmentCount: 601 }, 'instalment_count_is_out_of_range', 'instalmentCount'],
    [{ instalmentCount: 1.5 }, 'instalment_count_is_out_of_range', 'instalmentCount'],
    [{ interval: { every: 0, unit: 'days' } }, 'interval_is_out_of_range', 'interval.every'],
    [
      { firstDueDate: calendarDate('2018-03-01') },
      'first_due_date_before_disbursement',
      'firstDueDate',
    ],
    [{ instalmentMinor: usd(117_25) }, 'instalment_never_repays', 'instalmentMinor'],
    [
      { annualRate: annualRate('1000'), instalmentCount: 600, instalmentRounding: 'half_even' },
      'instalment_never_repays',
      'annualRate',
    ],
    [{ principalMinor: usd(0) }, 'amount_is_not_positive', 'principalMinor'],
    [
      { principalMinor: usd(Number.MAX_SAFE_INTEGER), method: 'bullet' },
      'amount_exceeds_safe_integers',
      'principalMinor',
    ],
    [{ downPaymentMinor: usd(10_000_00) }, 'down_payment_is_out_of_range', 'downPaymentMinor'],
    [{ balloonMinor: usd(10_000_01) }, 'balloon_is_out_of_range', 'balloonMinor'],
    [{ grace: { principal: 36 } }, 'grace_is_out_of_range', 'grace.principal'],
    [{ instalmentMultipleMinor: usd(0) }, 'multiple_is_out_of_range', 'instalmentMultipleMinor'],
    [{ fees: { perInstalmentMinor: usd(-1) } }, 'amount_is_negative', 'fees.perInstalmentMinor'],
  ];
  test.each(cases)('are refused: %o as %s', (change, name, field) => {
    const refused = buildSchedule({ ...terms, ...change });
    expect(refused).toMatchObject({ ok: false, failure: { name, field } });
  });

  test('the first invalid field in order is refused', () => {
    const refused = buildSchedule({ ...terms, instalmentCount: 0, principalMinor: usd(0) });
    expect(refused).toMatchObject({ ok: false, failure: { field: 'principalMinor' } });
  });
});

const EXPECTED_REFUSALS = ['instalment_never_repays', 'amount_exceeds_safe_integers'];

test('parts sum to the principal, no amount is negative, and the last balance is zero', () => {
  let built = 0;
  fc.assert(
    fc.property(arbitraryTerms, (given) => {
      const schedule = buildSchedule(given);
      if (!schedule.ok) return EXPECTED_REFUSALS.includes(schedule.failure.name);
      built += 1;
      const { rows, totals } = schedule.value;
      const sum = (field: 'principalMinor' | 'interestMinor' | 'feeMinor' | 'totalMinor') =>
        rows.reduce((total, row) => total + row[field], 0);
      const isSane = rows.every(
        (row) =>
          row.principalMinor >= 0 &&
          row.interestMinor >= 0 &&
          row.balanceMinor >= 0 &&
          row.totalMinor === row.principalMinor + row.interestMinor + row.feeMinor,
      );
      return (
        isSane &&
        sum('principalMinor') === given.principalMinor &&
        sum('interestMinor') === totals.interestMinor &&
        sum('totalMinor') === totals.totalMinor &&
        rows.at(-1)?.balanceMinor === 0
      );
    }),
    { numRuns: 400 },
  );
  expect(built).toBeGreaterThan(150);
});

test('all level instalments except the last are multiples', () => {
  fc.assert(
    fc.property(arbitraryTerms, fc.constantFrom('equal_instalments', 'flat'), (given, method) => {
      const multiple = given.instalmentMultipleMinor ?? 1;
      // Without a multiple, principal and interest of a flat instalment are rounded separately.
      if (method === 'flat' && multiple === 1) return;
      const plain = { grace: undefined, balloonMinor: undefined, openingInterestMinor: undefined };
      const built = buildSchedule({ ...given, ...plain, method, fees: undefined });
      if (!built.ok) return;
      const instalments = built.value.rows.filter(({ kind }) => kind === 'instalment');
      const level = built.value.instalmentMinor;
      expect(level % multiple).toBe(0);
      // Rounding up may repay the principal of a flat loan before its interest.
      const owing = instalments.slice(0, -1).filter(({ balanceMinor }) => balanceMinor > 0);
      expect(owing.map((row) => row.totalMinor)).toEqual(
        owing.map((row) => Math.max(level, row.interestMinor)),
      );
    }),
    { numRuns: 300 },
  );
});

test('without interest all instalments except the last are equal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.integer({ min: 1, max: 600 }),
      (principal, count) => {
        const { rows } = valueOf(
          buildSchedule({
            ...terms,
            principalMinor: usd(principal),
            annualRate: annualRate('0'),
            instalmentCount: count,
            instalmentRounding: 'down',
          }),
        );
        const part = Math.floor(principal / count);
        expect(rows).toHaveLength(count);
        expect(rows.slice(0, -1).every((row) => row.totalMinor === part)).toBe(true);
        expect(rows.at(-1)?.totalMinor).toBe(principal - part * (count - 1));
      },
    ),
  );
});
