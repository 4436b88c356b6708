import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OverpaymentTreatment } from './allocation.ts';
import { COMPONENT_ORDERS } from './component-orders.ts';
import { addDays, calendarDate } from './calendar.ts';
import type { DayCount } from './day-count.ts';
import { DAY_COUNTS } from './day-count.ts';
import type { LoanEvent } from './loan-events.ts';
import { minorUnits } from './money.ts';
import { quotePayoff } from './payoff.ts';
import type { ScheduleDayCount } from './period-factors.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleMethod, ScheduleTerms } from './schedule-terms.ts';
import { arbitraryTerms } from './testing/arbitrary-terms.ts';
import { OVERPAYMENT_TREATMENTS } from './testing/overpayment-treatments.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');

const dayCounts = DAY_COUNTS.filter(isScheduleDayCount);

function isScheduleDayCount(dayCount: DayCount): dayCount is ScheduleDayCount {
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
const arbitraryHistory = (overpaymentTreatment: OverpaymentTreatment) =>
  fc.record({
    rule: fc.record({
      order: fc.constantFrom(...Object.values(COMPONENT_ORDERS)),
      direction: fc.constantFrom('horizontal', 'vertical'),
      chargesDueBy: fc.constantFrom('instalment', 'own_date'),
      overpaymentTreatment: fc.constant(overpaymentTreatment),
    }),
    interestUntil: fc.constantFrom(undefined, 'date', 'instalment', 'maturity'),
    payments: fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 400 })), { maxLength: 4 }),
    charge: fc.option(fc.tuple(fc.nat(400), fc.constantFrom('fee', 'penalty'), fc.nat(400))),
    /** Days from the last event to the payoff; `atDue` moves it to the next due date. */
    wait: fc.nat(120),
    atDue: fc.boolean(),
    givesTerms: fc.boolean(),
  });

type History = ReturnType<typeof arbitraryHistory> extends fc.Arbitrary<infer Made> ? Made : never;

/** Replays the events of a loan, quotes its payoff on a day and returns a function that pays it. */
function quoteAndPay(given: ScheduleTerms<'USD'>, history: History) {
  const schedule = buildSchedule(given);
  if (!schedule.ok) return undefined;
  const { rows } = schedule.value;
  const { rule, interestUntil } = history;
  const prepays =
    rule.overpaymentTreatment === 'shorter_term' ||
    rule.overpaymentTreatment === 'lower_instalment';
  const loan = {
    rows,
    rule,
    interestUntil,
    ...(history.givesTerms || prepays ? { terms: given } : {}),
  };
  const events = eventsOf(given, history);
  const before = valueOf(replayLoan(loan, events));
  const offsets = [
    ...history.payments.map(([offset]) => offset),
    ...(history.charge ? [history.charge[0]] : []),
  ];
  const passed = addDays(given.disbursementDate, Math.max(...offsets, 0) + history.wait);
  const date = history.atDue
    ? (rows.find(({ dueDate }) => dueDate >= passed)?.dueDate ?? passed)
    : passed;
  const { disbursementDate } = given;
  const question = { ...before, date, disbursementDate, terms: given, interestUntil };
  const { totalMinor } = valueOf(quotePayoff(question));
  const last = { kind: 'payment', id: 'last', date, amountMinor: totalMinor } as const;
  return { before, totalMinor, pay: () => valueOf(replayLoan(loan, [...events, last])) };
}

function eventsOf(given: ScheduleTerms<'USD'>, { payments, charge }: History): LoanEvent<'USD'>[] {
  const day = (offset: number) => addDays(given.disbursementDate, offset);
  const events: LoanEvent<'USD'>[] = payments.map(([offset, thousandths], index) => ({
    kind: 'payment',
    id: String(index),
    date: day(offset),
    amountMinor: usd(Math.max(Math.floor((given.principalMinor / 1000) * thousandths), 1)),
  }));
  if (charge) {
    const [offset, component, due] = charge;
    const dates = { enteredOn: day(offset), dueDate: day(due) };
    events.push({ kind: 'charge', id: 'charge', component, ...dates, amountMinor: usd(25_00) });
  }
  const { principalMinor: amountMinor, disbursementDate: date } = given;
  return [{ kind: 'disbursement', id: 'disbursed', date, amountMinor }, ...events];
}

/** Checks that the quoted payment closes the loan; false if there was nothing to settle. */
function closes({ before, totalMinor, pay }: NonNullable<ReturnType<typeof quoteAndPay>>): boolean {
  if (before.status !== 'active' || totalMinor === 0) return false;
  const paid = pay();
  expect(paid.outstanding.totalMinor).toBe(0);
  expect(paid.creditMinor).toBe(before.creditMinor);
  expect(paid.status).toBe(before.creditMinor > 0 ? 'overpaid' : 'closed');
  const principal = paid.events.reduce(
    (total, { kind, allocation, prepaidPrincipalMinor }) =>
      total + (kind === 'payment' ? allocation.principalMinor : 0) + prepaidPrincipalMinor,
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

test.each(methods)(
  'a loan of any rule and day count is closed by its quoted payoff: %s',
  (method) => {
    let settled = 0;
    let runs = 0;
    for (const [interest, overpaymentTreatment] of interests.flatMap((one) =>
      OVERPAYMENT_TREATMENTS.map((rule) => [one, rule] as const),
    )) {
      const quotedLoans = fc.property(
        arbitraryLoan,
        arbitraryHistory(overpaymentTreatment),
        (made, history) => {
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
            history,
          );
          runs += 1;
          if (loan && closes(loan)) settled += 1;
        },
      );
      fc.assert(quotedLoans, { numRuns: 3 });
    }
    expect(settled).toBeGreaterThan(runs / 2);
  },
);

test('a loan of any terms is closed by its quoted payoff', () => {
  const anyHistory = fc.constantFrom(...OVERPAYMENT_TREATMENTS).chain(arbitraryHistory);
  let settled = 0;
  fc.assert(
    fc.property(arbitraryTerms, anyHistory, (given, history) => {
      const loan = quoteAndPay(given, history);
      if (loan && closes(loan)) settled += 1;
    }),
    { numRuns: 200 },
  );
  expect(settled).toBeGreaterThan(50);
});
