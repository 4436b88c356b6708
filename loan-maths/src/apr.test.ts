import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CashFlowSeries } from './apr-cash-flows.ts';
import { aprEuropeanUnion } from './apr-eu.ts';
import { roundHalfUp } from './apr-percent.ts';
import { aprRegulationZ } from './apr-regz.ts';
import { calendarDate } from './calendar.ts';
import { minorUnits } from './money.ts';
import { annualRate } from './rate.ts';
import { buildSchedule } from './schedule.ts';
import { valueOf } from './testing/value-of.ts';
import { unitPeriodsBetween } from './unit-periods.ts';

const ratio = (numerator: number, denominator = 1) => ({ numerator, denominator });

const flow = (kind: 'advance' | 'payment', amountMinor: number, year: number): CashFlowSeries => ({
  kind,
  amountMinor,
  count: 1,
  first: ratio(year),
  step: ratio(0),
});

test('5,000.00 advanced and 24 monthly payments of 230.00 are 9.69 % (Appendix J, (c)(1)(i))', () => {
  const series = { amountMinor: 230_00, count: 24, unitPeriods: 1, oddFraction: ratio(0) };
  const apr = aprRegulationZ({
    unitPeriodsPerYear: 12,
    series: [
      { kind: 'advance', amountMinor: 5_000_00, count: 1, unitPeriods: 0, oddFraction: ratio(0) },
      { kind: 'payment', ...series },
    ],
  });
  expect(valueOf(apr)).toMatchObject({ shown: '9.69', financeChargeMinor: 520_00 });
});

test('200,000.00 drawn, 4,000.00 paid at once and 240 payments of 1,432.86 are 6.4 %', () => {
  const instalments = {
    amountMinor: 1_432_86,
    count: 240,
    first: ratio(1, 12),
    step: ratio(1, 12),
  };
  const apr = valueOf(
    aprEuropeanUnion([
      flow('advance', 200_000_00, 0),
      flow('payment', 4_000_00, 0),
      { kind: 'payment', ...instalments },
    ]),
  );
  expect(apr.shown).toBe('6.4');
  expect(roundHalfUp(apr.percent, 6)).toBe('6.434412');
});

test('the rate of a loan without fees is its nominal rate, monthly at 30/360', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 120 }),
      (bps, count) => {
        const { rows } = valueOf(
          buildSchedule({
            principalMinor: minorUnits(10_000_000_000, 'USD'),
            annualRate: annualRate((bps / 100).toFixed(2)),
            instalmentCount: count,
            interval: { every: 1, unit: 'months' },
            disbursementDate: calendarDate('2024-01-01'),
          }),
        );
        const apr = aprRegulationZ({
          unitPeriodsPerYear: 12,
          series: [
            { kind: 'advance', amountMinor: 1e10, count: 1, unitPeriods: 0, oddFraction: ratio(0) },
            ...rows.map(({ totalMinor, number }) => ({
              kind: 'payment' as const,
              amountMinor: totalMinor,
              count: 1,
              unitPeriods: number,
              oddFraction: ratio(0),
            })),
          ],
        });
        expect(valueOf(apr).percent).toBeCloseTo(bps / 100, 5);
        expect(valueOf(apr).shown).toBe((bps / 100).toFixed(2));
      },
    ),
  );
});

test.each([1, -1])('a rate on a point of the search is found: %d × the flows', (sign) => {
  const [advance, payment] =
    sign > 0 ? (['advance', 'payment'] as const) : (['payment', 'advance'] as const);
  const at = (unitPeriods: number) => ({ count: 1, unitPeriods, oddFraction: ratio(0) });
  const apr = aprRegulationZ({
    unitPeriodsPerYear: 12,
    series: [
      { kind: advance, amountMinor: 1e10, ...at(0) },
      { kind: payment, amountMinor: 1.01e10, ...at(1) },
    ],
  });
  expect(apr).toMatchObject({ ok: true, value: { shown: '12.00' } });
});

describe('a fee before the first drawdown', () => {
  const loan = (shift: number, fee: number) => [
    flow('payment', fee, -1 + shift),
    flow('advance', 200_000_00, shift),
    {
      kind: 'payment' as const,
      amountMinor: 1_432_86,
      count: 240,
      first: ratio(1 + shift * 12, 12),
      step: ratio(1, 12),
    },
  ];

  test('of 4,000.00 a year earlier raises the rate from 6.2 % to 6.5 %', () => {
    expect(valueOf(aprEuropeanUnion(loan(0, 0))).shown).toBe('6.2');
    expect(valueOf(aprEuropeanUnion(loan(0, 4_000_00))).shown).toBe('6.5');
  });

  test('gives the same rate from any starting time', () => {
    const atZero = valueOf(aprEuropeanUnion(loan(0, 4_000_00))).percent;
    expect(valueOf(aprEuropeanUnion(loan(1, 4_000_00))).percent).toBeCloseTo(atZero, 9);
    expect(valueOf(aprEuropeanUnion(loan(-3, 4_000_00))).percent).toBeCloseTo(atZero, 9);
  });

  test('selects the rate that continues the rate without the fee: 12 %, not 20 %', () => {
    const apr = aprEuropeanUnion([
      flow('payment', 1_000, 0),
      flow('advance', 2_320, 1),
      flow('payment', 1_344, 2),
    ]);
    expect(valueOf(apr).shown).toBe('12.0');
  });

  test('gives a rate even if only the drawdown follows', () => {
    const apr = aprEuropeanUnion([flow('advance', 100, 0), flow('payment', 110, -1)]);
    expect(valueOf(apr).shown).toBe('-9.1');
  });
});

