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

/** The agenda shows six weeks. */
const SIX_WEEKS = 42;

export function daysOf(view: CalendarView, day: string): readonly CalendarDate[] {
  const chosen = calendarDate(day);
  if (view === 'day') return [chosen];
  if (view === 'agenda') return daysFrom(chosen, SIX_WEEKS);
  if (view === 'week') return daysFrom(mondayOf(chosen), 7);
  return weeksOfMonth(chosen);
}

/** Returns every week with a day of the month: four to six weeks from a Monday. */
function weeksOfMonth(day: CalendarDate): CalendarDate[] {
  const first = firstOfMonth(day);
  const monday = mondayOf(first);
  const days = calendarDaysBetween(monday, addMonths(first, 1));
  return daysFrom(monday, Math.ceil(days / 7) * 7);
}

/**
 * Returns the day that the view shows after turning by a number of pages; negative pages go back.
 */
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

/**
 * An event on one of its days. `minutes` is its time on that day, in minutes after midnight; null
 * for a whole-day event.
 */
export type Slot = {
  readonly event: CalendarEvent;
  readonly day: string;
  readonly minutes: { readonly from: number; readonly to: number } | null;
};

export const slotId = ({ event, day }: Slot): string => `${event.id}@${day}`;

/** Returns each day's entries in a time zone: whole-day events first, then by start. */
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

/**
 * Returns an event's first and last day, each with its minutes. An event that ends at midnight ends
 * on the previous day.
 */
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

/** Formats minutes of a day as `HH:MM`. */
export function timeOfDay(minutes: number): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

export type Shift = { readonly days: number; readonly minutes: number };

/** Moves an event by days and minutes of local time; it keeps its length. */
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

/** A shorter event is drawn with this length, so that its title can be read. */
const LEAST_MINUTES = 25;

/** Returns the minutes of the day that an event covers on the screen. */
export function drawnMinutes({ minutes }: Slot): { readonly from: number; readonly to: number } {
  const { from, to } = minutes ?? { from: 0, to: MINUTES_OF_DAY };
  return { from, to: Math.max(to, from + LEAST_MINUTES) };
}

/**
 * Places events that overlap on the screen next to each other: each gets a lane and the number of
 * lanes.
 */
export function lanesOf(slots: readonly Slot[]): { slot: Slot; lane: number; lanes: number }[] {
  const positioned: { slot: Slot; lane: number; lanes: number }[] = [];
  let group: typeof positioned = [];
  let groupEnds = 0;
  for (const slot of slots) {
    const { from, to } = drawnMinutes(slot);
    if (from >= groupEnds) group = [];
    const isFree = (lane: number) =>
      group.every((other) => other.lane !== lane || drawnMinutes(other.slot).to <= from);
    const lane = [...group.keys(), group.length].find(isFree) ?? group.length;
    const placed = { slot, lane, lanes: 1 };
    group.push(placed);
    positioned.push(placed);
    groupEnds = Math.max(groupEnds, to);
    const lanes = Math.max(...group.map((one) => one.lane)) + 1;
    for (const one of group) one.lanes = lanes;
  }
  return positioned;
}

/** The props of a view: its days with their entries, and the handlers of its controls. */
export type ViewProps = {
  readonly days: readonly string[];
  /** The day that the address names, or today. */
  readonly day: string;
  readonly today: string;
  readonly slots: ReadonlyMap<string, readonly Slot[]>;
  readonly sums: ReadonlyMap<string, readonly DaySum[]>;
  readonly onOpen: (event: CalendarEvent) => void;
  readonly onAdd: (day: string) => void;
  readonly onDay: (day: string) => void;
  readonly onLoans: (day: string, kind: CalendarDayKind) => void;
};
