import { describe, expect, test } from 'vitest';
import type { OverpaymentTreatment } from './allocation.ts';
import { COMPONENT_ORDERS } from './component-orders.ts';
import { calendarDate } from './calendar.ts';
import type { LoanEvent, LoanToReplay, ReplayedLoan } from './loan-events.ts';
import { minorUnits } from './money.ts';
import { quotePayoff } from './payoff.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { reschedule } from './reschedule.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { OVERPAYMENT_TREATMENTS } from './testing/overpayment-treatments.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');
const order = COMPONENT_ORDERS.penalties_fees_interest_principal;

const terms: ScheduleTerms<'USD'> = {
  principalMinor: usd(100_00),
  annualRate: annualRate('7'),
  instalmentCount: 6,
  interval: { every: 1, unit: 'months' },
  disbursementDate: start,
};

const disbursed = (amountMinor: number): LoanEvent<'USD'> => ({
  kind: 'disbursement',
  id: 'disbursed',
  date: start,
  amountMinor: usd(amountMinor),
});

const payment = (id: string, date: string, amount: number): LoanEvent<'USD'> => ({
  kind: 'payment',
  id,
  date: calendarDate(date),
  amountMinor: usd(amount),
});

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

describe.each(OVERPAYMENT_TREATMENTS)(
  'an overpayment with the treatment %s',
  (overpaymentTreatment) => {
    const loan = { rule: { order, overpaymentTreatment } };
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
        allocation: { principalMinor: 83_57, interestMinor: 24, totalMinor: 83_81 },
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

    test('the reversal of a settlement restores the open loan', () => {
      const settled = [first, payment('last', '2024-02-15', 83_81)];
      const reversal: LoanEvent<'USD'> = { kind: 'reversal', id: 'undone', reverses: 'last' };
      const { status, instalments } = replay([...settled, reversal], loan);
      expect({ status, instalments }).toMatchObject({
        status: 'active',
        instalments: replay([first], loan).instalments,
      });
    });
  },
);

test('a settlement and its quote leave out the fees of later instalments', () => {
  const withFees = { ...terms, fees: { perInstalmentMinor: usd(2_00) } };
  const first = payment('first', '2024-02-01', 19_01);
  const quote = quoteOn('2024-02-15', replay([first], { terms: withFees }), withFees);
  expect(quote).toMatchObject({ feeMinor: 0, totalMinor: 83_81 });
  const paid = replay([first, payment('last', '2024-02-15', 83_81)], { terms: withFees });
  expect(paid.status).toBe('closed');
  expect(paid.instalments.map(({ due }) => due.feeMinor)).toEqual([2_00, 0, 0, 0, 0, 0]);
});

test('a payoff includes only charges whose own due date has passed', () => {
  const charge = (id: string, dueDate: string): LoanEvent<'USD'> => ({
    kind: 'charge',
    id,
    component: 'fee',
    dueDate: calendarDate(dueDate),
    amountMinor: usd(5_00),
  });
  const events = [charge('passed', '2024-01-10'), charge('to come', '2024-01-25')];
  const quote = quoteOn('2024-01-15', replay(events));
  expect(quote).toMatchObject({ principalMinor: 100_00, feeMinor: 5_00 });
  const paid = replay([...events, payment('last', '2024-01-15', quote.totalMinor)]);
  expect(paid.status).toBe('closed');
});

test('interest paid ahead is credited to the principal: 0.49 of 83.57', () => {
  const ahead = payment('ahead', '2024-02-01', 17_01 + 49);
  const quote = quoteOn('2024-02-01', replay([ahead]));
  expect(quote).toMatchObject({ paidAheadMinor: 49, totalMinor: 83_08 });
  const paid = replay([ahead, payment('last', '2024-02-01', 83_08)]);
  expect(paid.status).toBe('closed');
  expect(paid.events.at(-1)?.allocation).toMatchObject({
    principalMinor: 83_57,
    interestMinor: -49,
  });
});

test('a lender may require the whole interest of the current instalment', () => {
  const loan = { interestUntil: 'instalment' } as const;
  const first = payment('first', '2024-02-01', 17_01);
  expect(replay([first, payment('last', '2024-02-15', 83_81)], loan).status).toBe('active');
  expect(replay([first, payment('last', '2024-02-15', 84_06)], loan).status).toBe('closed');
});

