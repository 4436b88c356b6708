import { isDeepStrictEqual } from 'node:util';
import {
  changesSchedule,
  chargeToReplay,
  loanToReplay,
  paymentToReplay,
  type ChargedAmount,
  type PaymentToReplay,
} from '@bursar/contracts/servicing/loan-to-replay';
import {
  ALLOCATION_FIELDS,
  replayLoan,
  subtractAllocations,
  sumAllocations,
  type LoanEvent,
  type AllocationSums,
  type ReplayedEvent,
  type ReplayedInstalment,
  type ReplayedLoan,
} from '@bursar/loan-maths';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { InstalmentRow } from './instalments.store.ts';
import type { Due } from './schedule-versions.store.ts';
import {
  allocateToCharges,
  type ChargeAllocation,
  type ChargeStep,
} from './allocate-to-charges.ts';

export type InstalmentAllocation = AllocationSums & { readonly instalmentNumber: number };

/** An effective payment with its current allocation. */
export type AllocatedPayment = PaymentToReplay & {
  /** Orders events of the same day. */
  readonly number: number;
  readonly allocations: readonly InstalmentAllocation[];
  readonly charges: readonly ChargeAllocation[];
  readonly creditMinor: number;
};

type Books = Omit<Parameters<typeof loanToReplay>[0], 'instalments'> & {
  /** The loan's instalments with their present paid amounts. */
  readonly instalments: readonly InstalmentRow[];
  /**
   * The amounts of the instalments by the agreed schedule, if a payoff or prepayment changed them.
   */
  readonly agreed?: ReadonlyMap<number, Due>;
  readonly chargesPaid: ReadonlyMap<string, number>;
};

type Change<Effective extends AllocatedPayment> = {
  /**
   * The effective payments from the changed position on, in order. If an earlier payment changed
   * the schedule, the list starts at that payment: see `effectiveFrom`.
   */
  readonly effectivePayments: readonly Effective[];
  /** A payment to insert at its value date. */
  readonly putIn?: PaymentToReplay;
  /** The id of the effective payment to remove. */
  readonly takenOut?: string;
  /**
   * Whether unallocated money becomes credit. A reversal and a reallocation after a charge, waiver
   * or undone tape set it, because that money was received.
   */
  readonly keepsRest?: boolean;
};

type Allocation = {
  readonly allocations: readonly InstalmentAllocation[];
  readonly charges: readonly ChargeAllocation[];
  readonly creditMinor: number;
};

export type ReplayResult<Effective extends AllocatedPayment> = Allocation & {
  /** Payments whose allocation changes. The allocation above is that of the inserted payment. */
  readonly reallocated: readonly (Allocation & { readonly payment: Effective })[];
  readonly instalments: readonly InstalmentRow[];
  /** Instalments whose amount changes, because of a payoff or prepayment or the removal of one. */
  readonly dues: readonly Due[];
  readonly isSettled: boolean;
  /**
   * Money that cannot be allocated, because everything owed is paid without it and it may not
   * become credit. Always 0 in a reversal.
   */
  readonly restMinor: number;
};

/** Returns the payments made after the last reschedule. Earlier ones keep their allocation. */
export const countedSince = <Effective extends AllocatedPayment>(
  payments: readonly Effective[],
  rescheduleNumber: number | null,
): readonly Effective[] =>
  rescheduleNumber === null ? payments : payments.filter(({ number }) => number > rescheduleNumber);

/**
 * Returns the payments of a loan from a position on. The list starts earlier if an earlier payment
 * changed the schedule, by its prepayment choice or by paying off the loan. The payoff is the last
 * payment of principal, because payments that only add credit may follow it.
 */
export function effectiveFrom<Effective extends AllocatedPayment>(
  payments: readonly Effective[],
  place: number,
  { isSettled }: { readonly isSettled: boolean },
): readonly Effective[] {
  const paysPrincipal = ({ allocations }: Effective) =>
    sumAllocations(allocations).principalMinor > 0;
  const starts = [
    place,
    payments.findIndex(changesSchedule),
    isSettled ? payments.findLastIndex(paysPrincipal) : -1,
  ];
  return payments.slice(Math.min(...starts.filter((start) => start >= 0)));
}

