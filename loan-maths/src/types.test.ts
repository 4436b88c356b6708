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
  annualRate,
  buildSchedule,
  calendarDate,
  minorUnits,
  replayLoan,
} from './index.ts';

// The compiler checks this file: an expectation that no longer fails to compile is an error of its own. What must not
// compile stands in functions that are never called.
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
    // @ts-expect-error euros do not add to dollars
    addMinor(zero, euros);
    // @ts-expect-error an instalment in euros on a loan in dollars
    buildSchedule({ ...terms, instalmentMinor: euros });
    // @ts-expect-error euros do not pay what is owed in dollars
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
    // @ts-expect-error an amount is no rate
    buildSchedule({ ...terms, annualRate: zero });
    // @ts-expect-error a text that was not read is no rate
    buildSchedule({ ...terms, annualRate: '7' });
    // @ts-expect-error a rate is no amount
    buildSchedule({ ...terms, principalMinor: terms.annualRate });
  };
  expectTypeOf(mix).toBeFunction();
  expectTypeOf(zero).not.toExtend<typeof terms.annualRate>();
});

test('a text that was not read is no calendar day', () => {
  const mix = () => {
    // @ts-expect-error a text may be no day
    addDays('2024-01-01', 1);
    // @ts-expect-error a text may be no day
    buildSchedule({ ...terms, disbursementDate: '2024-01-01' });
  };
  expectTypeOf(mix).toBeFunction();
  expectTypeOf(addDays(day, 1)).toEqualTypeOf<CalendarDate>();
});
