import { describe, expect, test } from 'vitest';
import { addMonths, calendarDate } from './calendar.ts';
import type { InterestBasis } from './period-factors.ts';
import type { LoanToReplay, ReplayedLoan } from './loan-events.ts';
import { minorUnits } from './money.ts';
import { quotePayoff } from './payoff.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { rescheduleRest, type RescheduledRest } from './reschedule-rest.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleMethod, ScheduleTerms } from './schedule-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');

const termsOf = (wishes: Partial<ScheduleTerms<'USD'>> = {}): ScheduleTerms<'USD'> => ({
  principalMinor: usd(1_200_00),
  annualRate: annualRate('12'),
  instalmentCount: 12,
  interval: { every: 1, unit: 'months' },
  disbursementDate: start,
  ...wishes,
});

type Paid = readonly { readonly on: string; readonly amount: number }[];

/** A loan after payments on its rows. */
function paidLoan(terms: ScheduleTerms<'USD'>, paid: Paid): LoanToReplay<'USD'> {
  const { rows } = valueOf(buildSchedule(terms));
  const events = paid.map(({ on, amount }, index) => ({
    kind: 'payment' as const,
    id: `payment ${index}`,
    date: calendarDate(on),
    amountMinor: usd(amount),
  }));
  const disbursement = {
    kind: 'disbursement' as const,
    id: 'disbursement',
    date: start,
    amountMinor: terms.principalMinor,
  };
  return asRows(valueOf(replayLoan({ rows, terms }, [disbursement, ...events])), terms);
}

function asRows({ instalments }: ReplayedLoan<'USD'>, terms: ScheduleTerms<'USD'>) {
  const rows = instalments.map((row) => ({
    ...row,
    principalMinor: row.due.principalMinor,
    interestMinor: row.due.interestMinor,
    feeMinor: row.due.feeMinor,
    accrual: undefined,
  }));
  return { rows, terms };
}

const payoffOf = (loan: LoanToReplay<'USD'>, on: string): number =>
  valueOf(
    quotePayoff({
      instalments: valueOf(
        replayLoan(loan, [
          {
            kind: 'disbursement',
            id: 'disbursement',
            date: start,
            amountMinor: usd(loan.rows.reduce((sum, row) => sum + row.principalMinor, 0)),
          },
        ]),
      ).instalments,
      date: calendarDate(on),
      disbursementDate: start,
      terms: loan.terms,
    }),
  ).totalMinor;

/** The loan after its reschedule, as it would be stored. */
function loanAfter(
  loan: LoanToReplay<'USD'>,
  rest: RescheduledRest,
  terms: ScheduleTerms<'USD'>,
): LoanToReplay<'USD'> {
  const known = new Map(loan.rows.map((row) => [row.number, row]));
  return {
    terms,
    rows: rest.rows.map(({ number, dueDate, accrual, ...due }) => ({
      number,
      kind: 'instalment',
      dueDate,
      feeMinor: usd(0),
      paid: known.get(number)?.paid,
      principalMinor: usd(due.principalMinor),
      interestMinor: usd(due.interestMinor),
      accrual: accrual && {
        ...accrual,
        on: { balanceMinor: accrual.balanceMinor, terms },
      },
    })),
  };
}

const request = (date: string, wishes: object = {}) => ({
  disbursementDate: start,
  date: calendarDate(date),
  annualRate: annualRate('6'),
  instalmentCount: 20,
  firstDueDate: addMonths(calendarDate(date), 1),
  ...wishes,
});