/**
 * Calculates instalments and allocations after a payment is added or removed, or charges change.
 * `replayLoan` replays payments and later charges from the changed position on; earlier allocations
 * and opening amounts of a tape do not change. Refuses if a payment needs a schedule that the
 * loan's terms cannot make.
 */
export function replayPayments<Effective extends AllocatedPayment>(
  books: Books,
  change: Change<Effective>,
): Outcome<ReplayResult<Effective>, 'schedule_cannot_be_made'> {
  const { effectivePayments, putIn, takenOut, keepsRest = takenOut !== undefined } = change;
  const inOrder = orderOf(change, books.charges);
  const later = inOrder.flatMap((one) => ('charged' in one ? [one.charged] : []));
  const base = before(books, { payments: effectivePayments, later });
  const charges = books.charges.filter((charged) => !later.includes(charged));
  const replayed = replay({ ...books, instalments: base, charges }, { inOrder, takenOut });
  if (!replayed.ok) return refuse('schedule_cannot_be_made', { field: 'overpaymentTreatment' });
  const events = new Map(replayed.value.events.map((event) => [event.id, event]));
  const prepaid = prepaymentsOf(replayed.value);
  const allocationsOf = (id: string) => allocationsOfEvent(events.get(id), prepaid.get(id));
  const instalments = base.map((row, index) => {
    const after = replayed.value.instalments[index];
    return after ? withReplayed(row, { after, prepaid: [...prepaid.values()] }) : row;
  });
  const steps = inOrder.flatMap((one): ChargeStep[] => {
    if (!('payment' in one)) return [one];
    const { id } = one.payment;
    return id === takenOut ? [] : [{ paymentId: id, allocations: allocationsOf(id) }];
  });
  const allocated = allocateToCharges(
    [...charges.map((charged) => ({ charged })), ...steps],
    paidBefore(books.chargesPaid, effectivePayments),
  );
  const allocationOf = (
    payment: PaymentToReplay & { readonly creditMinor?: number },
  ): Allocation => ({
    allocations: allocationsOf(payment.id),
    charges: allocated.get(payment.id) ?? [],
    creditMinor: creditOf(payment, {
      restMinor: events.get(payment.id)?.restMinor ?? 0,
      keepsRest,
    }),
  });
  const remaining = effectivePayments.filter(({ id }) => id !== takenOut);
  const all = putIn ? [...remaining, putIn] : remaining;
  const creditMinor = all.reduce((sum, payment) => sum + allocationOf(payment).creditMinor, 0);
  return succeed({
    ...(putIn ? allocationOf(putIn) : { allocations: [], charges: [], creditMinor: 0 }),
    reallocated: remaining
      .map((payment) => ({ payment, ...allocationOf(payment) }))
      .filter(({ payment, ...allocation }) => !same(payment, allocation)),
    instalments,
    dues: instalments.filter((row, index) => {
      const now = books.instalments[index];
      return now && !asksAlike(row, now);
    }),
    isSettled: replayed.value.outstanding.totalMinor === 0,
    restMinor: replayed.value.creditMinor - creditMinor,
  });
}

type Credited = { readonly creditMinor: number; readonly currency: string };
type Moved = Pick<ReplayResult<AllocatedPayment>, 'reallocated'>;

/**
 * Returns the credit balance after a payment changes it by `givenMinor`, and reallocated payments
 * add more or less to it than before.
 */
export const creditAfter = (
  { creditMinor }: Pick<Credited, 'creditMinor'>,
  givenMinor: number,
  { reallocated }: Moved,
): number =>
  reallocated.reduce(
    (sum, one) => sum + one.creditMinor - one.payment.creditMinor,
    creditMinor + givenMinor,
  );

/** Returns the refunded amount that no payment covers any more; 0 if the credit suffices. */
export const shortOfCredit = (loan: Credited, givenMinor: number, moved: Moved): number =>
  Math.max(0, -creditAfter(loan, givenMinor, moved));

/** Refuses to remove credit that was used or refunded. */
export function refuseUsedCredit(loan: Credited, givenMinor: number, moved: Moved) {
  const missingMinor = -creditAfter(loan, givenMinor, moved);
  if (missingMinor <= 0) return null;
  return refuse('credit_was_used', { details: { missingMinor, currency: loan.currency } });
}

