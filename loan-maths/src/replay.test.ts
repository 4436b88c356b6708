import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AllocationRule, OpenInstalment } from './allocation.ts';
import { allocatePayment } from './allocation.ts';
import { COMPONENT_ORDERS } from './component-orders.ts';
import { addDays, calendarDate } from './calendar.ts';
import type { LoanEvent, LoanToReplay } from './loan-events.ts';
import { brandMinor, minorUnits } from './money.ts';
import type { AllocationField } from './allocated-amounts.ts';
import { ALLOCATION_FIELDS } from './allocated-amounts.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const start = calendarDate('2024-01-01');

const terms = {
  principalMinor: usd(1_200_00),
  annualRate: annualRate('12'),
  instalmentCount: 12,
  interval: { every: 1, unit: 'months' },
  disbursementDate: start,
} as const;

const loan: LoanToReplay<'USD'> = { rows: valueOf(buildSchedule(terms)).rows, terms };

const disbursed: LoanEvent<'USD'> = {
  kind: 'disbursement',
  id: 'disbursement',
  date: start,
  amountMinor: usd(1_200_00),
};

const payment = (id: string, date: string, amount: number): LoanEvent<'USD'> => ({
  kind: 'payment',
  id,
  date: calendarDate(date),
  amountMinor: usd(amount),
});

const fee = (id: string, dueDate: string, enteredOn: string): LoanEvent<'USD'> => ({
  kind: 'charge',
  id,
  component: 'fee',
  dueDate: calendarDate(dueDate),
  amountMinor: usd(20_00),
  enteredOn: calendarDate(enteredOn),
});

const replay = (...events: LoanEvent<'USD'>[]) => valueOf(replayLoan(loan, [disbursed, ...events]));

test('a loan without events is approved and owes nothing', () => {
  const replayed = valueOf(replayLoan(loan, []));
  expect(replayed.status).toBe('approved');
  expect(replayed.outstanding.totalMinor).toBe(0);
});

test('a loan that is paid off is closed, and overpaid with a higher payment', () => {
  // All principal and the interest of the five months until then; later interest is not owed.
  const owed = 1_200_00 + 12_00 + 11_05 + 10_10 + 9_13 + 8_16;
  const closed = replay(payment('1', '2024-06-01', owed));
  expect(closed).toMatchObject({ status: 'closed', outstanding: { totalMinor: 0 } });
  const over = replay(payment('1', '2024-06-01', owed + 5));
  expect(over).toMatchObject({ status: 'overpaid', creditMinor: 5 });
  expect(over.instalments.map(({ paidDate }) => paidDate)).toEqual(Array(12).fill('2024-06-01'));
});

test('an instalment whose fee is still open after a prepayment has no date of payment', () => {
  const prepaid = {
    ...payment('1', '2024-02-01', 1_212_00 - 5_00),
    overpaymentTreatment: 'shorter_term',
  } as const;
  const { instalments } = replay(fee('fee', '2024-06-01', '2024-01-15'), prepaid);
  for (const { outstanding, paidDate } of instalments) {
    expect(paidDate === undefined).toBe(outstanding.totalMinor > 0);
  }
});

test('a backdated payment changes the allocations of later events, not the events', () => {
  const late = payment('late', '2024-03-05', 100_00);
  const before = replay(late).events.at(-1);
  const after = replay(late, payment('back-dated', '2024-02-01', 106_62));
  expect(after.events.map(({ id }) => id)).toEqual(['disbursement', 'back-dated', 'late']);
  expect(before?.allocation).toMatchObject({ interestMinor: 12_00, principalMinor: 88_00 });
  expect(after.events.at(-1)?.allocation).toMatchObject({ interestMinor: 11_05 });
});

test('a charge entered later reallocates a payment made after its due date', () => {
  const paid = payment('1', '2024-02-01', 106_62);
  const before = replay(paid).events.at(-1);
  const after = replay(paid, fee('fee', '2024-01-20', '2024-02-10')).events.at(-1);
  expect(before?.allocation).toMatchObject({ feeMinor: 0, principalMinor: 94_62 });
  expect(after?.allocation).toMatchObject({ feeMinor: 20_00, principalMinor: 74_62 });
});