describe('a rescheduled loan', () => {
  test('repays the outstanding principal in new rows: 4 of 12 are due, 2 paid, the rest is 20 of 50.00', () => {
    const terms = termsOf({ annualRate: annualRate('0') });
    const loan = paidLoan(terms, [{ on: '2024-03-01', amount: 200_00 }]);
    const rest = valueOf(
      rescheduleRest(loan, request('2024-05-10', { annualRate: annualRate('0') })),
    );
    expect(rest).toMatchObject({
      owedMinor: 1_000_00,
      overduePrincipalMinor: 200_00,
      unpaidInterestMinor: 0,
    });
    expect(rest.rows.slice(0, 4).map((row) => row.principalMinor)).toEqual([100_00, 100_00, 0, 0]);
    expect(rest.rows.slice(4).map((row) => row.principalMinor)).toEqual(Array(20).fill(50_00));
    expect(rest.rows.map((row) => row.number)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 1),
    );
    expect(rest.rows[4]?.dueDate).toBe('2024-06-10');
  });

  test('moves its unpaid interest to the first new row, without interest on it', () => {
    const method = 'equal_principal';
    const loan = paidLoan(termsOf({ method }), []);
    const rest = valueOf(rescheduleRest(loan, request('2024-03-16', { instalmentCount: 10 })));
    const accrued = payoffOf(loan, '2024-03-16') - 1_200_00;
    expect(rest.unpaidInterestMinor).toBe(accrued);
    expect(rest.rows[2]?.accrual).toMatchObject({ carriedMinor: accrued, balanceMinor: 1_200_00 });
    const { rows } = valueOf(
      buildSchedule(
        termsOf({
          method,
          annualRate: annualRate('6'),
          instalmentCount: 10,
          disbursementDate: calendarDate('2024-03-16'),
        }),
      ),
    );
    const newInterest = rest.rows.reduce((sum, row) => sum + row.interestMinor, 0) - accrued;
    const plain = rows.reduce((sum, row) => sum + row.interestMinor, 0);
    expect(newInterest).toBe(plain);
    expect(rest.rows[2]?.interestMinor).toBe(accrued + (rows[0]?.interestMinor ?? 0));
  });

  test('owes nothing in rows that a shorter schedule does not need', () => {
    const loan = paidLoan(termsOf(), [{ on: '2024-02-01', amount: 106_62 }]);
    const rest = valueOf(rescheduleRest(loan, request('2024-02-10', { instalmentCount: 3 })));
    expect(rest.rows).toHaveLength(12);
    const spare = rest.rows.slice(4);
    expect(spare.map((row) => row.principalMinor + row.interestMinor)).toEqual(Array(8).fill(0));
    const dates = rest.rows.map((row) => row.dueDate);
    expect(dates).toEqual(dates.toSorted());
  });

  test.each([
    ['no terms', { terms: undefined }, {}, 'term_is_missing'],
    [
      'a first row on the reschedule date',
      {},
      { firstDueDate: calendarDate('2024-02-10') },
      'terms_conflict',
    ],
    ['more rows than allowed', {}, { instalmentCount: 601 }, 'instalment_count_is_out_of_range'],
  ])('is refused with %s', (_, loan, wishes, name) => {
    const wanted = request('2024-02-10', wishes);
    const refused = rescheduleRest({ ...paidLoan(termsOf(), []), ...loan }, wanted);
    expect(refused).toMatchObject({ ok: false, failure: { name } });
  });

  test('is refused if no principal is owed', () => {
    const terms = termsOf({ annualRate: annualRate('0') });
    const paid = paidLoan(terms, [{ on: '2024-03-01', amount: 1_200_00 }]);
    expect(rescheduleRest(paid, request('2024-05-10'))).toMatchObject({
      ok: false,
      failure: { name: 'terms_conflict' },
    });
  });
});