/**
 * Returns the part of a payment's unallocated rest that becomes credit: all of it if the user chose
 * so or if `keepsRest` is set. Otherwise at most the payment's earlier credit.
 */
function creditOf(
  { overpaymentTreatment, creditMinor = 0 }: PaymentToReplay & { readonly creditMinor?: number },
  { restMinor, keepsRest }: { readonly restMinor: number; readonly keepsRest: boolean },
): number {
  return overpaymentTreatment === 'credit' || keepsRest
    ? restMinor
    : Math.min(restMinor, creditMinor);
}

type Replaying = { readonly inOrder: readonly Counted[]; readonly takenOut: string | undefined };

function replay(books: Parameters<typeof loanToReplay>[0], { inOrder, takenOut }: Replaying) {
  const { loan, disbursement } = loanToReplay(books);
  const reversal = { kind: 'reversal', id: 'reversal', reverses: takenOut ?? '' } as const;
  const lastCharge = inOrder.findLastIndex((one) => 'charged' in one);
  const events = inOrder.map((one, place): LoanEvent => {
    if ('charged' in one) return chargeToReplay(one.charged, books.currency);
    // A payment before a later charge cannot settle the loan, so its schedule does not change.
    const rule = place < lastCharge ? ('maturity' as const) : one.payment.interestUntil;
    return paymentToReplay({ ...one.payment, interestUntil: rule }, books.currency);
  });
  const replayed = replayLoan(loan, [disbursement, ...events, ...(takenOut ? [reversal] : [])]);
  if (replayed.ok) return replayed;
  const isAsked = inOrder.some((one) => 'payment' in one && changesSchedule(one.payment));
  // The command and the table's constraints have checked amounts and instalments.
  if (!isAsked) throw new Error(replayed.failure.message);
  return replayed;
}

/**
 * Prepaid principal is allocated to the instalment of the current period, whose amount rises by the
 * same sum.
 */
type Prepayment = { readonly instalmentNumber: number; readonly principalMinor: number };

function prepaymentsOf({ events, instalments }: ReplayedLoan): ReadonlyMap<string, Prepayment> {
  return new Map(
    events.flatMap(({ id, date, prepaidPrincipalMinor: principalMinor }) => {
      const running = instalments.find((row) => row.kind === 'instalment' && row.dueDate > date);
      return principalMinor > 0 && running
        ? [[id, { instalmentNumber: running.number, principalMinor }] as const]
        : [];
    }),
  );
}

const zeroAllocation = { principalMinor: 0, interestMinor: 0, feeMinor: 0, penaltyMinor: 0 };

function allocationsOfEvent(
  event: ReplayedEvent | undefined,
  prepayment: Prepayment | undefined,
): InstalmentAllocation[] {
  const parts = event?.parts ?? [];
  if (!prepayment) return [...parts];
  const { instalmentNumber, principalMinor } = prepayment;
  const onRunning =
    parts.find((part) => part.instalmentNumber === instalmentNumber) ?? zeroAllocation;
  return [
    ...parts.filter((part) => part.instalmentNumber !== instalmentNumber),
    { ...onRunning, instalmentNumber, principalMinor: onRunning.principalMinor + principalMinor },
  ];
}

function withReplayed(
  row: InstalmentRow,
  { after, prepaid }: { after: ReplayedInstalment; prepaid: readonly Prepayment[] },
): InstalmentRow {
  const here = prepaid.filter(({ instalmentNumber }) => instalmentNumber === row.number);
  const more = here.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  const paid = { ...after.paid, principalMinor: after.paid.principalMinor + more };
  const { principalMinor, interestMinor, feeMinor, penaltyMinor } = after.due;
  const due = { interestMinor, feeMinor, penaltyMinor, principalMinor: principalMinor + more };
  const { fromDate, carriedMinor, earnedMinor = 0, on } = after.accrual;
  const balanceMinor = on?.balanceMinor ?? 0;
  const accrual = { fromOn: fromDate, carriedMinor, earnedMinor, balanceMinor };
  return withPaid({ ...row, ...due, ...(more > 0 && { accrual }) }, paid);
}

type Counted = { readonly charged: ChargedAmount } | { readonly payment: PaymentToReplay };

/**
 * Returns the payments, and the charges made after the first of these payments, in order. An
 * inserted payment comes last on its day.
 */