test('charges after maturity are due with an additional instalment', () => {
  const replayed = replay(
    fee('fee', '2025-02-10', '2025-02-10'),
    fee('more', '2025-03-10', '2025-03-10'),
  );
  expect(replayed.instalments.at(-1)).toMatchObject({
    number: 13,
    kind: 'charges_after_maturity',
    dueDate: '2025-03-10',
    due: { feeMinor: 40_00 },
  });
});

test('a waiver reduces the oldest open instalments first', () => {
  const replayed = replay({
    kind: 'waiver',
    id: 'waiver',
    component: 'interest',
    date: calendarDate('2024-02-01'),
    amountMinor: usd(15_00),
  });
  expect(replayed.instalments.slice(0, 2)).toMatchObject([
    { waived: { interestMinor: 12_00 }, outstanding: { interestMinor: 0 } },
    { waived: { interestMinor: 3_00 }, outstanding: { interestMinor: 8_05 } },
  ]);
  expect(replayed.events.at(-1)?.allocation.interestMinor).toBe(15_00);
});

describe('an overpayment', () => {
  const prepay = (overpaymentTreatment: 'shorter_term' | 'lower_instalment') => {
    const rule = {
      order: COMPONENT_ORDERS.penalties_fees_interest_principal,
      overpaymentTreatment,
    };
    return valueOf(replayLoan({ ...loan, rule }, [disbursed, payment('1', '2024-02-01', 606_62)]));
  };

  test('shortens the term at the same instalment', () => {
    const replayed = prepay('shorter_term');
    const open = replayed.instalments.filter(({ outstanding }) => outstanding.totalMinor > 0);
    expect(open).toHaveLength(6);
    expect(open[0]?.outstanding.totalMinor).toBe(106_62);
    expect(replayed.events.at(-1)).toMatchObject({ prepaidPrincipalMinor: 500_00, restMinor: 0 });
    expect(replayed.events.at(-1)?.balanceMinor).toBe(605_38);
  });

  test('lowers the instalment over the same term', () => {
    const open = prepay('lower_instalment').instalments.slice(1);
    expect(open.map(({ outstanding }) => outstanding.totalMinor).slice(0, 10)).toEqual(
      Array(10).fill(58_39),
    );
    expect(open.reduce((sum, { outstanding }) => sum + outstanding.principalMinor, 0)).toBe(605_38);
  });

  describe('on a loan of whole amounts', () => {
    const lowered = (changes: Partial<ScheduleTerms<'USD'>>, minor = 606_62) => {
      const whole = { ...terms, ...changes };
      const rule = {
        order: COMPONENT_ORDERS.penalties_fees_interest_principal,
        overpaymentTreatment: 'lower_instalment',
      } as const;
      const { rows } = valueOf(buildSchedule(whole));
      const replayed = replayLoan({ rows, terms: whole, rule }, [
        disbursed,
        payment('1', '2024-02-01', minor),
      ]);
      return valueOf(replayed)
        .instalments.slice(1)
        .map(({ outstanding }) => outstanding);
    };
    const totals = (rows: ReturnType<typeof lowered>) => rows.map(({ totalMinor }) => totalMinor);

    test.each([
      ['up', 60_00],
      ['down', 55_00],
      ['half_up', 60_00],
    ] as const)('rounds the lower instalment %s to the multiple', (instalmentRounding, level) => {
      const rows = lowered({ instalmentRounding, instalmentMultipleMinor: usd(5_00) });
      expect(totals(rows).slice(0, -1)).toEqual(Array(10).fill(level));
      expect(totals(rows).at(-1)).not.toBe(level);
    });

    test('rounds equal principal, and the last instalment absorbs the difference', () => {
      const rows = lowered({ method: 'equal_principal', instalmentMultipleMinor: usd(10_00) });
      const parts = rows.map(({ principalMinor }) => principalMinor);
      expect(parts.slice(0, -1).every((part) => part === parts[0])).toBe(true);
      expect((parts[0] ?? 0) % 10_00).toBe(0);
    });

    test('makes a rest due at once if it is too small for the multiple', () => {
      const whole = { instalmentRounding: 'down', instalmentMultipleMinor: usd(50_00) } as const;
      const rows = lowered(whole, 1_100_00);
      expect(totals(rows).filter((total) => total > 0)).toHaveLength(1);
    });
  });

  test('does not charge interest again that was paid ahead', () => {
    const rule = { order: COMPONENT_ORDERS.penalties_fees_interest_principal };
    const interestOf = (...events: LoanEvent<'USD'>[]) =>
      valueOf(replayLoan({ ...loan, rule }, [disbursed, ...events])).instalments.reduce(
        (sum, { due }) => sum + due.interestMinor,
        0,
      );
    // Pays the instalment that is due and the four after it.
    const ahead = payment('1', '2024-02-01', 5 * 106_62);
    const prepaid = {
      ...payment('2', '2024-02-01', 100_00),
      overpaymentTreatment: 'lower_instalment',
    } as const;
    expect(interestOf(ahead, prepaid)).toBeLessThan(interestOf(ahead));
  });

  test('needs the terms for a new schedule', () => {
    const rule = {
      order: COMPONENT_ORDERS.principal_first,
      overpaymentTreatment: 'shorter_term',
    } as const;
    const refused = replayLoan({ rows: loan.rows, rule }, [
      disbursed,
      payment('1', '2024-02-01', 606_62),
    ]);
    expect(refused).toMatchObject({ ok: false, failure: { name: 'term_is_missing' } });
  });
});

