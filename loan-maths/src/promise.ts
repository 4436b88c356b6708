import type { CalendarDate } from './calendar.ts';
import { addDays } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';

/**
 * What payments have made of a promise to pay, on a day: nobody ever types it.
 *
 * Money counts when it was booked after the promise was given and is valued from that day to the promised one,
 * both included, plus days of grace. A promise that a newer one replaced in time counts what came before that.
 * @example 100.00 promised on 2026-06-01 for 2026-06-05, 60.00 received: waiting until the 5th, partly kept from the 6th.
 */
export function promiseOutcome<Currency extends string>(
  promise: PaymentPromise<Currency>,
  payments: readonly PaymentReceived<Currency>[],
  today: CalendarDate,
): PromiseOutcome<Currency> {
  const lastDay = addDays(promise.promisedOn, promise.graceDays);
  // A promise whose day had passed stays what it was, whatever is promised afterwards.
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
  const settle = (state: PromiseState) => ({
    state,
    receivedMinor: brandMinor<Currency>(received),
  });
  if (received >= promise.amountMinor) return settle('kept');
  if (replaced) return settle('replaced');
  if (today <= lastDay) return settle('waiting');
  return settle(received > 0 ? 'partly-kept' : 'broken');
}

/** `replaced`: a newer promise came before it was kept or its day had passed. */
export type PromiseState = 'waiting' | 'kept' | 'partly-kept' | 'broken' | 'replaced';

export type PaymentPromise<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly promisedOn: CalendarDate;
  readonly graceDays: number;
  readonly madeOn: CalendarDate;
  /** As every moment here a text that sorts as things happened: ISO 8601 in UTC, or a number of fixed width. */
  readonly madeAt: string;
  /** When a newer promise took its place. */
  readonly replaced: { readonly on: CalendarDate; readonly at: string } | null;
};

/** A payment that stands: one that was reversed is not among them. */
export type PaymentReceived<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly valueDate: CalendarDate;
  readonly bookedAt: string;
};

export type PromiseOutcome<Currency extends string = string> = {
  readonly state: PromiseState;
  readonly receivedMinor: MinorUnits<Currency>;
};
