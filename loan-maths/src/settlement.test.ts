import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BeyondDue } from './allocation.ts';
import { PORTION_ORDERS } from './allocation.ts';
import { addDays, calendarDate } from './calendar.ts';
import type { DayCount } from './day-count.ts';
import { DAY_COUNTS } from './day-count.ts';
import type { LoanEvent, LoanToReplay, ReplayedLoan } from './loan-events.ts';
import { minorUnits } from './money.ts';
import { quotePayoff } from './payoff.ts';
import type { ScheduleDayCount } from './period-factors.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleMethod, ScheduleTerms } from './schedule-terms.ts';
import { arbitraryTerms } from './testing/arbitrary-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');
const order = PORTION_ORDERS.penalties_fees_interest_principal;

const terms: ScheduleTerms<'USD'> = {
  principalMinor: usd(100_00),
  annualRate: annualRate('7'),
  instalmentCount: 6,
  interval: { every: 1, unit: 'months' },
  disbursementDate: start,
};

const disbursed = (amountMinor: number, date = start): LoanEvent<'USD'> => ({
  kind: 'disbursement',
  id: 'disbursed',
  date,
  amountMinor: usd(amountMinor),
});

const payment = (id: string, date: string, amount: number): LoanEvent<'USD'> => ({
  kind: 'payment',
  id,
  date: calendarDate(date),
  amountMinor: usd(amount),
});

const BEYOND_DUE: readonly BeyondDue[] = [
  'next_instalments',
  'last_instalments',
  'even_spread',
  'shorter_term',
  'lower_instalment',
  'credit',
];

function replay(events: LoanEvent<'USD'>[], loan: Partial<LoanToReplay<'USD'>> = {}) {
  const given = loan.terms ?? terms;
  const { rows } = valueOf(buildSchedule(given));
  const all = [disbursed(given.principalMinor), ...events];
  return valueOf(replayLoan({ rows, terms: given, ...loan }, all));
}

const quoteOn = (date: string, { instalments }: ReplayedLoan<'USD'>, given = terms) =>
  valueOf(
    quotePayoff({
      instalments,
      date: calendarDate(date),
      disbursementDate: given.disbursementDate,
      terms: given,
    }),
  );

describe.each(BEYOND_DUE)('money beyond what is due: %s', (beyondDue) => {
  const loan = { rule: { order, beyondDue } };
  const first = payment('first', '2024-02-01', 17_01);

  test('83.81 quoted on the 14th of 29 days and paid closes the loan', () => {
    const quote = quoteOn('2024-02-15', replay([first], loan));
    expect(quote.totalMinor).toBe(83_81);
    const paid = replay([first, payment('last', '2024-02-15', quote.totalMinor)], loan);
    expect(paid).toMatchObject({
      status: 'closed',
      creditMinor: 0,
      outstanding: { totalMinor: 0 },
    });
    expect(paid.events.at(-1)).toMatchObject({
      portions: { principalMinor: 83_57, interestMinor: 24, totalMinor: 83_81 },
      balanceMinor: 0,
      restMinor: 0,
    });
    expect(paid.instalments.map((row) => row.due.interestMinor)).toEqual([58, 24, 0, 0, 0, 0]);
  });

  test('a cent less leaves the loan open, a cent more is credit', () => {
    const less = replay([first, payment('last', '2024-02-15', 83_80)], loan);
    expect(less.status).toBe('active');
    const more = replay([first, payment('last', '2024-02-15', 83_82)], loan);
    expect(more).toMatchObject({ status: 'overpaid', creditMinor: 1 });
  });

  test('the reversal of a settlement opens the loan as it was', () => {
    const settled = [first, payment('last', '2024-02-15', 83_81)];
    const reversal: LoanEvent<'USD'> = { kind: 'reversal', id: 'undone', reverses: 'last' };
    const { status, instalments } = replay([...settled, reversal], loan);
    expect({ status, instalments }).toMatchObject({
      status: 'active',
      instalments: replay([first], loan).instalments,
    });
  });
});

