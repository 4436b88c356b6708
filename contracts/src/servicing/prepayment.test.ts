import {
  buildSchedule,
  replayLoan,
  type CalendarDate,
  type ReplayedInstalment,
  type ScheduleRow,
} from '@bursar/loan-maths';
import {
  calendarDate,
  dateOfDayNumber,
  dateParts,
  dayNumber,
  daysInMonth,
} from '@bursar/loan-maths/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loanToReplay, paymentToReplay, quoteLoanPayoff } from './loan-to-replay.ts';
import { days30, interestOf, partsOf, type Part } from '../testing/interest-by-days.ts';
import {
  dayOffRules,
  productDayCounts,
  scheduleTermsOf,
  type ProductTerms,
} from './product-terms.ts';

const terms: ProductTerms = {
  scheduleMethod: 'equal_instalments',
  dayCount: 'ACT/365F',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  instalmentCount: 12,
  instalmentCountMin: 2,
  instalmentCountMax: 60,
  principalMinMinor: 1_000_00,
  principalMaxMinor: 100_000_00,
  annualRatePercent: '12',
  annualRateMinPercent: '0',
  annualRateMaxPercent: '60',
  instalmentRounding: 'half_even',
  instalmentMultipleMinor: 1,
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: null,
  instalmentFee: null,
  penalty: null,
  allocationOrder: 'penalties_fees_interest_principal',
  dayOffRule: 'as_is',
};

type Mode = 'lower-instalment' | 'shorter-term';

type Prepaid = {
  readonly terms: ProductTerms;
  readonly disbursedOn: CalendarDate;
  readonly firstDueDate?: CalendarDate | undefined;
  readonly principalMinor: number;
  readonly annualRatePercent: string;
  readonly instalmentCount: number;
  readonly holidays: readonly string[];
  readonly paidRows: number;
  readonly mode: Mode;
  /**
   * Days from the due date of the last paid row, or from disbursement, to the prepayment, which is
   * before the next due date in any case.
   */
  readonly afterDays: number;
  readonly prepaidMinor: number;
};

function rowsOf(asked: Prepaid) {
  const { disbursedOn, principalMinor, annualRatePercent, instalmentCount } = asked;
  const built = buildSchedule(
    scheduleTermsOf(asked.terms, {
      currency: 'USD',
      principalMinor,
      disbursementDate: disbursedOn,
      firstDueDate: asked.firstDueDate,
      annualRatePercent,
      instalmentCount,
      businessCalendar: { weekdays: [6, 7], holidays: asked.holidays.map((day) => ({ day })) },
    }),
  );
  if (!built.ok) throw new Error(built.failure.message);
  return built.value.rows;
}

/** The loan in the books before any payment. */
function booksOf(
  { terms: product, annualRatePercent, disbursedOn }: Prepaid,
  rows: readonly ScheduleRow[],
) {
  return {
    ...product,
    annualRatePercent,
    currency: 'USD',
    disbursedOn,
    rescheduledOn: null,
    charges: [],
    instalments: rows.map(({ number, dueDate, principalMinor, interestMinor }) => ({
      number,
      dueOn: dueDate,
      principalMinor,
      interestMinor,
      feeMinor: 0,
      penaltyMinor: 0,
      principalPaidMinor: 0,
      interestPaidMinor: 0,
      feePaidMinor: 0,
      penaltyPaidMinor: 0,
      accrual: null,
    })),
  };
}

/**
 * Returns whether something is due with a row. An instalment within both grace periods has no
 * amount.
 */
const isAsking = ({ totalMinor }: ScheduleRow): boolean => totalMinor > 0;

/** Pays rows on their due dates, then prepays principal. */
function prepay(asked: Prepaid) {
  const { disbursedOn, paidRows } = asked;
  const rows = rowsOf(asked);
  const from = rows[paidRows - 1]?.dueDate ?? disbursedOn;
  const running = rows[paidRows];
  if (!running) throw new Error('no row is left');
  const date = dateOfDayNumber(
    Math.min(dayNumber(from) + asked.afterDays, dayNumber(running.dueDate) - 1),
  );
  const { loan, disbursement } = loanToReplay(booksOf(asked, rows));
  const events = [
    ...rows
      .slice(0, paidRows)
      .filter(isAsking)
      .map((row) => ({ on: row.dueDate, amountMinor: row.totalMinor })),
    { on: date, amountMinor: asked.prepaidMinor, overpaymentTreatment: asked.mode },
  ].map(({ on, ...payment }, index) =>
    paymentToReplay({ id: `${index}`, valueDate: on, interestUntil: 'date', ...payment }, 'USD'),
  );
  const replayed = replayLoan(loan, [disbursement, ...events]);
  if (!replayed.ok) throw new Error(replayed.failure.message);
  return { rows, running, from, date, instalments: replayed.value.instalments };
}

