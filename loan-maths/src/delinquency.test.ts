import { describe, expect, test } from 'vitest';
import { bucketOf, STANDARD_BUCKETS } from './buckets.ts';
import { calendarDate } from './calendar.ts';
import { delinquencyOf } from './delinquency.ts';
import { minorUnits } from './money.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const zero = usd(0);
const nothing = { penaltyMinor: zero, feeMinor: zero, interestMinor: zero, principalMinor: zero };

const owed = (number: number, dueDate: string, paid = 0) => ({
  number,
  dueDate: calendarDate(dueDate),
  due: { ...nothing, principalMinor: usd(500_00) },
  paid: { ...nothing, principalMinor: usd(paid) },
});

const instalments = [
  owed(1, '2022-12-31', 500_00),
  owed(2, '2023-01-31', 100_00),
  owed(3, '2023-02-28'),
];
const asOf = calendarDate('2023-03-01');

test('500.00 due 2023-01-31 on 2023-03-01 with 3 days of grace is 26 days past due', () => {
  expect(valueOf(delinquencyOf({ instalments, asOf, graceDays: 3 }))).toMatchObject({
    daysPastDue: 26,
    bucket: '1-30',
    delinquentSince: '2023-02-03',
    arrears: { principalMinor: 900_00, totalMinor: 900_00 },
    instalments: [
      { number: 2, daysPastDue: 29, overdueMinor: 400_00 },
      { number: 3, daysPastDue: 1, overdueMinor: 500_00 },
    ],
    byBucket: new Map([['1-30', 900_00]]),
  });
});

test('a loan is current on its due date and within the days of grace', () => {
  const onDueDate = delinquencyOf({ instalments, asOf: calendarDate('2023-01-31') });
  const current = { daysPastDue: 0, bucket: undefined };
  expect(valueOf(onDueDate)).toMatchObject({ ...current, arrears: { totalMinor: 0 } });
  const inGrace = delinquencyOf({ instalments, asOf: calendarDate('2023-02-03'), graceDays: 3 });
  expect(valueOf(inGrace)).toMatchObject({ ...current, arrears: { totalMinor: 400_00 } });
});

test('days of a pause do not count', () => {
  const pauses = [{ start: calendarDate('2023-02-10'), end: calendarDate('2023-02-20') }];
  expect(valueOf(delinquencyOf({ instalments, asOf, pauses })).daysPastDue).toBe(19);
});

describe('buckets', () => {
  test.each([
    [0, undefined],
    [1, '1-30'],
    [30, '1-30'],
    [31, '31-60'],
    [90, '61-90'],
    [180, '91-180'],
    [181, '180+'],
    [5000, '180+'],
  ])('%i days past due is %s', (days, name) => {
    expect(bucketOf(days, STANDARD_BUCKETS)).toBe(name);
  });

  test.each([
    [
      [
        { name: 'a', fromDays: 1, toDays: 30 },
        { name: 'b', fromDays: 30 },
      ],
    ],
    [
      [
        { name: 'a', fromDays: 1 },
        { name: 'b', fromDays: 31, toDays: 60 },
      ],
    ],
  ])('%o overlap and are refused', (buckets) => {
    const refused = delinquencyOf({ instalments, asOf, buckets });
    expect(refused).toMatchObject({ ok: false, failure: { name: 'ranges_overlap' } });
  });
});

test.each([
  [{ graceDays: -1 }, 'grace_is_out_of_range'],
  [{ pauses: [{ start: asOf, end: calendarDate('2023-02-01') }] }, 'dates_are_out_of_order'],
])('%o is refused', (change, name) => {
  expect(delinquencyOf({ instalments, asOf, ...change })).toMatchObject({ failure: { name } });
});
