import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AllocationRule, OverpaymentTreatment, OpenInstalment } from './allocation.ts';
import { allocatePayment } from './allocation.ts';
import { COMPONENT_ORDERS } from './component-orders.ts';
import { calendarDate, dateOfDayNumber } from './calendar.ts';
import { minorUnits } from './money.ts';
import { ALLOCATION_FIELDS } from './allocated-amounts.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');

function amounts([penalty = 0, fee = 0, interest = 0, principal = 0]: number[]) {
  return {
    penaltyMinor: usd(penalty),
    feeMinor: usd(fee),
    interestMinor: usd(interest),
    principalMinor: usd(principal),
  };
}

function owed(number: number, dueDate: string, due: number[]): OpenInstalment<'USD'> {
  return { number, dueDate: calendarDate(dueDate), due: amounts(due), paid: amounts([]) };
}

const first = owed(1, '2024-02-01', [5_00, 2_00, 13_00, 90_00]);
const second = owed(2, '2024-03-01', [1_00, 0, 12_00, 91_00]);
const third = owed(3, '2024-04-01', [0, 3_00, 11_00, 92_00]);
const instalments = [first, second, third];

const pay = (amount: number, valueDate: string, rule?: AllocationRule) =>
  valueOf(
    allocatePayment({
      amountMinor: usd(amount),
      valueDate: calendarDate(valueDate),
      instalments,
      rule,
    }),
  );

const byInstalment = (allocation: ReturnType<typeof pay>) =>
  allocation.parts.map((part) => [
    part.instalmentNumber,
    ...ALLOCATION_FIELDS.map((field) => part[field]),
  ]);

test('100.00 pays penalty 5.00, fee 2.00, interest 13.00 and principal 80.00', () => {
  expect(pay(100_00, '2024-02-01').totals).toEqual({
    ...amounts([5_00, 2_00, 13_00, 80_00]),
    totalMinor: 100_00,
  });
});

test('money beyond the payoff remains unallocated', () => {
  const allocation = pay(321_00, '2024-01-01');
  expect(allocation.totals.totalMinor).toBe(320_00);
  expect(allocation.restMinor).toBe(1_00);
});

describe('allocation orders', () => {
  test.each([
    ['penalties_fees_interest_principal', [5_00, 2_00, 3_00, 0]],
    ['interest_principal_penalties_fees', [0, 0, 10_00, 0]],
    ['principal_first', [0, 0, 0, 10_00]],
  ] as const)('%s', (name, expected) => {
    const { totals } = pay(10_00, '2024-02-01', { order: COMPONENT_ORDERS[name] });
    expect(totals).toMatchObject(amounts([...expected]));
  });

  test('the vertical direction pays one component of all due instalments before the next', () => {
    const rule = {
      order: COMPONENT_ORDERS.penalties_fees_interest_principal,
      direction: 'vertical',
    } as const;
    expect(byInstalment(pay(20_00, '2024-03-02', rule))).toEqual([
      [1, 5_00, 2_00, 12_00, 0],
      [2, 1_00, 0, 0, 0],
    ]);
  });

  test('an instalment that is paid in advance may have a different order', () => {
    const rule: AllocationRule = {
      order: COMPONENT_ORDERS.penalties_fees_interest_principal,
      orderInAdvance: COMPONENT_ORDERS.principal_first,
    };
    expect(byInstalment(pay(115_00, '2024-02-01', rule))).toEqual([
      [1, 5_00, 2_00, 13_00, 90_00],
      [2, 0, 0, 0, 5_00],
    ]);
  });
});

describe('an overpayment', () => {
  const order = COMPONENT_ORDERS.penalties_fees_interest_principal;
  const payUnder = (overpaymentTreatment: OverpaymentTreatment) =>
    pay(120_00, '2024-02-01', { order, overpaymentTreatment });

  test('pays the next instalments', () => {
    expect(byInstalment(payUnder('next_instalments'))[1]).toEqual([2, 1_00, 0, 9_00, 0]);
  });

  test('pays the last instalments', () => {
    expect(byInstalment(payUnder('last_instalments'))[1]).toEqual([3, 0, 3_00, 7_00, 0]);
  });

  test('is spread evenly', () => {
    expect(byInstalment(payUnder('even_spread')).slice(1)).toEqual([
      [2, 1_00, 0, 4_00, 0],
      [3, 0, 3_00, 2_00, 0],
    ]);
  });

  test.each(['shorter_term', 'lower_instalment'] as const)('prepays principal: %s', (choice) => {
    const allocation = payUnder(choice);
    expect(byInstalment(allocation)).toHaveLength(1);
    expect(allocation.prepaidPrincipalMinor).toBe(10_00);
    expect(allocation.restMinor).toBe(0);
  });

  test('becomes credit', () => {
    expect(payUnder('credit')).toMatchObject({ prepaidPrincipalMinor: 0, restMinor: 10_00 });
  });
});