describe('invalid events', () => {
  const cases: [LoanEvent<'USD'>[], string, string][] = [
    [[payment('1', '2024-02-01', 1)], 'loan_is_not_disbursed', 'events[0]'],
    [[disbursed, disbursed], 'loan_is_already_disbursed', 'events[1]'],
    [[{ ...disbursed, amountMinor: usd(1) }], 'terms_conflict', 'events[0].amountMinor'],
    [[disbursed, payment('1', '2024-02-01', 0)], 'amount_is_not_positive', 'events[1].amountMinor'],
    [
      [disbursed, { kind: 'reversal', id: '1', reverses: '2' }],
      'event_not_found',
      'events[1].reverses',
    ],
    [
      [disbursed, payment('1', '2024-02-01', 1), payment('1', '2024-02-01', 1)],
      'event_is_repeated',
      'events[2].id',
    ],
  ];
  test.each(cases)('are refused: %o as %s', (events, name, field) => {
    expect(replayLoan(loan, events)).toMatchObject({ ok: false, failure: { name, field } });
  });
});

const rules: AllocationRule[] = [
  { order: COMPONENT_ORDERS.penalties_fees_interest_principal },
  {
    order: COMPONENT_ORDERS.principal_first,
    direction: 'vertical',
    overpaymentTreatment: 'last_instalments',
  },
  {
    order: COMPONENT_ORDERS.interest_principal_penalties_fees,
    overpaymentTreatment: 'even_spread',
  },
  {
    order: COMPONENT_ORDERS.principal_first,
    chargesDueBy: 'own_date',
    overpaymentTreatment: 'credit',
  },
  {
    order: COMPONENT_ORDERS.penalties_fees_interest_principal,
    overpaymentTreatment: 'shorter_term',
  },
  {
    order: COMPONENT_ORDERS.interest_principal_penalties_fees,
    overpaymentTreatment: 'lower_instalment',
  },
];

const arbitraryEvents = fc
  .uniqueArray(
    fc.record({
      offset: fc.integer({ min: 1, max: 500 }),
      amount: fc.integer({ min: 1, max: 300_00 }),
      isCharge: fc.boolean(),
    }),
    { selector: ({ offset }) => offset, maxLength: 25 },
  )
  .map((made) =>
    made.map(({ offset, amount, isCharge }): LoanEvent<'USD'> => {
      const date = addDays(start, offset);
      const body = { id: String(offset), amountMinor: usd(amount), enteredOn: date };
      if (!isCharge) return { kind: 'payment', date, ...body };
      return { kind: 'charge', component: 'penalty', dueDate: date, ...body };
    }),
  );