describe('no rate exists for', () => {
  test('a loan without payments', () => {
    const refused = aprEuropeanUnion([flow('advance', 100, 0)]);
    expect(refused).toMatchObject({ ok: false, failure: { name: 'cash_flows_are_missing' } });
  });

  test('payments that never balance the advance', () => {
    const refused = aprEuropeanUnion([flow('advance', 100, 0), flow('payment', 200, 0)]);
    expect(refused).toMatchObject({ ok: false, failure: { name: 'apr_has_no_solution' } });
  });

  test('cash flows with several rates: draw 1,000, pay 2,320 next year and draw 1,344 the year after', () => {
    const refused = aprEuropeanUnion([
      flow('advance', 1_000, 0),
      flow('payment', 2_320, 1),
      flow('advance', 1_344, 2),
    ]);
    expect(refused).toMatchObject({ ok: false, failure: { name: 'apr_is_not_unique' } });
  });

  test('a fee before the drawdown that no rate compensates', () => {
    const refused = aprEuropeanUnion([
      flow('payment', 2_000, -1),
      flow('advance', 2_320, 0),
      flow('payment', 1_344, 1),
    ]);
    expect(refused).toMatchObject({ ok: false, failure: { name: 'apr_has_no_solution' } });
  });

  test('a time before the term begins, in Regulation Z', () => {
    const once = { amountMinor: 100_00, count: 1, oddFraction: ratio(0) };
    const refused = aprRegulationZ({
      unitPeriodsPerYear: 12,
      series: [
        { kind: 'advance', unitPeriods: 0, ...once },
        { kind: 'payment', unitPeriods: -1, ...once },
      ],
    });
    expect(refused).toMatchObject({ ok: false, failure: { name: 'dates_are_out_of_order' } });
  });

  test('a loan without a unit-period', () => {
    const refused = aprRegulationZ({ unitPeriodsPerYear: 0, series: [] });
    expect(refused).toMatchObject({ ok: false, failure: { field: 'unitPeriodsPerYear' } });
  });
});

test('a loan that repays less than its advance has a negative rate', () => {
  const apr = aprEuropeanUnion([flow('advance', 100, 0), flow('payment', 90, 1)]);
  expect(valueOf(apr).shown).toBe('-10.0');
});

test('a loan that repays exactly its advance has a rate of zero', () => {
  const apr = aprEuropeanUnion([flow('advance', 100, 0), flow('payment', 100, 1)]);
  expect(valueOf(apr)).toEqual({ percent: 0, shown: '0.0' });
});

test.each([
  [6.45, 1, '6.5'],
  [6.449_999, 1, '6.4'],
  [0.05, 1, '0.1'],
  [-0.04, 1, '0.0'],
  [9.685, 2, '9.69'],
])('the rate %d is shown with %i decimals as %s', (value, decimals, shown) => {
  expect(roundHalfUp(value, decimals)).toBe(shown);
});

describe('unit-periods', () => {
  test.each([
    ['1978-01-10', '1978-03-01', 2, 'months', 0, ratio(52, 60)],
    ['1978-06-23', '1978-10-01', 3, 'months', 1, ratio(8, 90)],
    ['2023-10-26', '2023-11-30', 12, 'months', 0, ratio(35, 365)],
    ['2023-01-15', '2025-07-15', 12, 'months', 2, ratio(6, 12)],
    ['1978-02-23', '1978-03-01', 1, 'semimonths', 0, ratio(6, 15)],
    ['1978-03-20', '1978-04-21', 1, 'weeks', 4, ratio(4, 7)],
    ['1978-04-03', '1978-04-11', 2, 'weeks', 0, ratio(8, 14)],
    ['2023-10-26', '2023-11-30', 1, 'days', 35, ratio(0, 1)],
  ] as const)('count from %s to %s by %i %s', (...given) => {
    const [start, end, every, unit, unitPeriods, oddFraction] = given;
    const stated = unitPeriodsBetween({
      start: calendarDate(start),
      end: calendarDate(end),
      unitPeriod: { every, unit },
    });
    expect(stated).toMatchObject({ unitPeriods, oddFraction });
  });
});
