import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addWeeks,
  calendarDate,
  calendarDaysBetween,
  compareDates,
  dateFromParts,
  dateOfDayNumber,
  dayNumber,
  isLastDayOfMonth,
  isoWeekday,
  parseCalendarDate,
} from './calendar.ts';
import { dueDates } from './due-dates.ts';
import { valueOf } from './testing/value-of.ts';
import { isWorkingDay, moveToWorkingDay } from './working-days.ts';

const day = fc.integer({ min: -700_000, max: 2_900_000 });

test('days are counted as in the system calendar', () => {
  fc.assert(
    fc.property(day, (count) => {
      const date = new Date(count * 86_400_000).toISOString().slice(0, 10);
      expect(dateOfDayNumber(count)).toBe(date);
      expect(dayNumber(calendarDate(date))).toBe(count);
    }),
  );
});

test('adding days and counting them are inverse', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -10_000, max: 10_000 }), (count, days) => {
      const start = dateOfDayNumber(count);
      expect(calendarDaysBetween(start, addDays(start, days))).toBe(days);
    }),
  );
});

test.each(['2023-02-29', '2023-13-01', '2023-1-1', '01.02.2023', '', '2023-00-10'])(
  '%s is not a calendar day',
  (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
    expect(() => calendarDate(text)).toThrow(RangeError);
  },
);

test('adding a month ends at the end of a shorter month, and can stay on month ends', () => {
  const january = calendarDate('2023-01-31');
  expect(addMonths(january, 1)).toBe('2023-02-28');
  expect(addMonths(january, -23)).toBe('2021-02-28');
  const february = calendarDate('2023-02-28');
  expect(addMonths(february, 1)).toBe('2023-03-28');
  expect(addMonths(february, 1, { stickToMonthEnd: true })).toBe('2023-03-31');
  expect(dateFromParts(2024, 2, 31)).toBe('2024-02-29');
  expect(isLastDayOfMonth(calendarDate('2024-02-28'))).toBe(false);
});

test('weeks are added, weekdays numbered and days compared', () => {
  const friday = calendarDate('2024-03-01');
  expect(addWeeks(friday, 2)).toBe('2024-03-15');
  expect(isoWeekday(friday)).toBe(5);
  expect(isoWeekday(calendarDate('1969-12-28'))).toBe(7);
  expect(compareDates(friday, calendarDate('2024-02-29'))).toBeGreaterThan(0);
});

describe('days off', () => {
  const saturday = calendarDate('2024-08-31');
  test.each([
    ['as_is', '2024-08-31'],
    ['following', '2024-09-02'],
    ['modified_following', '2024-08-30'],
    ['preceding', '2024-08-30'],
  ] as const)('%s moves Saturday 2024-08-31 to %s', (rule, moved) => {
    expect(moveToWorkingDay(saturday, { rule })).toBe(moved);
  });

  test('holidays are days off, and the weekly days off can be changed', () => {
    const holidays = [calendarDate('2024-09-02')];
    expect(moveToWorkingDay(saturday, { rule: 'following', holidays })).toBe('2024-09-03');
    expect(isWorkingDay(saturday, { weeklyDaysOff: [5] })).toBe(true);
  });

  test('a calendar without working days throws', () => {
    const weeklyDaysOff = [1, 2, 3, 4, 5, 6, 7];
    expect(() => moveToWorkingDay(saturday, { rule: 'following', weeklyDaysOff })).toThrow(
      RangeError,
    );
  });
});

describe('due dates', () => {
  const monthly = { interval: { every: 1, unit: 'months' }, count: 3 } as const;

  test('monthly due dates from 31 January are month ends', () => {
    const dates = dueDates({ ...monthly, startDate: calendarDate('2023-01-31') });
    expect(valueOf(dates)).toEqual(['2023-02-28', '2023-03-31', '2023-04-30']);
    const first = calendarDate('2023-02-28');
    const formatted = dueDates({
      ...monthly,
      startDate: calendarDate('2023-01-31'),
      firstDueDate: first,
    });
    expect(valueOf(formatted)).toEqual(valueOf(dates));
  });

  test('a given first due date determines the others', () => {
    const dates = dueDates({
      ...monthly,
      startDate: calendarDate('2024-01-10'),
      firstDueDate: calendarDate('2024-03-30'),
      workingDays: { rule: 'following' },
    });
    expect(valueOf(dates)).toEqual(['2024-04-01', '2024-04-30', '2024-05-30']);
  });

  test.each(['preceding', 'modified_following'] as const)(
    'no date moves to the disbursement or before it by %s',
    (rule) => {
      // The disbursement is on a Friday, which is the working day before the weekend.
      const days = { interval: { every: 1, unit: 'days' }, count: 3 } as const;
      const startDate = calendarDate('2024-08-30');
      const dates = dueDates({ ...days, startDate, workingDays: { rule } });
      expect(valueOf(dates)).toEqual(['2024-09-02', '2024-09-02', '2024-09-02']);
    },
  );

  test.each([
    [{ count: 601 }, 'instalment_count_is_out_of_range'],
    [{ interval: { every: 121, unit: 'months' } }, 'interval_is_out_of_range'],
    [{ startDate: calendarDate('9990-01-01'), count: 600 }, 'interval_is_out_of_range'],
    [{ firstDueDate: calendarDate('2024-01-01') }, 'first_due_date_before_disbursement'],
  ] as const)('%o is refused', (change, name) => {
    const refused = dueDates({ ...monthly, startDate: calendarDate('2024-01-01'), ...change });
    expect(refused).toMatchObject({ ok: false, failure: { name } });
  });
});