function orderOf(
  { effectivePayments, putIn }: Change<AllocatedPayment>,
  charges: readonly ChargedAmount[],
): readonly Counted[] {
  const inOrder = [
    ...effectivePayments.map((payment) => ({
      on: payment.valueDate,
      number: payment.number,
      payment,
    })),
    ...(putIn ? [{ on: putIn.valueDate, number: Number.POSITIVE_INFINITY, payment: putIn }] : []),
    ...charges.map((charged) => ({ on: charged.countsOn, number: charged.number, charged })),
  ].toSorted((left, right) => {
    if (left.on !== right.on) return left.on < right.on ? -1 : 1;
    return left.number < right.number ? -1 : left.number > right.number ? 1 : 0;
  });
  const first = inOrder.findIndex((one) => 'payment' in one);
  return first < 0 ? [] : inOrder.slice(first);
}

function paidBefore(
  paid: ReadonlyMap<string, number>,
  payments: readonly AllocatedPayment[],
): ReadonlyMap<string, number> {
  const left = new Map(paid);
  for (const { chargeId, amountMinor } of payments.flatMap(({ charges }) => charges)) {
    left.set(chargeId, (left.get(chargeId) ?? 0) - amountMinor);
  }
  return left;
}

export function differenceOf(
  then: readonly InstalmentAllocation[],
  now: readonly InstalmentAllocation[],
): InstalmentAllocation[] {
  const numbers = new Set([...then, ...now].map(({ instalmentNumber }) => instalmentNumber));
  return [...numbers].map((instalmentNumber) => {
    const on = (allocations: readonly InstalmentAllocation[]) =>
      sumAllocations(
        allocations.filter((allocation) => allocation.instalmentNumber === instalmentNumber),
      );
    return { instalmentNumber, ...subtractAllocations(on(now), on(then)) };
  });
}

function same(then: Allocation, now: Allocation): boolean {
  const onInstalments = differenceOf(then.allocations, now.allocations).every((difference) =>
    ALLOCATION_FIELDS.every((field) => difference[field] === 0),
  );
  const allocatedOn = (one: Allocation, id: string) =>
    one.charges.find(({ chargeId }) => chargeId === id)?.amountMinor ?? 0;
  const all = [...then.charges, ...now.charges];
  const onCharges = all.every(
    ({ chargeId }) => allocatedOn(then, chargeId) === allocatedOn(now, chargeId),
  );
  return onInstalments && onCharges && then.creditMinor === now.creditMinor;
}

function asksAlike(then: InstalmentRow, now: InstalmentRow): boolean {
  const alike = ALLOCATION_FIELDS.every((field) => then[field] === now[field]);
  return alike && isDeepStrictEqual(then.accrual, now.accrual);
}

type Removed = {
  readonly payments: readonly AllocatedPayment[];
  readonly later: readonly ChargedAmount[];
};

/** Returns the instalments by the agreed schedule, without the given payments and later charges. */
function before({ instalments, agreed }: Books, { payments, later }: Removed): InstalmentRow[] {
  const allocations = payments.flatMap((payment) => payment.allocations);
  return instalments.map((live) => {
    const asked = { ...live, ...agreed?.get(live.number) };
    const charged = (portion: ChargedAmount['portion']) =>
      later
        .filter((one) => one.instalmentNumber === live.number && one.portion === portion)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const row = {
      ...asked,
      feeMinor: asked.feeMinor - charged('fee'),
      penaltyMinor: asked.penaltyMinor - charged('penalty'),
    };
    const removed = allocations.filter(({ instalmentNumber }) => instalmentNumber === row.number);
    return removed.length === 0
      ? row
      : withPaid(row, subtractAllocations(paidOn(row), sumAllocations(removed)));
  });
}

function paidOn(row: InstalmentRow): AllocationSums {
  return {
    penaltyMinor: row.penaltyPaidMinor,
    feeMinor: row.feePaidMinor,
    interestMinor: row.interestPaidMinor,
    principalMinor: row.principalPaidMinor,
  };
}

function withPaid(row: InstalmentRow, paid: AllocationSums): InstalmentRow {
  return {
    ...row,
    penaltyPaidMinor: paid.penaltyMinor,
    feePaidMinor: paid.feeMinor,
    interestPaidMinor: paid.interestMinor,
    principalPaidMinor: paid.principalMinor,
  };
}
