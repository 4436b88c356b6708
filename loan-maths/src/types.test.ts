import { expectTypeOf, test } from 'vitest';
import type {
  CalendarDate,
  LoanEvent,
  MinorUnits,
  Outcome,
  Schedule,
  ScheduleRow,
} from './index.ts';
import {
  addDays,
  addMinor,
  allocatePayment,
  amortisationTable,
  annualRate,
  aprEuropeanUnion,
  aprRegulationZ,
  buildSchedule,
  calendarDate,
  daysBetween,
  delinquencyOf,
  dueDates,
  minorUnits,
  moveToWorkingDay,
  overduePenalty,
  COMPONENT_ORDERS,
  promiseOutcomes,
  quotePayoff,
  replayLoan,
  reschedule,
  scheduleAmounts,
  unitPeriodsBetween,
  writeOffAmounts,
  yearFraction,
} from './index.ts';

// The compiler checks this file: a `@ts-expect-error` above a line that compiles is an error.
// The lines that must not compile are in functions that are never called.
const day = calendarDate('2024-01-01');
const terms = {
  principalMinor: minorUnits(100_00, 'USD'),
  annualRate: annualRate('7'),
  instalmentCount: 6,
  interval: { every: 1, unit: 'months' },
  disbursementDate: day,
} as const;
const zero = minorUnits(0, 'USD');
const nothing = { penaltyMinor: zero, feeMinor: zero, interestMinor: zero, principalMinor: zero };
const instalments = [{ number: 1, dueDate: day, due: nothing, paid: nothing }];

test('minor units of two currencies do not mix', () => {
  const euros = minorUnits(20_00, 'EUR');
  const mix = (rows: ScheduleRow<'USD'>[], events: LoanEvent<'EUR'>[]) => {
    // @ts-expect-error euros and dollars cannot be added
    addMinor(zero, euros);
    // @ts-expect-error an instalment in euros on a loan in dollars
    buildSchedule({ ...terms, instalmentMinor: euros });
    // @ts-expect-error euros cannot pay a debt in dollars
    allocatePayment({ amountMinor: euros, valueDate: day, instalments });
    // @ts-expect-error events in euros on a loan in dollars
    replayLoan({ rows }, events);
  };
  expectTypeOf(mix).toBeFunction();
  expectTypeOf(addMinor(zero, zero)).toEqualTypeOf<MinorUnits<'USD'>>();
  expectTypeOf(buildSchedule(terms)).toEqualTypeOf<Outcome<Schedule<'USD'>>>();
});

test('a bare number, a rate and an amount do not mix', () => {
  const mix = () => {
    // @ts-expect-error a number has no currency
    buildSchedule({ ...terms, principalMinor: 100_00 });
    // @ts-expect-error an amount is not a rate
    buildSchedule({ ...terms, annualRate: zero });
    // @ts-expect-error an unparsed text is not a rate
    buildSchedule({ ...terms, annualRate: '7' });
    // @ts-expect-error a rate is not an amount
    buildSchedule({ ...terms, principalMinor: terms.annualRate });
  };
  expectTypeOf(mix).toBeFunction();
  expectTypeOf(zero).not.toExtend<typeof terms.annualRate>();
});

test('an unparsed text is not a calendar day', () => {
  const mix = () => {
    // @ts-expect-error an unparsed text is not a day
    addDays('2024-01-01', 1);
    // @ts-expect-error an unparsed text is not a day
    buildSchedule({ ...terms, disbursementDate: '2024-01-01' });
  };
  expectTypeOf(mix).toBeFunction();
  expectTypeOf(addDays(day, 1)).toEqualTypeOf<CalendarDate>();
});

