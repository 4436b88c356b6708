import type { CalendarDate } from './calendar.ts';
import { dateOfDayNumber, dateParts, dayNumber } from './calendar.ts';

/**
 * The treatment of a due date on a day off. `modified_following` stays in its month. `skip` omits
 * the date and extends the schedule: the instalment is due on the next date of its interval that is
 * a working day.
 */
export type DayOffRule = 'as_is' | 'following' | 'modified_following' | 'preceding' | 'skip';

export type WorkingDays = {
  readonly rule: DayOffRule;
  readonly holidays?: readonly CalendarDate[] | undefined;
  /** Weekly days off, 1 is Monday; default Saturday and Sunday. */
  readonly weeklyDaysOff?: readonly number[] | undefined;
};

const WEEKEND = [6, 7];

/** Returns whether a day is a working day, neither a weekly day off nor a holiday. */
export function isWorkingDay(date: CalendarDate, { holidays, weeklyDaysOff }: DaysOff): boolean {
  const weekday = weekdayOf(dayNumber(date));
  return !(weeklyDaysOff ?? WEEKEND).includes(weekday) && holidays?.includes(date) !== true;
}

type DaysOff = Pick<WorkingDays, 'holidays' | 'weeklyDaysOff'>;

/**
 * Moves a day off to a working day by the rule; a working day stays. `as_is` and `skip` move no
 * day.
 *
 * @throws RangeError if the calendar has no working day within a year.
 * @example Saturday 2024-08-31 is 2024-09-02 by `following`, 2024-08-30 by `modified_following`.
 */
export function moveToWorkingDay(date: CalendarDate, days: WorkingDays): CalendarDate {
  if (days.rule === 'as_is' || days.rule === 'skip') return date;
  if (days.rule === 'preceding') return seek(date, days, -1);
  const following = seek(date, days, 1);
  const leavesMonth = dateParts(following).month !== dateParts(date).month;
  return days.rule === 'modified_following' && leavesMonth ? seek(date, days, -1) : following;
}

function seek(date: CalendarDate, days: DaysOff, step: 1 | -1): CalendarDate {
  const start = dayNumber(date);
  for (let offset = 0; offset < 366; offset++) {
    const candidate = dateOfDayNumber(start + offset * step);
    if (isWorkingDay(candidate, days)) return candidate;
  }
  throw new RangeError('The calendar has no working day within a year.');
}

function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
