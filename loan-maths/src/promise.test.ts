import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from './calendar.ts';
import { minorUnits } from './money.ts';
import { promiseOutcomes, type PaymentPromise, type PaymentReceived } from './promise.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const made = calendarDate('2026-06-01');

/** A promise of 100.00, made on the morning of 1 June for 5 June. */
const promise = (changes: Partial<PaymentPromise<'USD'>> = {}): PaymentPromise<'USD'> => ({
  amountMinor: usd(100_00),
  promisedOn: calendarDate('2026-06-05'),
  graceDays: 0,
  madeOn: made,
  madeAt: '2026-06-01T09:00:00.000Z',
  replaced: null,
  ...changes,
});

/** The outcome of one promise alone. */
const promiseOutcome = (
  one: PaymentPromise<'USD'>,
  payments: readonly PaymentReceived<'USD'>[],
  today: ReturnType<typeof addDays>,
) => promiseOutcomes([one], payments, today)[0];

const paid = (
  amountMinor: number,
  valueDate: string,
  bookedAt = `${valueDate}T12:00:00.000Z`,
): PaymentReceived<'USD'> => ({
  amountMinor: usd(amountMinor),
  valueDate: calendarDate(valueDate),
  bookedAt,
});

const replaced = { on: calendarDate('2026-06-03'), at: '2026-06-03T09:00:00.000Z' };

type Case = {
  title: string;
  today: string;
  payments?: PaymentReceived<'USD'>[];
  changes?: Partial<PaymentPromise<'USD'>>;
  state: string;
  received?: number;
};

describe('the state of a promise after payments', () => {
  it.each<Case>([
    { title: 'waits on its own day', today: '2026-06-05', state: 'waiting' },
    { title: 'is broken the day after', today: '2026-06-06', state: 'broken' },
    {
      title: 'is kept before its day',
      today: '2026-06-03',
      payments: [paid(60_00, '2026-06-02'), paid(40_00, '2026-06-03')],
      state: 'kept',
      received: 100_00,
    },
    {
      title: 'is kept by more than was promised',
      today: '2026-06-20',
      payments: [paid(250_00, '2026-06-05')],
      state: 'kept',
      received: 250_00,
    },
    {
      title: 'waits while only a part is paid',
      today: '2026-06-05',
      payments: [paid(60_00, '2026-06-02')],
      state: 'waiting',
      received: 60_00,
    },
    {
      title: 'is partly kept once its day has passed',
      today: '2026-06-06',
      payments: [paid(99_99, '2026-06-05')],
      state: 'partly-kept',
      received: 99_99,
    },
    {
      title: 'does not count a payment that is a day late',
      today: '2026-06-06',
      payments: [paid(100_00, '2026-06-06')],
      state: 'broken',
    },
    {
      title: 'counts a late payment within the grace days',
      today: '2026-06-07',
      changes: { graceDays: 2 },
      payments: [paid(100_00, '2026-06-07')],
      state: 'kept',
      received: 100_00,
    },
    {
      title: 'waits within the grace days',
      today: '2026-06-07',
      changes: { graceDays: 2 },
      state: 'waiting',
    },
    {
      title: 'counts a payment in time that was posted late',
      today: '2026-06-09',
      payments: [paid(100_00, '2026-06-05', '2026-06-09T08:00:00.000Z')],
      state: 'kept',
      received: 100_00,
    },
    {
      title: 'does not count a payment posted before the promise',
      today: '2026-06-06',
      payments: [paid(100_00, '2026-06-01', '2026-06-01T08:59:59.999Z')],
      state: 'broken',
    },
    {
      title: 'does not count a payment of an earlier day',
      today: '2026-06-06',
      payments: [paid(100_00, '2026-05-31', '2026-06-02T08:00:00.000Z')],
      state: 'broken',
    },
    {
      title: 'leaves later payments to the promise that replaced it',
      today: '2026-06-06',
      changes: { replaced },
      payments: [paid(30_00, '2026-06-02'), paid(100_00, '2026-06-04')],
      state: 'replaced',
      received: 30_00,
    },
    {
      title: 'stays kept if a newer promise is made',
      today: '2026-06-06',
      changes: { replaced },
      payments: [paid(100_00, '2026-06-02')],
      state: 'kept',
      received: 100_00,
    },
    {
      title: 'stays broken if the newer promise is made after its day',
      today: '2026-06-08',
      changes: { replaced: { on: calendarDate('2026-06-08'), at: '2026-06-08T09:00:00.000Z' } },
      state: 'broken',
    },
  ])('$title', ({ today, payments = [], changes, state, received = 0 }) => {
    expect(promiseOutcome(promise(changes), payments, calendarDate(today))).toEqual({
      state,
      receivedMinor: received,
    });
  });
});