test('a settlement clears the fees of the instalments that it removes, as the quote leaves them out', () => {
  const withFees = { ...terms, fees: { perInstalmentMinor: usd(2_00) } };
  const first = payment('first', '2024-02-01', 19_01);
  const quote = quoteOn('2024-02-15', replay([first], { terms: withFees }), withFees);
  expect(quote).toMatchObject({ feeMinor: 0, totalMinor: 83_81 });
  const paid = replay([first, payment('last', '2024-02-15', 83_81)], { terms: withFees });
  expect(paid.status).toBe('closed');
  expect(paid.instalments.map(({ due }) => due.feeMinor)).toEqual([2_00, 0, 0, 0, 0, 0]);
});

test('a charge whose own date has passed is owed, one to come is not', () => {
  const charge = (id: string, dueDate: string): LoanEvent<'USD'> => ({
    kind: 'charge',
    id,
    portion: 'fee',
    dueDate: calendarDate(dueDate),
    amountMinor: usd(5_00),
  });
  const events = [charge('passed', '2024-01-10'), charge('to come', '2024-01-25')];
  const quote = quoteOn('2024-01-15', replay(events));
  expect(quote).toMatchObject({ principalMinor: 100_00, feeMinor: 5_00 });
  const paid = replay([...events, payment('last', '2024-01-15', quote.totalMinor)]);
  expect(paid.status).toBe('closed');
});

test('interest paid ahead goes back to the principal: 0.49 of 83.57', () => {
  const ahead = payment('ahead', '2024-02-01', 17_01 + 49);
  const quote = quoteOn('2024-02-01', replay([ahead]));
  expect(quote).toMatchObject({ paidAheadMinor: 49, totalMinor: 83_08 });
  const paid = replay([ahead, payment('last', '2024-02-01', 83_08)]);
  expect(paid.status).toBe('closed');
  expect(paid.events.at(-1)?.portions).toMatchObject({ principalMinor: 83_57, interestMinor: -49 });
});

test('a lender who asks for the whole running instalment of interest settles by that', () => {
  const loan = { interestUntil: 'instalment' } as const;
  const first = payment('first', '2024-02-01', 17_01);
  expect(replay([first, payment('last', '2024-02-15', 83_81)], loan).status).toBe('active');
  expect(replay([first, payment('last', '2024-02-15', 84_06)], loan).status).toBe('closed');
});

test('until maturity everything that is scheduled has to be paid', () => {
  const loan = { interestUntil: 'maturity' } as const;
  const first = payment('first', '2024-02-01', 17_01);
  const open = replay([first], loan).outstanding.totalMinor;
  const { instalments } = replay([first], loan);
  const date = calendarDate('2024-02-15');
  const quote = quotePayoff({ instalments, date, disbursementDate: start, ...loan });
  expect(valueOf(quote).totalMinor).toBe(open);
  expect(replay([first, payment('last', '2024-02-15', open - 1)], loan).status).toBe('active');
  expect(replay([first, payment('last', '2024-02-15', open)], loan).status).toBe('closed');
});

