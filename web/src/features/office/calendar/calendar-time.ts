import type { CalendarEvent, EventTime } from '@bursar/contracts/office/calendar';
import type { CalendarDayKind } from '@bursar/contracts/choices';
import {
  addDays,
  addMonths,
  calendarDate,
  calendarDaysBetween,
  dateParts,
  isoWeekday,
  type CalendarDate,
} from '@bursar/loan-maths/calendar';
import { instantIn } from '../../../lib/instant-in.ts';
import type { DaySum } from './calendar.queries.ts';

export const calendarViews = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** A month's picture and an agenda have six weeks. */
const SIX_WEEKS = 42;

/** The days that a view of a day shows. */
export function daysOf(view: CalendarView, day: string): readonly CalendarDate[] {
  const chosen = calendarDate(day);
  if (view === 'day') return [chosen];
  if (view === 'agenda') return daysFrom(chosen, SIX_WEEKS);
  if (view === 'week') return daysFrom(mondayOf(chosen), 7);
  return daysFrom(mondayOf(firstOfMonth(chosen)), SIX_WEEKS);
}

/** The day that the same view a page on, or back, is about. */
export function turned(view: CalendarView, day: string, pages: number): CalendarDate {
  const chosen = calendarDate(day);
  if (view === 'month') return addMonths(firstOfMonth(chosen), pages);
  return addDays(chosen, pages * { week: 7, day: 1, agenda: SIX_WEEKS }[view]);
}

function daysFrom(first: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

const mondayOf = (day: CalendarDate) => addDays(day, 1 - isoWeekday(day));
const firstOfMonth = (day: CalendarDate) => addDays(day, 1 - dateParts(day).day);

export const MINUTES_OF_DAY = 24 * 60;

/** An event on one of its days, with its minutes there; null where it has the whole day. */
export type Slot = {
  readonly event: CalendarEvent;
  readonly day: string;
  readonly minutes: { readonly from: number; readonly to: number } | null;
};

export const slotId = ({ event, day }: Slot): string => `${event.id}@${day}`;

/** What falls on each of the days, on the clocks of a time zone: whole days first, then as they begin. */
export function slotsOf(
  events: readonly CalendarEvent[],
  days: readonly string[],
  timeZone: string,
): ReadonlyMap<string, readonly Slot[]> {
  const byDay = new Map<string, Slot[]>(days.map((day) => [day, []]));
  for (const event of events) {
    const { first, last } = spanOf(event.when, timeZone);
    for (const [day, slots] of byDay) {
      if (day < first.day || day > last.day) continue;
      const from = day === first.day ? first.minutes : 0;
      const to = day === last.day ? last.minutes : MINUTES_OF_DAY;
      slots.push({ event, day, minutes: 'startsAt' in event.when ? { from, to } : null });
    }
  }
  for (const slots of byDay.values()) slots.sort((one, other) => startOf(one) - startOf(other));
  return byDay;
}

const startOf = ({ minutes }: Slot): number => minutes?.from ?? -1;

/** Its first and its last day with their minutes; midnight is the end of the day before it. */
function spanOf(when: EventTime, timeZone: string) {
  if ('firstDay' in when) {
    return {
      first: { day: when.firstDay, minutes: 0 },
      last: { day: when.lastDay, minutes: MINUTES_OF_DAY },
    };
  }
  const first = clockAt(when.startsAt, timeZone);
  const last = clockAt(when.endsAt, timeZone);
  if (last.minutes > 0 || last.day === first.day) return { first, last };
  return { first, last: { day: addDays(calendarDate(last.day), -1), minutes: MINUTES_OF_DAY } };
}

/** The day and the minute of it that a clock of the time zone shows at an instant. */
export function clockAt(instant: string, timeZone: string): { day: string; minutes: number } {
  const parts = clockOf(timeZone).formatToParts(Date.parse(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  clocks.set(timeZone, made);
  return made;
}

/** A time of day, `HH:MM`. */
export function timeOfDay(minutes: number): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

export type Shift = { readonly days: number; readonly minutes: number };

/** The same event days and minutes later: it begins at that time of day there, and lasts as long. */
export function shifted(when: EventTime, { days, minutes }: Shift, timeZone: string): EventTime {
  if ('firstDay' in when) {
    const later = (day: string) => addDays(calendarDate(day), days);
    return { firstDay: later(when.firstDay), lastDay: later(when.lastDay) };
  }
  const from = clockAt(when.startsAt, timeZone);
  const ahead = from.minutes + minutes;
  const day = addDays(calendarDate(from.day), days + Math.floor(ahead / MINUTES_OF_DAY));
  const time = timeOfDay(((ahead % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY);
  const startsAt = instantIn(timeZone, day, time);
  const lasts = Date.parse(when.endsAt) - Date.parse(when.startsAt);
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + lasts).toISOString() };
}

export const daysBetween = (from: string, to: string): number =>
  calendarDaysBetween(calendarDate(from), calendarDate(to));

/** Slots of a day beside each other where they overlap: which lane of how many each has. */
export function lanesOf(slots: readonly Slot[]): { slot: Slot; lane: number; lanes: number }[] {
  const laid: { slot: Slot; lane: number; lanes: number }[] = [];
  let group: typeof laid = [];
  let groupEnds = 0;
  for (const slot of slots) {
    const { from, to } = slot.minutes ?? { from: 0, to: MINUTES_OF_DAY };
    if (from >= groupEnds) group = [];
    const isFree = (lane: number) =>
      group.every((other) => other.lane !== lane || (other.slot.minutes?.to ?? 0) <= from);
    const lane = [...group.keys(), group.length].find(isFree) ?? group.length;
    const placed = { slot, lane, lanes: 1 };
    group.push(placed);
    laid.push(placed);
    groupEnds = Math.max(groupEnds, to);
    const lanes = Math.max(...group.map((one) => one.lane)) + 1;
    for (const one of group) one.lanes = lanes;
  }
  return laid;
}

/** What a view is given: its days with what falls on each, and where its presses lead. */
export type ViewProps = {
  readonly days: readonly string[];
  /** The day that the address names. */
  readonly day: string;
  readonly today: string;
  readonly slots: ReadonlyMap<string, readonly Slot[]>;
  readonly sums: ReadonlyMap<string, readonly DaySum[]>;
  readonly onOpen: (event: CalendarEvent) => void;
  readonly onAdd: (day: string) => void;
  readonly onDay: (day: string) => void;
  readonly onLoans: (day: string, kind: CalendarDayKind) => void;
};