test('no minor unit is created or lost', () => {
  fc.assert(
    fc.property(arbitraryEvents, fc.constantFrom(...rules), (events, rule) => {
      const replayed = valueOf(replayLoan({ ...loan, rule }, [disbursed, ...events]));
      const paid = replayed.events.filter(({ kind }) => kind === 'payment');
      const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
      for (const { amountMinor, allocation, prepaidPrincipalMinor, restMinor } of paid) {
        expect(allocation.totalMinor + prepaidPrincipalMinor + restMinor).toBe(amountMinor);
      }
      for (const field of ALLOCATION_FIELDS) {
        const due = sum(replayed.instalments.map((row) => row.due[field]));
        expect(replayed.outstanding[field]).toBe(
          due - sum(paid.map(({ allocation }) => allocation[field])),
        );
      }
      const prepaid = sum(paid.map(({ prepaidPrincipalMinor }) => prepaidPrincipalMinor));
      const principal = sum(paid.map(({ allocation }) => allocation.principalMinor)) + prepaid;
      expect(replayed.outstanding.principalMinor).toBe(1_200_00 - principal);
    }),
  );
});

test('the order of entry does not matter if all dates differ', () => {
  fc.assert(
    fc.property(arbitraryEvents, fc.constantFrom(...rules), (events, rule) => {
      const at = (entered: LoanEvent<'USD'>[]) =>
        valueOf(replayLoan({ ...loan, rule }, [disbursed, ...entered]));
      expect(at(events.toReversed())).toEqual(at(events));
    }),
  );
});

test('the reversal of the latest event restores the state before it', () => {
  fc.assert(
    fc.property(arbitraryEvents, fc.constantFrom(...rules), (events, rule) => {
      fc.pre(events.length > 0);
      const ruled = { ...loan, rule };
      const before = valueOf(replayLoan(ruled, [disbursed, ...events.slice(0, -1)]));
      const reverses = events.at(-1)?.id ?? '';
      const after = valueOf(
        replayLoan(ruled, [disbursed, ...events, { kind: 'reversal', id: 'r', reverses }]),
      );
      expect(after.instalments).toEqual(before.instalments);
      expect(after.outstanding).toEqual(before.outstanding);
      expect(after.status).toBe(before.status);
      expect(after.events.filter(({ isReversed }) => !isReversed)).toEqual(before.events);
    }),
  );
});

test('payments allocated one by one equal a replay if interest is owed until maturity', () => {
  fc.assert(
    fc.property(arbitraryEvents, fc.constantFrom(...rules.slice(0, 3)), (made, rule) => {
      const events = made
        .filter((event) => event.kind === 'payment')
        .toSorted((left, right) => (left.date < right.date ? -1 : 1));
      let rows = valueOf(replayLoan(loan, [disbursed])).instalments.map(asOpen);
      for (const { amountMinor, date } of events) {
        const { parts } = valueOf(
          allocatePayment({ amountMinor, valueDate: date, instalments: rows, rule }),
        );
        rows = rows.map((row) => {
          const part = parts.find(({ instalmentNumber }) => instalmentNumber === row.number);
          return part ? { ...row, paid: addAllocations(row.paid, part) } : row;
        });
      }
      const scheduled = { ...loan, rule, interestUntil: 'maturity' } as const;
      const atOnce = valueOf(replayLoan(scheduled, [disbursed, ...events]));
      expect(atOnce.instalments.map(asOpen)).toEqual(rows);
    }),
  );
});

type Amounts = Readonly<Record<AllocationField, number>>;

function asOpen({ number, dueDate, due, paid }: OpenInstalment<'USD'>): OpenInstalment<'USD'> {
  return { number, dueDate, due: addAllocations(due), paid: addAllocations(paid) };
}

function addAllocations(left: Amounts, right?: Amounts) {
  const add = (field: AllocationField) => brandMinor<'USD'>(left[field] + (right?.[field] ?? 0));
  return {
    penaltyMinor: add('penaltyMinor'),
    feeMinor: add('feeMinor'),
    interestMinor: add('interestMinor'),
    principalMinor: add('principalMinor'),
  };
}