describe('the payoff of a loan', () => {
  const methods: readonly ScheduleMethod[] = [
    'equal_instalments',
    'equal_principal',
    'flat',
    'interest_only',
    'bullet',
  ];
  const bases: readonly InterestBasis[] = [
    { by: 'period' },
    { by: 'day', dayCount: 'ACT/365F' },
    { by: 'day', dayCount: '30/360 US' },
  ];
  const payments: readonly Paid[] = [
    [],
    [{ on: '2024-02-01', amount: 106_62 }],
    [{ on: '2024-02-20', amount: 50_00 }],
    [{ on: '2024-02-20', amount: 400_00 }],
  ];
  const cases = methods.flatMap((method) =>
    bases.flatMap((interest) => payments.map((paid) => ({ method, interest, paid }))),
  );

  test.each(cases)(
    'is the same the day before and after its reschedule: %j',
    ({ method, interest, paid }) => {
      const terms = termsOf({ method, interest });
      const loan = paidLoan(terms, paid);
      for (const date of ['2024-02-20', '2024-04-01', '2024-06-17', '2025-03-01']) {
        const wanted = request(date, { instalmentCount: 9 });
        const rest = valueOf(rescheduleRest(loan, wanted));
        const later = loanAfter(loan, rest, { ...terms, annualRate: annualRate('6') });
        expect([date, payoffOf(later, date)]).toEqual([date, payoffOf(loan, date)]);
        const principal = rest.rows.reduce((sum, row) => sum + row.principalMinor, 0);
        expect(principal).toBe(1_200_00);
      }
    },
  );
});

describe('the due day of the contract', () => {
  /** Due dates of the 3 new rows of a loan rescheduled on a day with a given first due date. */
  const dueDatesAfter = (
    wishes: Partial<ScheduleTerms<'USD'>>,
    [date, firstDueDate]: readonly [string, string],
  ): string[] => {
    const made = termsOf(wishes);
    const { rows } = valueOf(buildSchedule(made));
    const wanted = {
      disbursementDate: made.disbursementDate,
      date: calendarDate(date),
      annualRate: annualRate('6'),
      instalmentCount: 3,
      firstDueDate: calendarDate(firstDueDate),
      workingDays: made.workingDays,
      sticksToMonthEnd: made.sticksToMonthEnd,
      agreedFirstDueDate: made.firstDueDate,
    };
    const rest = valueOf(rescheduleRest({ rows, terms: made }, wanted));
    return rest.rows
      .filter(({ dueDate }) => dueDate > date)
      .map(({ dueDate }) => dueDate)
      .slice(0, 3);
  };
  const on = (day: string) => ({ disbursementDate: calendarDate(day) });
  const following = { workingDays: { rule: 'following' } } as const;
  const preceding = { workingDays: { rule: 'preceding' } } as const;

  test.each([
    [
      'a month end',
      on('2026-08-31'),
      ['2026-11-10', '2026-11-30'],
      ['2026-11-30', '2026-12-31', '2027-01-31'],
    ],
    [
      'the 30th',
      on('2026-08-30'),
      ['2026-11-10', '2026-11-30'],
      ['2026-11-30', '2026-12-30', '2027-01-30'],
    ],
    [
      'a month end that stays on month ends',
      { ...on('2026-09-30'), sticksToMonthEnd: true },
      ['2026-11-10', '2026-11-30'],
      ['2026-11-30', '2026-12-31', '2027-01-31'],
    ],
    // 31 October is a Saturday, moved to Monday 2 November.
    [
      'a month end that was moved',
      { ...on('2026-08-31'), ...following },
      ['2026-10-20', '2026-11-02'],
      ['2026-11-02', '2026-11-30', '2026-12-31'],
    ],
    [
      'the 1st that was moved to the month before',
      { ...on('2026-08-01'), ...preceding },
      ['2026-10-20', '2026-10-30'],
      ['2026-10-30', '2026-12-01', '2027-01-01'],
    ],
    [
      'a new day',
      on('2026-08-31'),
      ['2026-11-10', '2026-12-05'],
      ['2026-12-05', '2027-01-05', '2027-02-05'],
    ],
    [
      'a Friday whose holiday was moved to Monday',
      {
        ...on('2026-11-06'),
        interval: { every: 1, unit: 'weeks' },
        workingDays: { rule: 'following', holidays: [calendarDate('2026-12-25')] },
      },
      ['2026-12-20', '2026-12-28'],
      ['2026-12-28', '2027-01-01', '2027-01-08'],
    ],
  ] as const)('is retained by a reschedule: %s', (_, wishes, days, expected) => {
    expect(dueDatesAfter(wishes, days)).toEqual(expected);
  });
});