describe('what a prepayment leaves', () => {
  const first = payment('first', '2024-02-01', 17_01);
  const rule = (beyondDue: BeyondDue) => ({ rule: { order, beyondDue } });
  const openOf = ({ instalments }: ReplayedLoan<'USD'>) =>
    instalments.map((row) => [row.outstanding.interestMinor, row.outstanding.principalMinor]);

  test('83.50 on 15 February leaves 0.07 and the interest of 14 days over the same dates', () => {
    const paid = replay([first, payment('most', '2024-02-15', 83_50)], rule('lower_instalment'));
    expect(openOf(paid)).toEqual([
      [0, 0],
      [24, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 4],
    ]);
  });

  test('83.50 with the same instalment is settled by the next one', () => {
    const paid = replay([first, payment('most', '2024-02-15', 83_50)], rule('shorter_term'));
    expect(openOf(paid).slice(1)).toEqual([
      [24, 7],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  test('all principal leaves the interest of 14 days', () => {
    const paid = replay([first, payment('most', '2024-02-15', 83_60)], rule('shorter_term'));
    expect(paid).toMatchObject({ status: 'active', creditMinor: 0 });
    expect(openOf(paid)[1]).toEqual([21, 0]);
  });

  test.each([
    ['interest only at 0 %', { method: 'interest_only', annualRate: annualRate('0') }],
    ['interest only', { method: 'interest_only' }],
    ['one instalment at the end', { method: 'bullet' }],
    ['grace on principal', { grace: { principal: 3 } }],
    ['grace at 0 %', { grace: { principal: 3 }, annualRate: annualRate('0') }],
    ['interest deferred', { grace: { principal: 2, interestDeferred: 3 } }],
    ['a balloon', { balloonMinor: usd(60_00) }],
  ] as const)('%s can be prepaid under both rules', (_, change) => {
    const given = { ...terms, ...change };
    for (const beyondDue of ['shorter_term', 'lower_instalment'] as const) {
      const paid = replay([payment('part', '2024-01-20', 50_00)], {
        terms: given,
        ...rule(beyondDue),
      });
      expect(paid.outstanding.principalMinor).toBe(50_00);
    }
  });

  test('what is left of a grace stays', () => {
    const given = { ...terms, grace: { principal: 3 } };
    const paid = replay([payment('part', '2024-02-10', 50_00)], {
      terms: given,
      ...rule('shorter_term'),
    });
    const principal = paid.instalments.map((row) => row.due.principalMinor);
    expect(principal.slice(0, 3)).toEqual([0, 0, 0]);
    expect(principal[3]).toBeGreaterThan(30_00);
  });

  test('a payoff after it owes the days before it on the old balance', () => {
    const part = payment('part', '2024-02-15', 43_57);
    const paid = replay([first, part], rule('shorter_term'));
    // 0.24 for 14 days on 83.57, 0.04 for 5 days on 40.00.
    expect(quoteOn('2024-02-20', paid)).toMatchObject({
      principalMinor: 40_00,
      interestAccruedMinor: 28,
    });
  });
});

const dayCounts = DAY_COUNTS.filter(isOfSchedules);

function isOfSchedules(dayCount: DayCount): dayCount is ScheduleDayCount {
  return dayCount !== 'ACT/ACT ICMA' && dayCount !== 'EU Annex I';
}

const interests = [
  { by: 'period' } as const,
  ...dayCounts.map((dayCount) => ({ by: 'day', dayCount }) as const),
];
const methods: readonly ScheduleMethod[] = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
];
const lifeUnder = (beyondDue: BeyondDue) =>
  fc.record({
    rule: fc.record({
      order: fc.constantFrom(...Object.values(PORTION_ORDERS)),
      walk: fc.constantFrom('horizontal', 'vertical'),
      chargesDueBy: fc.constantFrom('instalment', 'own_date'),
      beyondDue: fc.constant(beyondDue),
    }),
    interestUntil: fc.constantFrom(undefined, 'date', 'instalment', 'maturity'),
    payments: fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 400 })), { maxLength: 4 }),
    charge: fc.option(fc.tuple(fc.nat(400), fc.constantFrom('fee', 'penalty'), fc.nat(400))),
    /** Days after the last event; `atDue` moves on to the next due date. */
    wait: fc.nat(120),
    atDue: fc.boolean(),
    givesTerms: fc.boolean(),
  });

type Life = ReturnType<typeof lifeUnder> extends fc.Arbitrary<infer Made> ? Made : never;

/** Lives a loan, asks what settles it on a day and pays that. */
function quoteAndPay(given: ScheduleTerms<'USD'>, life: Life) {
  const schedule = buildSchedule(given);
  if (!schedule.ok) return undefined;
  const { rows } = schedule.value;
  const { rule, interestUntil } = life;
  const prepays = rule.beyondDue === 'shorter_term' || rule.beyondDue === 'lower_instalment';
  const loan = {
    rows,
    rule,
    interestUntil,
    ...(life.givesTerms || prepays ? { terms: given } : {}),
  };
  const events = eventsOf(given, life);
  const before = valueOf(replayLoan(loan, events));
  const offsets = [
    ...life.payments.map(([offset]) => offset),
    ...(life.charge ? [life.charge[0]] : []),
  ];
  const passed = addDays(given.disbursementDate, Math.max(...offsets, 0) + life.wait);
  const date = life.atDue
    ? (rows.find(({ dueDate }) => dueDate >= passed)?.dueDate ?? passed)
    : passed;
  const { disbursementDate } = given;
  const question = { ...before, date, disbursementDate, terms: given, interestUntil };
  const { totalMinor } = valueOf(quotePayoff(question));
  const last = { kind: 'payment', id: 'last', date, amountMinor: totalMinor } as const;
  return { before, totalMinor, pay: () => valueOf(replayLoan(loan, [...events, last])) };
}