const { interval, disbursementDate } = terms;
const series = { startDate: day, interval, count: 6 };
const period = { dayCount: '30E/360', start: day, end: day } as const;
const table = { principalMinor: terms.principalMinor, annualRate: terms.annualRate, periods: 6 };
const payment = { amountMinor: zero, valueDate: day, instalments };
const paid = { kind: 'payment', id: '1', date: day, amountMinor: zero } as const;
const question = { instalments, date: day, disbursementDate };
const overdue = { amountMinor: zero, dueDate: day, asOf: day, annualRate: terms.annualRate };
const promise = {
  amountMinor: zero,
  promisedOn: day,
  graceDays: 0,
  madeOn: day,
  madeAt: '',
  replaced: null,
};
const received = { amountMinor: zero, valueDate: day, bookedAt: '' };
const once = { kind: 'payment', amountMinor: 1, count: 1 } as const;
const ratio = { numerator: 0, denominator: 1 };
const atOnce = { ...once, unitPeriods: 1, oddFraction: ratio };
const between = { start: day, end: day, unitPeriod: { every: 1, unit: 'months' } } as const;

test('a misspelt field of schedules does not compile', () => {
  const misspell = () => {
    // @ts-expect-error principalMinor
    buildSchedule({ ...terms, principleMinor: zero });
    // @ts-expect-error principalMinor is missing
    buildSchedule({ principleMinor: zero });
    // @ts-expect-error published cases have their own entry point
    buildSchedule({ principal: '100.00', annual_rate_percent: '7', repayments: 6 });
    // @ts-expect-error instalmentRounding
    scheduleAmounts({ ...terms, instalmentsRounding: 'up' });
    // @ts-expect-error firstDueDate
    dueDates({ ...series, firstDueDay: day });
    // @ts-expect-error terminationDate
    daysBetween({ ...period, terminatesOn: day });
    // @ts-expect-error referenceStart
    yearFraction({ ...period, referencesStart: day });
    // @ts-expect-error balloonMinor
    amortisationTable({ ...table, baloonMinor: zero });
    // @ts-expect-error holidays
    moveToWorkingDay(day, { rule: 'following', holidays: [], hollidays: [] });
  };
  expectTypeOf(misspell).toBeFunction();
});

test('a misspelt field of a running loan does not compile', () => {
  const misspell = (rows: ScheduleRow<'USD'>[], schedule: Schedule<'USD'>) => {
    // @ts-expect-error rule
    allocatePayment({ ...payment, rules: {} });
    // @ts-expect-error order
    allocatePayment({ ...payment, rule: { orders: COMPONENT_ORDERS.principal_first } });
    // @ts-expect-error interestUntil
    replayLoan({ rows, interestTill: 'date' }, []);
    // @ts-expect-error amountMinor
    replayLoan({ rows }, [{ ...paid, amount: zero }]);
    // @ts-expect-error terms
    quotePayoff({ ...question, term: terms });
    // @ts-expect-error interestUntil
    writeOffAmounts({ ...question, interestTill: 'date' });
    // @ts-expect-error prepaidPrincipalMinor
    reschedule({ terms, schedule, fromDate: day, prepaidMinor: zero });
    // @ts-expect-error graceDays
    delinquencyOf({ instalments, asOf: day, grace: 3 });
    // @ts-expect-error graceDays
    overduePenalty({ ...overdue, grace: 3 });
    // @ts-expect-error graceDays
    promiseOutcomes([{ ...promise, grace: 3 }], [], day);
    // @ts-expect-error bookedAt
    promiseOutcomes([promise], [{ ...received, postedAt: '' }], day);
  };
  expectTypeOf(misspell).toBeFunction();
});

test('a misspelt field of a rate does not compile', () => {
  const misspell = () => {
    // @ts-expect-error unitPeriodsPerYear
    aprRegulationZ({ unitPeriodsPerYear: 12, series: [], unitPeriodsAYear: 12 });
    // @ts-expect-error every
    aprRegulationZ({ unitPeriodsPerYear: 12, series: [{ ...atOnce, each: 1 }] });
    // @ts-expect-error first
    aprEuropeanUnion([{ ...once, first: ratio, step: ratio, firsts: ratio }]);
    // @ts-expect-error published cases have their own entry point
    aprEuropeanUnion({ flows: [] });
    // @ts-expect-error unitPeriod
    unitPeriodsBetween({ ...between, period: 1 });
  };
  expectTypeOf(misspell).toBeFunction();
});
