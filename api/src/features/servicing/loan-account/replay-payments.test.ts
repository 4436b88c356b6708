import {
  annualRate,
  buildSchedule,
  calendarDate,
  minorUnits,
  sumAllocations,
} from '@bursar/loan-maths';
import { overpaymentChoices } from '@bursar/contracts/choices';
import type { PaymentToReplay } from '@bursar/contracts/servicing/loan-to-replay';
import { ALLOCATION_ORDERS, type AllocationOrder } from '@bursar/loan-maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remainingOf, type InstalmentRow } from './instalments.store.ts';
import {
  differenceOf,
  replayPayments,
  effectiveFrom,
  type AllocatedPayment,
  type ReplayResult,
} from './replay-payments.ts';

function replay<Effective extends AllocatedPayment>(
  ...[books, change]: Parameters<typeof replayPayments<Effective>>
): ReplayResult<Effective> {
  const replayed = replayPayments(books, change);
  if (!replayed.ok) throw new Error(replayed.refusal.code);
  return replayed.value;
}

/**
 * Returns the unpaid instalments of 1,200.00 at 12 % over 12 months, with a few fees and penalties.
 */
function freshInstalments(): InstalmentRow[] {
  const schedule = buildSchedule({
    principalMinor: minorUnits(120_000, 'USD'),
    annualRate: annualRate('12'),
    instalmentCount: 12,
    interval: { every: 1, unit: 'months' },
    disbursementDate: calendarDate('2026-01-01'),
    instalmentRounding: 'up',
  });
  if (!schedule.ok) throw new Error(schedule.failure.message);
  return schedule.value.rows.map((row) => ({
    number: row.number,
    dueOn: row.dueDate,
    principalMinor: row.principalMinor,
    interestMinor: row.interestMinor,
    feeMinor: row.number % 3 === 0 ? 500 : 0,
    penaltyMinor: row.number % 4 === 0 ? 250 : 0,
    principalPaidMinor: 0,
    interestPaidMinor: 0,
    feePaidMinor: 0,
    penaltyPaidMinor: 0,
    accrual: null,
  }));
}

type Posted = AllocatedPayment & { readonly sequence: number };

const terms = {
  currency: 'USD',
  disbursedOn: '2026-01-01',
  annualRatePercent: '12',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  instalmentRounding: null,
  instalmentMultipleMinor: null,
  gracePrincipal: null,
  graceInterest: null,
  rescheduledOn: null,
  charges: [],
  chargesPaid: new Map<string, number>(),
} as const;

const openOf = (rows: readonly InstalmentRow[]) =>
  rows.reduce((total, row) => total + remainingOf(row), 0);

type Wished = Pick<PaymentToReplay, 'amountMinor' | 'valueDate' | 'overpaymentTreatment'>;

/** A model of a loan whose payments are posted and reversed as the commands allow. */
class Book {
  readonly allocationOrder: AllocationOrder;
  instalments: readonly InstalmentRow[] = freshInstalments();
  payments: Posted[] = [];

  constructor(allocationOrder: AllocationOrder) {
    this.allocationOrder = allocationOrder;
  }

  /** Posts at most the amount that settles the loan. A closed loan takes nothing. */
  post(payment: Wished, sequence: number): void {
    if (openOf(this.instalments) === 0) return;
    const place = this.payments.filter(
      (one) =>
        one.valueDate < payment.valueDate ||
        (one.valueDate === payment.valueDate && one.sequence < sequence),
    ).length;
    const effectivePayments = effectiveFrom(this.payments, place, { isSettled: false });
    const wished = { ...payment, id: String(sequence), interestUntil: 'date' } as const;
    const { restMinor } = replay(this.books(), { putIn: wished, effectivePayments });
    if (restMinor >= wished.amountMinor) return;
    const putIn = { ...wished, amountMinor: wished.amountMinor - restMinor };
    const replayed = replay(this.books(), { putIn, effectivePayments });
    if (replayed.restMinor > 0) return;
    this.store(replayed);
    const { allocations, charges, creditMinor } = replayed;
    const posted = { ...putIn, sequence, number: sequence, allocations, charges, creditMinor };
    this.payments.splice(place, 0, posted);
  }

  private books() {
    const { allocationOrder, instalments } = this;
    const agreed = new Map(freshInstalments().map((row) => [row.number, duesOf(row)]));
    return { ...terms, allocationOrder, instalments, agreed };
  }

  reverse(sequence: number): void {
    const place = this.payments.findIndex((one) => one.sequence === sequence);
    if (place < 0) return;
    const effectivePayments = effectiveFrom(this.payments, place, {
      isSettled: openOf(this.instalments) === 0,
    });
    const replayed = replay(this.books(), { takenOut: String(sequence), effectivePayments });
    this.payments.splice(place, 1);
    this.store(replayed);
  }

  private store(replayed: ReplayResult<Posted>): void {
    expect(replayed.restMinor).toBe(0);
    this.instalments = replayed.instalments;
    const moved = new Map(replayed.reallocated.map((one) => [one.payment.sequence, one]));
    this.payments = this.payments.map((payment) => {
      const { allocations, creditMinor } = moved.get(payment.sequence) ?? payment;
      return { ...payment, allocations, creditMinor };
    });
  }
}

const duesOf = ({
  number,
  principalMinor,
  interestMinor,
  feeMinor,
  penaltyMinor,
  accrual,
}: InstalmentRow) => ({ number, principalMinor, interestMinor, feeMinor, penaltyMinor, accrual });

