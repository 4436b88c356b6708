import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from './calendar.ts';
import { minorUnits } from './money.ts';
import { quotePayoff } from './payoff.ts';
import { overduePenalty } from './penalty.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { reschedule } from './reschedule.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { arbitraryTerms } from './testing/arbitrary-terms.ts';
import { valueOf } from './testing/value-of.ts';
import { writeOffAmounts } from './write-off.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');

const terms: ScheduleTerms<'USD'> = {
  principalMinor: usd(100_00),
  annualRate: annualRate('7'),
  instalmentCount: 6,
  interval: { every: 1, unit: 'months' },
  disbursementDate: start,
};

/** The instalments of a loan after one payment. */
function runningLoan(paid: number) {
  const { rows } = valueOf(buildSchedule(terms));
  const payment = { kind: 'payment', id: 'p', date: calendarDate('2024-02-01') } as const;
  return valueOf(
    replayLoan({ rows }, [
      { kind: 'disbursement', id: 'd', date: start, amountMinor: usd(100_00) },
      { ...payment, amountMinor: usd(paid) },
    ]),
  ).instalments;
}

describe('payoff', () => {
  const instalments = runningLoan(17_01);
  const question = { instalments, disbursementDate: start, terms };

  test('on the 14th of 29 days: 83.57 + 0.24 = 83.81', () => {
    expect(valueOf(quotePayoff({ ...question, date: calendarDate('2024-02-15') }))).toEqual({
      date: '2024-02-15',
      principalMinor: 83_57,
      interestDueMinor: 0,
      interestAccruedMinor: 24,
      feeMinor: 0,
      penaltyMinor: 0,
      paidAheadMinor: 0,
      totalMinor: 83_81,
    });
  });

  test('on a due date exactly the interest of the period is owed', () => {
    const quote = valueOf(quotePayoff({ ...question, date: calendarDate('2024-03-01') }));
    expect(quote).toMatchObject({
      interestDueMinor: 49,
      interestAccruedMinor: 0,
      totalMinor: 84_06,
    });
  });

  test('a lender may charge the whole interest of the current instalment', () => {
    const date = calendarDate('2024-02-15');
    const quote = valueOf(quotePayoff({ ...question, date, interestUntil: 'instalment' }));
    expect(quote.interestAccruedMinor).toBe(49);
  });

  test('without terms the scheduled interest accrues by days', () => {
    const { terms: _, ...scheduled } = question;
    const quote = valueOf(quotePayoff({ ...scheduled, date: calendarDate('2024-02-15') }));
    expect(quote.totalMinor).toBe(83_81);
  });

  test('daily interest is owed for the days that have passed', () => {
    const byDay = { ...terms, interest: { by: 'day', dayCount: 'ACT/365F' } } as const;
    const { rows } = valueOf(buildSchedule(byDay));
    const event = { kind: 'disbursement', id: 'd', date: start, amountMinor: usd(100_00) } as const;
    const loan = valueOf(replayLoan({ rows }, [event]));
    const date = calendarDate('2024-01-11');
    const quote = quotePayoff({ ...loan, disbursementDate: start, terms: byDay, date });
    expect(valueOf(quote)).toMatchObject({ interestAccruedMinor: 19, totalMinor: 100_19 });
  });

  test('amounts paid ahead are deducted', () => {
    const ahead = { ...question, instalments: runningLoan(17_01 + 49) };
    const quote = valueOf(quotePayoff({ ...ahead, date: calendarDate('2024-02-01') }));
    expect(quote).toMatchObject({ paidAheadMinor: 49, totalMinor: 83_57 - 49 });
  });

  test('a day before disbursement is refused', () => {
    const refused = quotePayoff({ ...question, date: calendarDate('2023-12-31') });
    expect(refused).toMatchObject({ ok: false, failure: { name: 'dates_are_out_of_order' } });
  });

  test('a write-off has the amounts of a payoff', () => {
    const written = writeOffAmounts({ ...question, date: calendarDate('2024-02-15') });
    expect(valueOf(written)).toEqual({
      penaltyMinor: 0,
      feeMinor: 0,
      interestMinor: 24,
      principalMinor: 83_57,
      totalMinor: 83_81,
    });
  });
});