describe('2,000.00 prepaid on a loan of 12,000.00 at 12 % over 12 months', () => {
  // Expected: old balance × days to the prepayment, plus new balance × days to the due date of the
  // row. Each is rounded, by ACT/365F.
  test.each([
    ['2026-08-31', 'following', 1, '2026-10-15', '2026-11-02', 108_07],
    ['2026-04-30', 'as_is', 3, '2026-08-10', '2026-08-31', 79_29],
    ['2024-05-01', 'preceding', 0, '2024-05-10', '2024-05-31', 104_55],
  ] as const)('leaves interest on both balances: %s, %s', (...given) => {
    const [disbursed, dayOffRule, paidRows, on, due, interestMinor] = given;
    const disbursedOn = calendarDate(disbursed);
    const loan = {
      terms: { ...terms, dayOffRule },
      disbursedOn,
      principalMinor: 12_000_00,
      annualRatePercent: '12',
      instalmentCount: 12,
      holidays: [],
      paidRows,
      mode: 'lower-instalment',
      prepaidMinor: 2_000_00,
    } as const;
    const { from } = prepay({ ...loan, afterDays: 1 });
    const afterDays = dayNumber(calendarDate(on)) - dayNumber(from);
    const { instalments } = prepay({ ...loan, afterDays });
    const expected = { dueDate: due, due: { interestMinor } };
    expect(instalments[paidRows]).toMatchObject(expected);
  });
});

