import { describe, expect, test } from 'vitest';
import { AMORTISATION_TABLE_CASES } from './published/amortisation-table-cases.ts';
import { DAY_COUNT_CASES } from './published/day-count-cases.ts';
import { readCaseLines } from './published/read-case-lines.ts';
import { SCHEDULE_CASES } from './published/schedule-cases.ts';
import { buildSchedule, daysBetween, dueDates, rateFactors, yearFraction } from './cases.ts';
import { valueOf } from '../testing/value-of.ts';
import type { CaseFields } from './case-fields.ts';

type ScheduleCase = {
  id: string;
  inputs: CaseFields;
  columns?: string[];
  rows?: (string | number)[][];
  isComplete?: boolean;
  expected: { due_dates?: string[]; rate_factors?: string[] };
};

describe('published schedules', () => {
  const cases = readCaseLines<ScheduleCase>(SCHEDULE_CASES);

  test.each(cases.filter(({ rows }) => rows))('$id', (given) => {
    const { inputs, columns = [], rows = [], expected } = given;
    const schedule = valueOf(buildSchedule(inputs));
    expect(schedule).toMatchObject(expected);
    const wanted = new Set(rows.map(([nr]) => nr));
    const stated: CaseFields[] = schedule.rows.filter(
      ({ nr }) => given.isComplete || wanted.has(nr),
    );
    expect(stated.map((row) => columns.map((column) => row[column]))).toEqual(rows);
  });

  test.each(cases.filter(({ expected }) => expected.due_dates))('$id', ({ inputs, expected }) => {
    expect(valueOf(dueDates(inputs))).toEqual(expected.due_dates);
  });

  test.each(cases.filter(({ expected }) => expected.rate_factors))(
    '$id',
    ({ inputs, expected }) => {
      expect(valueOf(rateFactors(inputs))).toEqual(expected.rate_factors);
    },
  );
});

type TableCase = {
  id: string;
  inputs: CaseFields;
  rows: string[][];
  years: string[][];
  periods: number;
  last_payment: string;
  total_interest: string;
};

describe('published tables with unrounded balances', () => {
  test.each(readCaseLines<TableCase>(AMORTISATION_TABLE_CASES))('$id', (given) => {
    const table = valueOf(buildSchedule(given.inputs));
    const { periods, last_payment, total_interest } = given;
    expect(table).toMatchObject({
      periods,
      last_payment,
      total_interest,
      year_totals: given.years.map(([interest, principal]) => ({ interest, principal })),
    });
    expect(table.rows.slice(0, given.rows.length)).toMatchObject(
      given.rows.map(([opening, interest, principal, closing]) => ({
        opening,
        interest,
        principal,
        closing,
      })),
    );
  });
});

describe('published day counts', () => {
  const cases = DAY_COUNT_CASES.trim()
    .split('\n')
    .map((line) => line.split('|'));
  test.each(cases)('match the fraction of %s: %s from %s to %s', (...fields) => {
    const [, convention, start, end, from, to, termination, unit, days, fraction, decimal, near] =
      fields;
    const caseFields = {
      convention,
      start,
      end,
      ...(from ? { reference_start: from, reference_end: to } : {}),
      ...(termination ? { termination_date: termination } : {}),
      ...(unit ? { unit } : {}),
    };
    // The source has a tolerance of 1e-10 for some; others must match to the last printed decimal.
    const nearly: unknown = expect.closeTo(Number(decimal), near === '1e-10' ? 10 : 12);
    expect(valueOf(yearFraction(caseFields))).toMatchObject({
      ...(days ? { days: Number(days) } : {}),
      ...(fraction ? { year_fraction: fraction } : {}),
      ...(decimal ? { year_fraction_decimal: nearly } : {}),
    });
  });

  test.each(cases.filter(([, , , , , , , , days]) => days))(
    'match the days of %s: %s from %s to %s',
    (...fields) => {
      const [, convention, start, end, , , termination_date, , days] = fields;
      const caseFields = {
        convention,
        start,
        end,
        ...(termination_date ? { termination_date } : {}),
      };
      expect(valueOf(daysBetween(caseFields))).toBe(Number(days));
    },
  );
});

// Figures of Frappe Lending (GPL-3.0) at commit 3f2cbc13dcd0a6583e3adda6f862a1c8caa2eeff, test_loan.py
// and test_loan_application.py: the instalment is the annuity rounded up to a whole unit.
describe('schedules with the instalment rounded up to a whole unit', () => {
  test('280,000 at 8.4 % in 20 months is 15,052 a month', () => {
    const schedule = valueOf(
      buildSchedule({
        principal: 280000,
        annual_rate_percent: '8.4',
        repayments: 20,
        frequency: 'MONTHS',
        instalment_rounding: 'ceil to whole unit',
      }),
    );
    expect(schedule.instalment).toBe('15052.00');
    expect(Math.round(Number(schedule.total_interest))).toBe(21034);
    expect(Math.round(Number(schedule.total_payment))).toBe(301034);
    const whole = [3, 17, 19].map((index) => {
      const { principal, interest, balance } = schedule.rows[index] ?? {};
      return [principal, interest, balance].map((amount) => Math.round(Number(amount)));
    });
    expect(whole).toEqual([
      [13369, 1683, 227080],
      [14740, 312, 29785],
      [14941, 105, 0],
    ]);
  });

  test('interest can be rounded to a whole unit each period as well', () => {
    const schedule = buildSchedule({
      principal: 250000,
      annual_rate_percent: '9.2',
      repayments: 18,
      frequency: 'MONTHS',
      instalment_rounding: 'ceil to whole unit',
      interest_rounding: 'each period to a whole unit',
    });
    expect(valueOf(schedule)).toMatchObject({
      instalment: '14923.00',
      total_interest: '18599.00',
      total_payment: '268599.00',
    });
  });

  test('calendar months begin on the first of the next month', () => {
    const dates = valueOf(
      dueDates({
        repayments: 12,
        repayment_start_date: '2022-10-17',
        schedule_type: 'Pro-rated calendar months, start of the next month',
      }),
    );
    expect([dates[0], dates[1], dates[11]]).toEqual(['2022-11-01', '2022-12-01', '2023-10-01']);
  });

  test('calendar months end on the last day of each month', () => {
    const dates = dueDates({
      repayments: 5,
      repayment_start_date: '2022-10-17',
      schedule_type: 'Pro-rated calendar months, end of the current month',
    });
    expect(valueOf(dates)).toEqual([
      '2022-10-31',
      '2022-11-30',
      '2022-12-31',
      '2023-01-31',
      '2023-02-28',
    ]);
  });
});