const arbitraryPayment = fc.record({
  amountMinor: fc.oneof(fc.integer({ min: 1, max: 15_000 }), fc.constant(200_000)),
  valueDate: fc
    .integer({ min: 1, max: 27 })
    .map((day) => `2026-0${1 + (day % 9)}-${String(day).padStart(2, '0')}`),
  overpaymentTreatment: fc.constantFrom(undefined, ...overpaymentChoices),
});
const order = fc.constantFrom(...ALLOCATION_ORDERS);

describe('replaying the payments of a loan', () => {
  it('restores the initial state after all payments are reversed in any order', () => {
    fc.assert(
      fc.property(
        order,
        fc
          .array(arbitraryPayment, { minLength: 1, maxLength: 7 })
          .chain((payments) =>
            fc.tuple(
              fc.constant(payments),
              fc.shuffledSubarray([...payments.keys()], { minLength: payments.length }),
            ),
          ),
        (allocationOrder, [payments, reversals]) => {
          const book = new Book(allocationOrder);
          for (const [sequence, payment] of payments.entries()) book.post(payment, sequence);
          for (const sequence of reversals) book.reverse(sequence);
          expect(book.instalments).toEqual(freshInstalments());
          expect(book.payments).toEqual([]);
        },
      ),
    );
  });

  it('gives the same result as posting only the remaining payments', () => {
    fc.assert(
      fc.property(
        order,
        fc.array(fc.tuple(arbitraryPayment, fc.boolean()), { minLength: 1, maxLength: 7 }),
        (allocationOrder, payments) => {
          const book = new Book(allocationOrder);
          const alone = new Book(allocationOrder);
          for (const [sequence, [payment]] of payments.entries()) book.post(payment, sequence);
          const posted = new Map(book.payments.map((payment) => [payment.sequence, payment]));
          for (const [sequence, [, isReversed]] of payments.entries()) {
            const payment = posted.get(sequence);
            if (isReversed) book.reverse(sequence);
            else if (payment) alone.post(payment, sequence);
          }
          expect(book.instalments).toEqual(alone.instalments);
          expect(book.payments).toEqual(alone.payments);
        },
      ),
    );
  });

  it('never allocates more or less than the amount of a payment', () => {
    fc.assert(
      fc.property(
        order,
        fc.array(arbitraryPayment, { minLength: 1, maxLength: 7 }),
        (allocationOrder, payments) => {
          const book = new Book(allocationOrder);
          for (const [sequence, payment] of payments.entries()) book.post(payment, sequence);
          for (const { amountMinor, allocations, creditMinor } of book.payments) {
            const sums = Object.values(sumAllocations(allocations));
            expect(sums.reduce((total, sum) => total + sum, creditMinor)).toBe(amountMinor);
          }
        },
      ),
    );
  });

  it('returns as unallocated what later payments have made unnecessary', () => {
    const instalments = freshInstalments();
    const all = {
      id: 'all',
      amountMinor: 130_000,
      valueDate: '2026-06-01',
      interestUntil: 'maturity',
    } as const;
    const books = { ...terms, instalments };
    const principalFirst = { allocationOrder: 'principal_first' } as const;
    const first = replay({ ...books, ...principalFirst }, { putIn: all, effectivePayments: [] });
    const effectivePayments = [
      { ...all, number: 1, allocations: first.allocations, charges: [], creditMinor: 0 },
    ];
    const owed = instalments.reduce(
      (total, row) =>
        total + row.principalMinor + row.interestMinor + row.feeMinor + row.penaltyMinor,
      0,
    );
    const replayed = replay(
      { ...books, ...principalFirst, instalments: first.instalments },
      {
        putIn: { ...all, id: 'before', amountMinor: 1_000, valueDate: '2026-01-15' },
        effectivePayments,
      },
    );
    expect(replayed.restMinor).toBe(Math.max(0, 131_000 - owed));
  });

  it('settles by the rule that was valid when a payment was posted', () => {
    const all = { id: 'all', amountMinor: 125_000, valueDate: '2026-03-01' };
    const settling = (interestUntil: 'date' | 'maturity') =>
      replay(
        { ...terms, instalments: freshInstalments(), allocationOrder: 'principal_first' },
        { putIn: { ...all, interestUntil }, effectivePayments: [] },
      );
    expect(settling('date').restMinor).toBeGreaterThan(0);
    const before = settling('maturity');
    expect(before).toMatchObject({ restMinor: 0, dues: [] });
    expect(openOf(before.instalments)).toBeGreaterThan(0);
  });

  it('returns differences per instalment', () => {
    const allocation = {
      instalmentNumber: 1,
      principalMinor: 5,
      interestMinor: 3,
      feeMinor: 0,
      penaltyMinor: 0,
    };
    const later = { ...allocation, instalmentNumber: 2, interestMinor: 0 };
    expect(differenceOf([allocation], [later])).toEqual([
      { ...allocation, principalMinor: -5, interestMinor: -3 },
      { ...later, principalMinor: 5 },
    ]);
  });

  it('leaves amounts unchanged that a tape reports as paid before the first payment', () => {
    const [first, ...others] = freshInstalments();
    if (!first) throw new Error('no instalment');
    const opened = { ...first, principalPaidMinor: 5_000, interestPaidMinor: 1_200 };
    const books = { ...terms, instalments: [opened, ...others] };
    const paid = { id: 'first', amountMinor: 1_000, valueDate: '2026-02-01' };
    const putIn = { ...paid, interestUntil: 'date' } as const;
    const replayed = replay(
      { ...books, allocationOrder: 'penalties_fees_interest_principal' },
      { putIn, effectivePayments: [] },
    );
    expect(replayed.allocations).toMatchObject([{ principalMinor: 1_000, interestMinor: 0 }]);
    expect(replayed.instalments[0]).toMatchObject({ principalPaidMinor: 6_000 });
  });
});
