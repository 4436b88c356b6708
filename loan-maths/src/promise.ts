import type { CalendarDate } from './calendar.ts';
import { addDays } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';

/**
 * Returns the state of a promise to pay on a day. It always follows from payments; nobody enters
 * it.
 *
 * A payment counts if it was booked after the promise was made and its value date is between the
 * day the promise was made and the promised day, both included, plus days of grace. If a newer
 * promise replaced it in time, only payments booked before the newer one count.
 * @example 100.00 promised on 2026-06-01 for 2026-06-05, 60.00 received: waiting until the 5th,
 * partly kept from the 6th.
 */
export function promiseOutcome<Currency extends string>(
  promise: PaymentPromise<Currency>,
  payments: readonly PaymentReceived<Currency>[],
  today: CalendarDate,
): PromiseOutcome<Currency> {
  const lastDay = addDays(promise.promisedOn, promise.graceDays);
  // A newer promise does not affect one whose last day has passed.
  const replaced = promise.replaced && promise.replaced.on <= lastDay ? promise.replaced : null;
  const received = payments
    .filter(
      ({ valueDate, bookedAt }) =>
        valueDate >= promise.madeOn &&
        valueDate <= lastDay &&
        bookedAt >= promise.madeAt &&
        (replaced === null || bookedAt < replaced.at),
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const outcomeOf = (state: PromiseState) => ({
    state,
    receivedMinor: brandMinor<Currency>(received),
  });
  if (received >= promise.amountMinor) return outcomeOf('kept');
  if (replaced) return outcomeOf('replaced');
  if (today <= lastDay) return outcomeOf('waiting');
  return outcomeOf(received > 0 ? 'partly-kept' : 'broken');
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
  /** When a newer promise replaced it. */
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