describe('unreadable case fields', () => {
  const caseFields = { principal: '100.00', annual_rate_percent: '7', repayments: 6 };
  test.each([
    [{ ...caseFields, principal: 'much' }, 'amount_is_not_a_number', 'principal'],
    [{ ...caseFields, principal: '100.005' }, 'amount_has_too_many_decimals', 'principal'],
    [{ ...caseFields, annual_rate_percent: '-1' }, 'rate_is_out_of_range', 'annual_rate_percent'],
    [
      { ...caseFields, annual_rate_percent: '1000.1' },
      'rate_is_out_of_range',
      'annual_rate_percent',
    ],
    [{ ...caseFields, repayments: 601 }, 'instalment_count_is_out_of_range', 'instalmentCount'],
    [{ ...caseFields, repayments: undefined }, 'term_is_missing', 'repayments'],
    [{ ...caseFields, start_date: '2023-02-29' }, 'date_is_not_a_calendar_day', 'start_date'],
    [{ ...caseFields, frequency: 'FORTNIGHTS' }, 'term_is_unknown', 'frequency'],
    [{ ...caseFields, amortization: 'RANDOM' }, 'term_is_unknown', 'amortization'],
    [{ ...caseFields, interest_type: 'COMPOUND' }, 'term_is_unknown', 'interest_type'],
    [{ ...caseFields, interest_basis: 'by eye' }, 'term_is_unknown', 'interest_basis'],
    [
      { ...caseFields, interest_calculation_period: 'HOURLY' },
      'term_is_unknown',
      'interest_calculation_period',
    ],
    [{ ...caseFields, days_in_month: '29' }, 'term_is_unknown', 'days_in_month'],
    [{ ...caseFields, engine: 'steam' }, 'term_is_unknown', 'engine'],
    [{ ...caseFields, rounding: 'HALF_DOWN' }, 'term_is_unknown', 'rounding'],
    [
      { ...caseFields, instalment_rounding: 'as it comes' },
      'term_is_unknown',
      'instalment_rounding',
    ],
    [{ ...caseFields, down_payment: 'a quarter' }, 'term_is_unknown', 'down_payment'],
  ])('%o is refused', (given, name, field) => {
    const refused = buildSchedule(given);
    expect(refused).toMatchObject({ ok: false, failure: { name, field } });
  });

  const table = { principal: '200000.00', periods: 240, rounding: 'none carried' };
  test.each([
    ['5%/12 for months 1-24 then 6%/12', 'term_is_unknown'],
    ['5%/12 for 24 months then 6', 'term_is_unknown'],
    ['5%/12, then 6%/12', 'term_is_unknown'],
    ['5%/12 from month 1 to 24 then 6%/12', 'term_is_unknown'],
    ['5%/12 for 24 months then 6%/12 for 12 months', 'term_is_unknown'],
    ['9% effective', 'term_is_unknown'],
    ['1% per month', 'term_is_unknown'],
    ['five', 'rate_is_not_a_number'],
  ])('rates stated as "%s" are refused', (rates, name) => {
    const refused = buildSchedule({ ...table, rates });
    expect(refused).toMatchObject({ ok: false, failure: { name, field: 'rates' } });
  });

  // 1,319.91 and 1,423.41 are the instalments of Example 20 of the European Commission (Soto 2015).
  test.each([
    '5%/12 for 24 months then 6%/12',
    '5%/12 per month for 24 months, then 6%/12 per month',
    '5% for the first 24 months and then 6% for 216 months',
  ])('rates stated as "%s" change the instalment', (rates) => {
    const { rows } = valueOf(buildSchedule({ ...table, rates }));
    expect([rows[23]?.due, rows[24]?.due]).toEqual(['1319.91', '1423.41']);
  });

  test.each([
    [{ amortization: 'BULLET' }, 'term_is_unknown', 'amortization'],
    [{ growth_percent: 'some' }, 'amount_is_not_a_number', 'growth_percent'],
  ])('a table with %o is refused', (given, name, field) => {
    const refused = buildSchedule({ ...table, rates: '5%/12', ...given });
    expect(refused).toMatchObject({ ok: false, failure: { name, field } });
  });

  test('an unknown convention is refused', () => {
    const refused = yearFraction({ convention: '31/360', start: '2024-01-01', end: '2024-02-01' });
    expect(refused).toMatchObject({ ok: false, failure: { field: 'convention' } });
  });
});