describe('a promise in instalments', () => {
  const days = ['2026-06-05', '2026-06-12', '2026-06-19', '2026-06-26'];
  const lines = days.map((day) => promise({ promisedOn: calendarDate(day) }));
  const statesAfter = (payments: PaymentReceived<'USD'>[], today: string) =>
    promiseOutcomes(lines, payments, calendarDate(today)).map(
      ({ state, receivedMinor }) => `${state} ${receivedMinor}`,
    );

  it('is filled from its first line, whatever is paid', () => {
    expect(statesAfter([paid(160_00, '2026-06-03')], '2026-06-04')).toEqual([
      'kept 10000',
      'waiting 6000',
      'waiting 0',
      'waiting 0',
    ]);
  });

  it('is kept at once by a payment of the whole', () => {
    expect(statesAfter([paid(450_00, '2026-06-03')], '2026-06-04')).toEqual([
      'kept 10000',
      'kept 10000',
      'kept 10000',
      'kept 15000',
    ]);
  });

  it('breaks line by line; money that is late counts for the next line', () => {
    expect(statesAfter([paid(100_00, '2026-06-06')], '2026-06-20')).toEqual([
      'broken 0',
      'kept 10000',
      'broken 0',
      'waiting 0',
    ]);
  });

  it('counts a back-dated payment for the line of its day', () => {
    const late = paid(100_00, '2026-06-05', '2026-06-13T08:00:00.000Z');
    expect(statesAfter([late], '2026-06-13')).toEqual([
      'kept 10000',
      'broken 0',
      'waiting 0',
      'waiting 0',
    ]);
  });

  it('shares the payments with a promise that was added to it, the earlier day first', () => {
    const added = promise({
      promisedOn: calendarDate('2026-06-08'),
      madeOn: calendarDate('2026-06-03'),
      madeAt: '2026-06-03T09:00:00.000Z',
    });
    const outcomes = promiseOutcomes(
      [...lines.slice(0, 2), added],
      [paid(250_00, '2026-06-04')],
      calendarDate('2026-06-04'),
    );
    expect(outcomes.map(({ receivedMinor }) => receivedMinor)).toEqual([100_00, 50_00, 100_00]);
  });
});

describe('any promise', () => {
  const day = fc.integer({ min: -5, max: 15 }).map((days) => addDays(made, days));
  const payment = fc
    .record({
      amount: fc.integer({ min: 1, max: 120_00 }),
      day,
      lag: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ amount, day: on, lag }) => paid(amount, on, `${addDays(on, lag)}T12:00:00.000Z`));
  const payments = fc.array(payment, { maxLength: 6 });
  const given = fc.record({
    graceDays: fc.integer({ min: 0, max: 3 }),
    isReplaced: fc.boolean(),
    lines: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 150_00 }), day: fc.nat(9) }), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  /** A promise in instalments; if it is replaced, another promise in instalments follows. */
  const make = ({ graceDays, isReplaced, lines }: Given): PaymentPromise<'USD'>[] => {
    const terms = lines.map(({ amount, day: days }) => ({
      graceDays,
      amountMinor: usd(amount),
      promisedOn: addDays(made, days),
    }));
    if (!isReplaced) return terms.map((line) => promise(line));
    const next = { madeOn: replaced.on, madeAt: replaced.at };
    return [
      ...terms.map((line) => promise({ ...line, replaced })),
      ...terms.map((line) =>
        promise({ ...line, ...next, promisedOn: addDays(line.promisedOn, 3) }),
      ),
    ];
  };
  type Given = {
    graceDays: number;
    isReplaced: boolean;
    lines: readonly { amount: number; day: number }[];
  };
  const received = (
    outcomes: readonly { receivedMinor: number }[],
    all: readonly PaymentReceived<'USD'>[] = [],
  ) =>
    outcomes.reduce((sum, one) => sum + one.receivedMinor, 0) +
    all.reduce((sum, one) => sum + one.amountMinor, 0);

  it('counts no money twice', () => {
    fc.assert(
      fc.property(given, payments, day, (terms, all, today) => {
        const outcomes = promiseOutcomes(make(terms), all, today);
        expect(received(outcomes)).toBeLessThanOrEqual(received([], all));
      }),
    );
  });

  it('never gets worse by a payment, and its reversal restores the former state', () => {
    const rank = ['broken', 'replaced', 'waiting', 'partly-kept', 'kept'];
    fc.assert(
      fc.property(given, payments, payment, day, (terms, before, extra, today) => {
        const without = promiseOutcomes(make(terms), before, today);
        const withIt = promiseOutcomes(make(terms), [...before, extra], today);
        for (const [at, { state, receivedMinor }] of withIt.entries()) {
          expect(receivedMinor).toBeGreaterThanOrEqual(without[at]?.receivedMinor ?? 0);
          const formerly = rank.indexOf(without[at]?.state ?? '');
          expect(rank.indexOf(state)).toBeGreaterThanOrEqual(formerly);
        }
        const reversed = [...before, extra].filter((one) => one !== extra);
        expect(promiseOutcomes(make(terms), reversed, today)).toEqual(without);
      }),
    );
  });

  it('does not depend on the order of the payments', () => {
    fc.assert(
      fc.property(given, payments, day, (terms, all, today) => {
        expect(promiseOutcomes(make(terms), all.toReversed(), today)).toEqual(
          promiseOutcomes(make(terms), all, today),
        );
      }),
    );
  });

  it('never waits again once its day has passed', () => {
    fc.assert(
      fc.property(given, payments, fc.integer({ min: 16, max: 400 }), (terms, all, days) => {
        const outcomes = promiseOutcomes(make(terms), all, addDays(made, days));
        expect(outcomes.map(({ state }) => state)).not.toContain('waiting');
      }),
    );
  });

  it('shares no payment with the promise that replaced it', () => {
    const next = promise({ madeOn: replaced.on, madeAt: replaced.at });
    fc.assert(
      fc.property(payments, day, (all, today) => {
        const outcomes = promiseOutcomes([promise({ replaced }), next], all, today);
        const alone = [promise({ replaced }), next].map((one) => promiseOutcome(one, all, today));
        expect(outcomes).toEqual(alone);
        expect(received(outcomes)).toBeLessThanOrEqual(received([], all));
      }),
    );
  });
});
