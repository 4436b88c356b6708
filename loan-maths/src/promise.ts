import type { CalendarDate } from './calendar.ts';
import { addDays, compareDates } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';

/**
 * Returns the state on a day of each of a loan's promises to pay, in the given order. The states
 * always follow from payments; no user enters them. A promise in instalments is passed as one
 * promise per date.
 *
 * A payment counts for a promise if it was booked after the promise was made and its value date is
 * from the day the promise was made to the promised day plus grace days, both included. If a newer
 * promise replaced it by the last of these days, only payments booked before the newer promise
 * count. A payment that counts for several promises fills the one that ends first, then the next;
 * what exceeds all of them counts for the last.
 * @example 100.00 promised on 2026-06-01 for 2026-06-05 and again for 2026-06-12, 160.00 received
 * on the 3rd: the first is kept, the second waits with 60.00 until the 12th and is then partly
 * kept.
 */
export function promiseOutcomes<Currency extends string>(
  promises: readonly PaymentPromise<Currency>[],
  payments: readonly PaymentReceived<Currency>[],
  today: CalendarDate,
): PromiseOutcome<Currency>[] {
  const open = promises.map((promise) => ({ ...windowOf(promise), received: 0 }));
  // A stable sort leaves the given order to promises that end on the same day.
  const inOrder = open.toSorted((one, other) => compareDates(one.lastDay, other.lastDay));
  for (const payment of payments.toSorted(inTime)) {
    const counting = inOrder.filter((promise) => counts(payment, promise));
    let left: number = payment.amountMinor;
    for (const promise of counting) {
      const taken = Math.min(left, Math.max(promise.amountMinor - promise.received, 0));
      promise.received += taken;
      left -= taken;
    }
    const last = counting.at(-1);
    if (last) last.received += left;
  }
  return open.map(({ received, ...promise }) => ({
    state: stateOf(promise, received, today),
    receivedMinor: brandMinor<Currency>(received),
  }));
}

type Window = PaymentPromise & { readonly lastDay: CalendarDate };

/**
 * Returns a promise with the last day on which payments count for it. A newer promise has no effect
 * on a promise whose last day has passed.
 */
function windowOf(promise: PaymentPromise): Window {
  const lastDay = addDays(promise.promisedOn, promise.graceDays);
  const { replaced } = promise;
  return { ...promise, lastDay, replaced: replaced && replaced.on <= lastDay ? replaced : null };
}

function inTime(one: PaymentReceived, other: PaymentReceived): number {
  const day = compareDates(one.valueDate, other.valueDate);
  if (day !== 0) return day;
  if (one.bookedAt !== other.bookedAt) return one.bookedAt < other.bookedAt ? -1 : 1;
  return one.amountMinor - other.amountMinor;
}

function counts(
  { valueDate, bookedAt }: PaymentReceived,
  { madeOn, madeAt, lastDay, replaced }: Window,
): boolean {
  return (
    valueDate >= madeOn &&
    valueDate <= lastDay &&
    bookedAt >= madeAt &&
    (replaced === null || bookedAt < replaced.at)
  );
}

function stateOf(promise: Window, received: number, today: CalendarDate): PromiseState {
  if (received >= promise.amountMinor) return 'kept';
  if (promise.replaced) return 'replaced';
  if (today <= promise.lastDay) return 'waiting';
  return received > 0 ? 'partly-kept' : 'broken';
}

/** `replaced`: a newer promise was made before this one was kept or its last day had passed. */
export type PromiseState = 'waiting' | 'kept' | 'partly-kept' | 'broken' | 'replaced';

export type PaymentPromise<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly promisedOn: CalendarDate;
  readonly graceDays: number;
  readonly madeOn: CalendarDate;
  /**
   * A moment as text that sorts chronologically, like every moment here: ISO 8601 in UTC, or a
   * number of fixed width.
   */
  readonly madeAt: string;
  /** The day and the moment at which a newer promise replaced this one. */
  readonly replaced: { readonly on: CalendarDate; readonly at: string } | null;
};

/** An effective payment: one that is not reversed. */
export type PaymentReceived<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly valueDate: CalendarDate;
  readonly bookedAt: string;
};

export type PromiseOutcome<Currency extends string = string> = {
  readonly state: PromiseState;
  readonly receivedMinor: MinorUnits<Currency>;
};