function eventsOf(given: ScheduleTerms<'USD'>, { payments, charge }: Life): LoanEvent<'USD'>[] {
  const day = (offset: number) => addDays(given.disbursementDate, offset);
  const events: LoanEvent<'USD'>[] = payments.map(([offset, thousandths], index) => ({
    kind: 'payment',
    id: String(index),
    date: day(offset),
    amountMinor: usd(Math.max(Math.floor((given.principalMinor / 1000) * thousandths), 1)),
  }));
  if (charge) {
    const [offset, portion, due] = charge;
    const dates = { enteredOn: day(offset), dueDate: day(due) };
    events.push({ kind: 'charge', id: 'charge', portion, ...dates, amountMinor: usd(25_00) });
  }
  return [disbursed(given.principalMinor, given.disbursementDate), ...events];
}

/** Whether there was a loan to settle. */
function closes({ before, totalMinor, pay }: NonNullable<ReturnType<typeof quoteAndPay>>): boolean {
  if (before.status !== 'active' || totalMinor === 0) return false;
  const paid = pay();
  expect(paid.outstanding.totalMinor).toBe(0);
  expect(paid.creditMinor).toBe(before.creditMinor);
  expect(paid.status).toBe(before.creditMinor > 0 ? 'overpaid' : 'closed');
  const principal = paid.events.reduce(
    (total, { kind, portions, prepaidPrincipalMinor }) =>
      total + (kind === 'payment' ? portions.principalMinor : 0) + prepaidPrincipalMinor,
    0,
  );
  expect(principal).toBe(paid.events[0]?.amountMinor);
  return true;
}

const arbitraryLoan = fc.record({
  principal: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 5_000_000 })),
  bps: fc.integer({ min: 0, max: 6_000 }),
  instalmentCount: fc.integer({ min: 1, max: 40 }),
  unit: fc.constantFrom('days', 'weeks', 'months'),
  every: fc.integer({ min: 1, max: 3 }),
  day: fc.nat(365),
  perInstalmentMinor: fc.constantFrom(usd(0), usd(1_50)),
});

test.each(methods)('quote, pay, closed by every rule and day count: %s', (method) => {
  let settled = 0;
  let asked = 0;
  for (const [interest, beyondDue] of interests.flatMap((one) =>
    BEYOND_DUE.map((rule) => [one, rule] as const),
  )) {
    const lives = fc.property(arbitraryLoan, lifeUnder(beyondDue), (made, life) => {
      const loan = quoteAndPay(
        {
          principalMinor: usd(made.principal),
          annualRate: annualRate((made.bps / 100).toFixed(2)),
          instalmentCount: made.instalmentCount,
          interval: { every: made.every, unit: made.unit },
          disbursementDate: addDays(start, made.day),
          method,
          interest,
          fees: { perInstalmentMinor: made.perInstalmentMinor },
        },
        life,
      );
      asked += 1;
      if (loan && closes(loan)) settled += 1;
    });
    fc.assert(lives, { numRuns: 3 });
  }
  expect(settled).toBeGreaterThan(asked / 2);
});

test('quote, pay, closed: terms as wide as loans are', () => {
  const arbitraryLife = fc.constantFrom(...BEYOND_DUE).chain(lifeUnder);
  let settled = 0;
  fc.assert(
    fc.property(arbitraryTerms, arbitraryLife, (given, life) => {
      const loan = quoteAndPay(given, life);
      if (loan && closes(loan)) settled += 1;
    }),
    { numRuns: 200 },
  );
  expect(settled).toBeGreaterThan(50);
});