describe('a grace period on interest', () => {
  const graced = { ...terms, dayCount: '30/360', gracePrincipal: 6, graceInterest: 6 } as const;
  const loan = {
    terms: graced,
    disbursedOn: calendarDate('2026-01-15'),
    principalMinor: 1_200_00,
    annualRatePercent: '24',
    instalmentCount: 12,
    holidays: [],
    paidRows: 0,
    mode: 'lower-instalment',
    afterDays: 15,
    prepaidMinor: 1,
  } as const;
  const quoteOn = (on: string) => {
    const quote = quoteLoanPayoff(booksOf(loan, rowsOf(loan)), on);
    if (!quote.ok) throw new Error(quote.failure.message);
    return quote.value;
  };

  test.each([
    // 24.00 a month is deferred, and 15 of the 30 days of the 4th month have passed.
    ['2026-04-30', 3 * 24_00 + 12_00],
    ['2026-07-15', 6 * 24_00],
    ['2026-08-14', 6 * 24_00 + 23_20],
  ])('owes on %s the interest deferred by then', (on, interestMinor) => {
    const { interestDueMinor, interestAccruedMinor } = quoteOn(on);
    expect(interestDueMinor + interestAccruedMinor).toBe(interestMinor);
  });

  test('continues after a prepayment', () => {
    const { instalments } = prepay({ ...loan, paidRows: 2, afterDays: 15, prepaidMinor: 600_00 });
    const due = instalments.map((row) => row.due.principalMinor - row.paid.principalMinor);
    expect(due.slice(2, 6)).toEqual([0, 0, 0, 0]);
    const interest = instalments.map((row) => row.due.interestMinor);
    expect(interest.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    // Interest for 2.5 months on 1,200.00 and for 3.5 months on 600.00 is deferred, and due after
    // the grace period.
    const total = instalments.reduce((sum, row) => sum + row.due.interestMinor, 0);
    const later = instalments.slice(6).map((row) => row.due.principalMinor + row.due.interestMinor);
    expect(Math.max(...later) - Math.min(...later)).toBeLessThanOrEqual(6);
    expect(total).toBeGreaterThan(60_00 + 42_00);
  });
});

const arbitraryPrepaid: fc.Arbitrary<Prepaid> = fc
  .record({
    dayCount: fc.constantFrom(...productDayCounts.filter((one) => one !== '30/360')),
    dayOffRule: fc.constantFrom(...dayOffRules),
    scheduleMethod: fc.constantFrom('equal_instalments' as const, 'equal_principal' as const),
    frequency: fc.constantFrom(
      { frequencyUnit: 'months' as const, frequencyEvery: 1 },
      { frequencyUnit: 'months' as const, frequencyEvery: 3 },
      { frequencyUnit: 'weeks' as const, frequencyEvery: 2 },
      { frequencyUnit: 'days' as const, frequencyEvery: 10 },
    ),
    start: fc.integer({
      min: dayNumber(calendarDate('2024-01-01')),
      max: dayNumber(calendarDate('2027-12-31')),
    }),
    isMonthEnd: fc.boolean(),
    firstDueIn: fc.constantFrom(undefined, 10, 45),
    principalMinor: fc.integer({ min: 1_000_00, max: 100_000_00 }),
    rate: fc.integer({ min: 0, max: 600 }),
    instalmentCount: fc.integer({ min: 4, max: 36 }),
    paidRows: fc.nat(2),
    mode: fc.constantFrom<Mode>('lower-instalment', 'shorter-term'),
    afterDays: fc.nat(100),
    share: fc.integer({ min: 1, max: 50 }),
  })
  .map((made) => {
    const { year, month, day } = dateParts(dateOfDayNumber(made.start));
    const seed = made.start + (made.isMonthEnd ? daysInMonth(year, month) - day : 0);
    const disbursedOn = dateOfDayNumber(seed);
    return {
      terms: {
        ...terms,
        ...made.frequency,
        dayCount: made.dayCount,
        // Monthly due dates cannot be skipped, and a weekly due date on a day off would always be
        // skipped.
        dayOffRule:
          made.dayOffRule === 'skip' && made.frequency.frequencyUnit !== 'days'
            ? 'as_is'
            : made.dayOffRule,
        scheduleMethod: made.scheduleMethod,
      },
      disbursedOn,
      firstDueDate:
        made.firstDueIn === undefined ? undefined : dateOfDayNumber(seed + made.firstDueIn),
      principalMinor: made.principalMinor,
      annualRatePercent: String(made.rate / 10),
      instalmentCount: made.instalmentCount,
      holidays: ['2024-12-25', '2024-12-26', '2026-11-02', '2027-01-01'],
      paidRows: made.paidRows,
      mode: made.mode,
      afterDays: made.afterDays,
      prepaidMinor: Math.ceil((made.principalMinor * made.share) / 100),
    };
  });

/** Returns the rows after the paid ones, each with its interest-bearing balance. */
function laterRows(instalments: readonly ReplayedInstalment[], paidRows: number) {
  let balance = instalments
    .slice(paidRows)
    .reduce((sum, { due, paid }) => sum + due.principalMinor - paid.principalMinor, 0);
  return instalments.slice(paidRows).map((row, index) => {
    const before = balance;
    balance -= row.due.principalMinor - row.paid.principalMinor;
    return { row, index, balance: before };
  });
}

const isLeft = (asked: Prepaid): boolean => asked.prepaidMinor * 2 < asked.principalMinor;

test('a prepayment leaves interest by the actual due dates, counted by day', () => {
  fc.assert(
    fc.property(arbitraryPrepaid.filter(isLeft), (asked) => {
      const { annualRatePercent: rate, paidRows, prepaidMinor } = asked;
      const { rows, running, from, date, instalments } = prepay(asked);
      const { dayCount } = asked.terms;
      const owed = rows.slice(paidRows).reduce((sum, row) => sum + row.principalMinor, 0);
      expect(instalments.map(({ dueDate }) => dueDate)).toEqual(rows.map(({ dueDate }) => dueDate));
      const later = laterRows(instalments, paidRows);
      const accruing = later.map(({ row, index, balance }) => {
        const start = instalments[paidRows + index - 1]?.dueDate ?? from;
        if (index > 0) return interestOf(balance, rate, partsOf(dayCount, start, row.dueDate));
        const accrued = interestOf(owed, rate, partsOf(dayCount, from, date));
        const rest = interestOf(balance, rate, partsOf(dayCount, date, running.dueDate));
        return Math.min(accrued, running.interestMinor) + rest;
      });
      // A row charges at most the total of its instalment as interest; the excess is due with the
      // next row.
      let deferred = 0;
      const expected = later.map(({ row: { due } }, at) => {
        const whole = (accruing[at] ?? 0) + deferred;
        deferred = Math.max(whole - due.interestMinor - due.principalMinor, 0);
        return whole - deferred;
      });
      expect(later[0]?.balance).toBe(Math.max(owed - prepaidMinor, 0));
      expect(later.map(({ row }) => row.due.interestMinor)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('30/360 counts each row as the same part of a year, whatever its due date', () => {
  const byPeriod = arbitraryPrepaid.filter(isLeft).map((asked) => ({
    ...asked,
    firstDueDate: undefined,
    terms: { ...asked.terms, dayCount: '30/360' as const },
  }));
  fc.assert(
    fc.property(byPeriod, (asked) => {
      const { annualRatePercent: rate, paidRows } = asked;
      const { frequencyUnit: unit, frequencyEvery: every } = asked.terms;
      const { rows, running, from, date, instalments } = prepay(asked);
      const owed = rows.slice(paidRows).reduce((sum, row) => sum + row.principalMinor, 0);
      const period: Part = [every, { days: 365, weeks: 52, months: 12 }[unit]];
      const [first, ...later] = laterRows(instalments, paidRows);
      expect(later.map(({ row }) => row.due.interestMinor)).toEqual(
        later.map(({ balance }) => interestOf(balance, rate, [period])),
      );
      const elapsed =
        unit === 'months'
          ? Math.min(days30(from, date, true) / 30 / every, 1)
          : (dayNumber(date) - dayNumber(from)) / (dayNumber(running.dueDate) - dayNumber(from));
      const wholeOf = (balance: number) => (balance * Number(rate) * every) / 100 / period[1];
      const expectedInterest = first?.row.due.interestMinor ?? 0;
      const plain = wholeOf(owed) * elapsed + wholeOf(first?.balance ?? 0) * (1 - elapsed);
      // Two parts are rounded once each.
      expect(Math.abs(expectedInterest - plain)).toBeLessThanOrEqual(2);
    }),
    { numRuns: 400 },
  );
});
