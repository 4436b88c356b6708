import { addDays, calendarDate } from '@bursar/loan-maths';
import type { CallPreset, CallSpan } from '@bursar/contracts/collections/call-centres';
import { dayIn, timeIn } from '../../../platform/clock.ts';

type CallHours = Pick<CallPreset, 'hours'>;

/** Whether a preset's hours run at a moment on a centre's clock, and when that next changes. */
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
  // A week on from today is the same weekday again.
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

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** When a clock first shows a time of a day, or a later one where it leaps over that time. */
function firstMomentOf(timeZone: string, day: string, time: string): Date {
  const clockAt = (moment: number) => {
    const at = new Date(moment);
    return `${dayIn(timeZone, at)}T${timeIn(timeZone, at)}`;
  };
  const wanted = `${day}T${time}`;
  const named = Date.parse(`${wanted}Z`);
  // Clocks turn at most once between the two days around it.
  const guesses = [-DAY, DAY].map((aside) => {
    const beside = named + aside;
    return named - (Date.parse(`${clockAt(beside)}Z`) - beside);
  });
  let [early, late] = [Math.min(...guesses), Math.max(...guesses)];
  while (early < late) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE) * MINUTE;
    if (clockAt(middle) >= wanted) late = middle;
    else early = middle + MINUTE;
  }
  return new Date(early);
}