test('a charge may be due by its own date, before its instalment', () => {
  const charged = {
    ...second,
    charges: [
      { component: 'penalty', dueDate: calendarDate('2024-02-01'), amountMinor: usd(1_00) },
    ] as const,
  };
  const allocate = (chargesDueBy: 'instalment' | 'own_date') =>
    valueOf(
      allocatePayment({
        amountMinor: usd(50),
        valueDate: calendarDate('2024-02-10'),
        instalments: [charged],
        rule: {
          order: COMPONENT_ORDERS.penalties_fees_interest_principal,
          orderInAdvance: COMPONENT_ORDERS.principal_first,
          chargesDueBy,
        },
      }),
    ).totals;
  expect(allocate('own_date').penaltyMinor).toBe(50);
  expect(allocate('instalment').principalMinor).toBe(50);
});

test.each([
  [-1, 'amount_is_negative'],
  [0.5, 'amount_exceeds_safe_integers'],
])('an amount of %d is refused', (amount, name) => {
  // External data may have an amount that `minorUnits` did not check.
  const amountMinor = JSON.parse(JSON.stringify(amount)) as ReturnType<typeof usd>;
  const refused = allocatePayment({ amountMinor, valueDate: first.dueDate, instalments });
  expect(refused).toMatchObject({ ok: false, failure: { name, field: 'amountMinor' } });
});

test('an instalment with more paid than due is refused', () => {
  const overpaid = { ...first, paid: amounts([6_00]) };
  const refused = allocatePayment({
    amountMinor: usd(1),
    valueDate: first.dueDate,
    instalments: [overpaid],
  });
  expect(refused).toMatchObject({ ok: false, failure: { field: 'instalments[0].paid' } });
});

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 }));
const arbitraryInstalments = fc
  .array(fc.tuple(fc.nat(60), amount, amount, amount, amount), { maxLength: 12 })
  .map((rows) => {
    let day = 19_000;
    return rows.map(([gap, ...due], index) => {
      day += gap;
      return owed(index + 1, dateOfDayNumber(day), due);
    });
  });
const arbitraryRule: fc.Arbitrary<AllocationRule> = fc.record({
  order: fc.constantFrom(...Object.values(COMPONENT_ORDERS)),
  orderInAdvance: fc.constantFrom(undefined, ...Object.values(COMPONENT_ORDERS)),
  direction: fc.constantFrom('horizontal', 'vertical'),
  chargesDueBy: fc.constantFrom('instalment', 'own_date'),
  overpaymentTreatment: fc.constantFrom(
    'next_instalments',
    'last_instalments',
    'even_spread',
    'shorter_term',
    'lower_instalment',
    'credit',
  ),
});

test('no minor unit is created or lost, and no component is overpaid', () => {
  fc.assert(
    fc.property(
      arbitraryInstalments,
      arbitraryRule,
      fc.nat(2_000_000),
      fc.integer({ min: 18_900, max: 19_900 }),
      (rows, rule, paid, day) => {
        const allocation = valueOf(
          allocatePayment({
            amountMinor: usd(paid),
            valueDate: dateOfDayNumber(day),
            instalments: rows,
            rule,
          }),
        );
        const { totals, parts, prepaidPrincipalMinor, restMinor } = allocation;
        expect(totals.totalMinor + prepaidPrincipalMinor + restMinor).toBe(paid);
        expect(parts.reduce((sum, part) => sum + part.totalMinor, 0)).toBe(totals.totalMinor);
        expect(restMinor).toBeGreaterThanOrEqual(0);
        const isWithinDue = parts.every((part) =>
          ALLOCATION_FIELDS.every(
            (field) =>
              part[field] >= 0 && part[field] <= (rows[part.instalmentNumber - 1]?.due[field] ?? 0),
          ),
        );
        expect(isWithinDue).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