describe('reschedule', () => {
  const year = {
    ...terms,
    principalMinor: usd(1_200_00),
    annualRate: annualRate('0'),
    instalmentCount: 12,
  };
  const schedule = valueOf(buildSchedule(year));
  const request = { terms: year, schedule, fromDate: calendarDate('2024-05-01') };

  test('400.00 prepaid after 4 rows: 4 more of 100.00, or 8 more of 50.00', () => {
    const prepaid = { ...request, prepaidPrincipalMinor: usd(400_00) };
    const shorter = valueOf(reschedule({ ...prepaid, keeps: 'instalment' }));
    const lower = valueOf(reschedule({ ...prepaid, keeps: 'count' }));
    const parts = (one: typeof shorter) => one.rows.slice(4).map((row) => row.totalMinor);
    expect(parts(shorter)).toEqual(Array(4).fill(100_00));
    expect(parts(lower)).toEqual(Array(8).fill(50_00));
    expect(lower.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(schedule.rows[4]?.totalMinor).toBe(100_00);
  });

  test('interest accrued on the old balance is due with the first new instalment', () => {
    const built = valueOf(buildSchedule(terms));
    const changed = valueOf(
      reschedule({ terms, schedule: built, fromDate: calendarDate('2024-02-15'), keeps: 'count' }),
    );
    const unchanged = built.rows.map(({ totalMinor }) => totalMinor);
    expect(changed.rows.map(({ totalMinor }) => totalMinor)).toEqual(unchanged);
  });

  test.each([
    ['2024-01-31', '2024-02-10', ['2024-02-29', '2024-03-31', '2024-04-30']],
    ['2024-01-30', '2024-02-29', ['2024-02-29', '2024-03-30', '2024-04-30']],
  ])(
    'a loan disbursed on %s retains its due day after a shorter month',
    (disbursed, from, dates) => {
      const given = { ...year, disbursementDate: calendarDate(disbursed) };
      const before = valueOf(buildSchedule(given));
      const fromDate = calendarDate(from);
      const changed = reschedule({ terms: given, schedule: before, fromDate });
      const dueDates = valueOf(changed).rows.map(({ dueDate }) => dueDate);
      expect(dueDates).toEqual(before.rows.map(({ dueDate }) => dueDate));
      expect(dueDates.slice(0, 3)).toEqual(dates);
    },
  );

  test('a reschedule without changes keeps the due dates', () => {
    fc.assert(
      fc.property(arbitraryTerms, fc.nat(400), fc.boolean(), (made, days, sticksToMonthEnd) => {
        const given = { ...made, sticksToMonthEnd };
        const before = buildSchedule(given);
        if (!before.ok) return;
        const fromDate = addDays(given.disbursementDate, days);
        const after = reschedule({ terms: given, schedule: before.value, fromDate });
        if (!after.ok) return;
        const dates = before.value.rows.map(({ dueDate }) => dueDate);
        expect(dates.slice(0, after.value.rows.length)).toEqual(
          after.value.rows.map(({ dueDate }) => dueDate),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('new terms apply from the date on', () => {
    const changes = { instalmentCount: 4, firstDueDate: calendarDate('2024-08-01') };
    const { rows } = valueOf(reschedule({ ...request, changes }));
    expect(rows.slice(4)).toMatchObject([
      { dueDate: '2024-08-01', totalMinor: 200_00 },
      { dueDate: '2024-09-01', totalMinor: 200_00 },
      { dueDate: '2024-10-01', totalMinor: 200_00 },
      { dueDate: '2024-11-01', totalMinor: 200_00, balanceMinor: 0 },
    ]);
  });

  test.each([
    [{ prepaidPrincipalMinor: usd(800_01) }, 'principal_is_exceeded'],
    [{ fromDate: calendarDate('2025-01-01') }, 'terms_conflict'],
    [{ changes: { instalmentCount: 601 } }, 'instalment_count_is_out_of_range'],
  ])('%o is refused', (change, name) => {
    expect(reschedule({ ...request, ...change })).toMatchObject({ ok: false, failure: { name } });
  });
});

describe('penalty', () => {
  // Frappe Lending at commit 3f2cbc13dcd0a6583e3adda6f862a1c8caa2eeff, test_loan.py, test_penalty:
  // half of the interest for 30 days on 1,000,000 at 13.5 % is unpaid; the penalty is 25 % a year
  // after 4 days of grace.
  const overdue = {
    amountMinor: usd(5_547_95),
    dueDate: calendarDate('2019-10-31'),
    asOf: calendarDate('2019-11-30'),
    annualRate: annualRate('25'),
    graceDays: 4,
  };

  test('on 5,547.95 overdue for 26 days beyond grace at 25 % is 98.80', () => {
    expect(valueOf(overduePenalty(overdue))).toBe(98_80);
  });

  test('is zero within the grace days and before the due date', () => {
    expect(valueOf(overduePenalty({ ...overdue, graceDays: 30 }))).toBe(0);
    expect(valueOf(overduePenalty({ ...overdue, asOf: calendarDate('2019-10-01') }))).toBe(0);
  });

  test.each([
    [{ graceDays: -1 }, 'grace_is_out_of_range'],
    [{ amountMinor: usd(-1) }, 'amount_is_negative'],
  ])('%o is refused', (change, name) => {
    expect(overduePenalty({ ...overdue, ...change })).toMatchObject({ failure: { name } });
  });
});
