import type { CalendarDate } from './calendar.ts';
import type { LoanEvent, ReversalEvent } from './loan-events.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';

export type ReplayableEvent = Exclude<LoanEvent, ReversalEvent>;

/** Returns the events in replay order, with reversed ones marked and reversals removed. */
export function orderEvents(
  events: readonly LoanEvent[],
): Outcome<readonly { event: ReplayableEvent; isReversed: boolean }[]> {
  const ordered: OrderedEvent[] = [];
  const byId = new Map<string, OrderedEvent>();
  let latest: CalendarDate | undefined;
  for (const [sequence, event] of events.entries()) {
    if (event.kind === 'reversal') {
      const target = byId.get(event.reverses);
      if (!target || target.isReversed) return refuseReversal(sequence, event);
      target.isReversed = true;
      continue;
    }
    if (byId.has(event.id)) return refuseRepeated(sequence, event.id);
    const own = event.kind === 'charge' ? event.dueDate : event.date;
    const enteredOn = event.enteredOn ?? laterOf(event.kind === 'charge' ? undefined : own, latest);
    if (event.kind !== 'charge') latest = laterOf(own, latest);
    const place = { event, sequence, own, enteredOn, isReversed: false };
    ordered.push(place);
    byId.set(event.id, place);
  }
  return succeed(ordered.toSorted(orderByDate));
}

type OrderedEvent = {
  event: ReplayableEvent;
  sequence: number;
  own: CalendarDate;
  enteredOn: CalendarDate | undefined;
  isReversed: boolean;
};

/** Orders by effective date, then by day of entry, then by sequence of entry. */
function orderByDate(left: OrderedEvent, right: OrderedEvent): number {
  return (
    compare(effectiveDate(left), effectiveDate(right)) ||
    compare(left.enteredOn, right.enteredOn) ||
    left.sequence - right.sequence
  );
}

/**
 * Returns the day on which an event takes effect: its own date or, for a charge, its day of entry,
 * or its due date if that is earlier.
 */
function effectiveDate({ event, own, enteredOn }: OrderedEvent): CalendarDate | undefined {
  if (event.kind !== 'charge') return own;
  return enteredOn !== undefined && own < enteredOn ? own : enteredOn;
}

function laterOf(
  left: CalendarDate | undefined,
  right: CalendarDate | undefined,
): CalendarDate | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}

function compare(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

function refuseReversal(sequence: number, { reverses }: ReversalEvent): Outcome<never> {
  return refuse(
    'event_not_found',
    `events[${sequence}].reverses`,
    `There is no earlier event ${reverses} to reverse.`,
  );
}

function refuseRepeated(sequence: number, id: string): Outcome<never> {
  return refuse('event_is_repeated', `events[${sequence}].id`, `Two events have the id ${id}.`);
}
