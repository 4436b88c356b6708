import { calendarDate, isWorkingDay } from '@bursar/loan-maths';
import type { BusinessCalendar } from '@bursar/contracts/servicing/business-calendar';
import type { WorkingHours } from '@bursar/contracts/collections/working-hours';
import { dayIn, timeIn } from '../../../platform/clock.ts';

const IDLE_MS = 60 * 60_000;

type Activity = { readonly lastActivityAt: string | null; readonly startedAt: string | null };

/**
 * Returns whether an agent started late today and is idle now. Both are false on a day off. An
 * agent who has not started by the expected time is late, not idle.
 */
export function judgeActivity(
  { lastActivityAt, startedAt }: Activity,
  { hours, calendar, now }: { hours: WorkingHours; calendar: BusinessCalendar; now: Date },
): { readonly isIdle: boolean; readonly isLateStart: boolean } {
  const { startsBy, endsAt, timeZone } = hours;
  const time = timeIn(timeZone, now);
  const worksToday = isWorkingDay(calendarDate(dayIn(timeZone, now)), {
    weeklyDaysOff: calendar.weekdays,
    holidays: calendar.holidays.map(({ day }) => calendarDate(day)),
  });
  if (!worksToday) return { isIdle: false, isLateStart: false };
  const isInHours = time >= startsBy && time < endsAt;
  const isLateStart =
    startedAt === null ? time >= startsBy : timeIn(timeZone, new Date(startedAt)) > startsBy;
  const isIdle =
    isInHours &&
    startedAt !== null &&
    lastActivityAt !== null &&
    now.getTime() - Date.parse(lastActivityAt) >= IDLE_MS;
  return { isIdle, isLateStart };
}
