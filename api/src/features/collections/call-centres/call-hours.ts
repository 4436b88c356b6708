import { addDays, calendarDate } from '@bursar/loan-maths';
import type { CallPreset, CallSpan } from '@bursar/contracts/collections/call-centres';
import { dayIn, timeIn } from '../../../platform/clock.ts';

type CallHours = Pick<CallPreset, 'hours'>;

/**
 * Returns whether the preset's hours are open at a moment in the centre's time zone, and when that
 * next changes.
 */
export function hoursAt(
  { hours }: CallHours,
  { timeZone, now }: { timeZone: string; now: Date },
): { readonly isOpen: boolean; readonly turnsAt: Date } {
  const today = calendarDate(dayIn(timeZone, now));
  const time = timeIn(timeZone, now);
  const span = spanOn(hours, today);
  if (span && span.opensAt <= time && time < span.closesAt) {
    return { isOpen: true, turnsAt: firstMomentOf(timeZone, today, span.closesAt) };
  }
  // Eight days include the same weekday next week, in case only one weekday has hours.
  const days = Array.from({ length: 8 }, (_, ahead) => addDays(today, ahead));
  const openings = days.flatMap((day) => {
    const opening = spanOn(hours, day);
    return opening ? [firstMomentOf(timeZone, day, opening.opensAt)] : [];
  });
  const next = openings.find((moment) => moment > now);
  if (!next) throw new Error('a preset is open on a weekday');
  return { isOpen: false, turnsAt: next };
}

function spanOn(hours: CallPreset['hours'], day: string): CallSpan | null {
  return hours[weekdayOf(day) - 1] ?? null;
}

/** Returns the ISO weekday: 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Returns the first moment at which a clock shows this time of the day, or a later time if a clock
 * change skips it.
 */
function firstMomentOf(timeZone: string, day: string, time: string): Date {
  const clockAt = (moment: number) => {
    const at = new Date(moment);
    return `${dayIn(timeZone, at)}T${timeIn(timeZone, at)}`;
  };
  const wanted = `${day}T${time}`;
  const named = Date.parse(`${wanted}Z`);
  // A clock changes at most once between the day before and the day after, so one of the two
  // offsets is right.
  const guesses = [-DAY, DAY].map((offset) => {
    const nearby = named + offset;
    return named - (Date.parse(`${clockAt(nearby)}Z`) - nearby);
  });
  let [early, late] = [Math.min(...guesses), Math.max(...guesses)];
  while (early < late) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE) * MINUTE;
    if (clockAt(middle) >= wanted) late = middle;
    else early = middle + MINUTE;
  }
  return new Date(early);
}