test('with interest until maturity the whole schedule must be paid', () => {
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

describe('30.00 paid in the second month', () => {
  const first = payment('first', '2024-02-01', 17_01);
  const pay = (overpaymentTreatment: OverpaymentTreatment) =>
    replay([first, payment('second', '2024-02-15', 30_00)], {
      rule: { order, overpaymentTreatment },
    });
  const scheduled = [
    [58, 16_43],
    [49, 16_52],
    [39, 16_62],
    [29, 16_72],
    [20, 16_81],
    [10, 16_90],
  ];
  const shorter = [
    [58, 16_43],
    [40, 16_61],
    [22, 16_79],
    [12, 16_89],
    [2, 3_28],
  ];
  const lower = [
    [58, 16_43],
    [40, 10_50],
    [25, 10_65],
    [19, 10_71],
    [13, 10_77],
    [6, 10_94],
  ];
  const dueOf = ({ instalments }: ReplayedLoan<'USD'>) =>
    instalments.map(({ due }) => [due.interestMinor, due.principalMinor]);

  test('prepays principal in both ways of rescheduling', () => {
    expect(dueOf(pay('shorter_term'))).toEqual([...shorter, [0, 0]]);
    expect(dueOf(pay('lower_instalment'))).toEqual(lower);
    expect(pay('shorter_term').events.at(-1)?.prepaidPrincipalMinor).toBe(30_00);
  });

  test.each([
    ['instalment', shorter],
    ['count', lower],
  ] as const)('changes the schedule like a reschedule that keeps the %s', (keeps, expected) => {
    const changed = reschedule({
      terms,
      schedule: valueOf(buildSchedule(terms)),
      fromDate: calendarDate('2024-02-15'),
      prepaidPrincipalMinor: usd(30_00),
      keeps,
    });
    const rows = valueOf(changed).rows.map((row) => [row.interestMinor, row.principalMinor]);
    expect(rows).toEqual(expected);
  });

  test.each([
    ['next_instalments', 88, 29_12, [2, 3]],
    ['last_instalments', 30, 29_70, [5, 6]],
    ['even_spread', 1_47, 28_53, [2, 3, 4, 5, 6]],
    ['credit', 0, 0, []],
  ] as const)(
    'leaves the schedule unchanged: %s',
    (overpaymentTreatment, interest, principal, rows) => {
      const paid = pay(overpaymentTreatment);
      expect(dueOf(paid)).toEqual(scheduled);
      const event = paid.events.at(-1);
      expect(event?.allocation).toMatchObject({
        interestMinor: interest,
        principalMinor: principal,
      });
      expect(event?.parts.map(({ instalmentNumber }) => instalmentNumber)).toEqual(rows);
      expect(event?.restMinor).toBe(30_00 - interest - principal);
    },
  );
});

describe('the schedule after a prepayment', () => {
  const first = payment('first', '2024-02-01', 17_01);
  const rule = (overpaymentTreatment: OverpaymentTreatment) => ({
    rule: { order, overpaymentTreatment },
  });
  const openOf = ({ instalments }: ReplayedLoan<'USD'>) =>
    instalments.map((row) => [row.outstanding.interestMinor, row.outstanding.principalMinor]);

  test('owes 0.07 and the interest of 14 days on the same dates after 83.50 on 15 February', () => {
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

  test('is settled by its next instalment after 83.50 with the same instalment', () => {
    const paid = replay([first, payment('most', '2024-02-15', 83_50)], rule('shorter_term'));
    expect(openOf(paid).slice(1)).toEqual([
      [24, 7],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  test('owes only the interest of 14 days after a prepayment of all principal', () => {
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
  ] as const)('exists under both rules: %s', (_, change) => {
    const given = { ...terms, ...change };
    for (const overpaymentTreatment of ['shorter_term', 'lower_instalment'] as const) {
      const paid = replay([payment('part', '2024-01-20', 50_00)], {
        terms: given,
        ...rule(overpaymentTreatment),
      });
      expect(paid.outstanding.principalMinor).toBe(50_00);
    }
  });

  test('retains the rest of a grace period', () => {
    const given = { ...terms, grace: { principal: 3 } };
    const paid = replay([payment('part', '2024-02-10', 50_00)], {
      terms: given,
      ...rule('shorter_term'),
    });
    const principal = paid.instalments.map((row) => row.due.principalMinor);
    expect(principal.slice(0, 3)).toEqual([0, 0, 0]);
    expect(principal[3]).toBeGreaterThan(30_00);
  });

  test('makes a later payoff include interest on the old balance until the prepayment', () => {
    const part = payment('part', '2024-02-15', 43_57);
    const paid = replay([first, part], rule('shorter_term'));
    // Interest is 0.24 for 14 days on 83.57 and 0.04 for 5 days on 40.00.
    expect(quoteOn('2024-02-20', paid)).toMatchObject({
      principalMinor: 40_00,
      interestAccruedMinor: 28,
    });
  });
});
