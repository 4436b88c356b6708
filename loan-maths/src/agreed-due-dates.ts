import type { CalendarDate } from './calendar.ts';
import { dateOfDayNumber, dateParts, dayNumber, daysInMonth } from './calendar.ts';
import type { Interval } from './due-dates.ts';
import { dueDayNumbers, dueSeed } from './due-dates.ts';
import type { WorkingDays } from './working-days.ts';
import { moveToWorkingDay } from './working-days.ts';

/** The due dates of a loan and the terms that produced them. */
export type AgreedDueDays = {
  /** The due dates of the existing rows, after any move to a working day. */
  readonly dueDates: readonly CalendarDate[];
  readonly interval: Interval;
  /** The disbursement date and the first due date, before any move to a working day. */
  readonly disbursementDate: CalendarDate;
  readonly agreedFirstDueDate?: CalendarDate | undefined;
  readonly sticksToMonthEnd?: boolean | undefined;
  readonly workingDays?: WorkingDays | undefined;
};

/**
 * Returns the due dates of a schedule that replaces the rest of a loan.
 *
 * If the first due date falls on the loan's own due day, later dates keep that day: the 31st, a
 * Friday, every tenth day, even if a short month or a day off moved the first date. Any other first
 * due date starts a new series. The loan's own due day is the one of most future rows; past rows
 * and then the terms decide a tie.
 *
 * @example A loan due on the 31st gets new rows from 30 November on: 30 November, 31 December, 31
 * January.
 */
export function continueDueDates(
  agreed: AgreedDueDays,
  request: {
    readonly date: CalendarDate;
    readonly firstDueDate: CalendarDate;
    readonly count: number;
  },
): { readonly dueDates: CalendarDate[]; readonly firstDueDate: CalendarDate } {
  const { interval, sticksToMonthEnd, workingDays } = agreed;
  const { date, firstDueDate, count } = request;
  const own = agreedDueDay(agreed, date);
  const nominal = daysBeforeMove(firstDueDate, workingDays).find((day) => isOn(day, own, interval));
  const seed = nominal ?? dayNumber(firstDueDate);
  const seedDate = dateOfDayNumber(seed);
  const dayOfMonth =
    nominal === undefined
      ? dueSeed({ startDate: date, firstDueDate, interval, sticksToMonthEnd }).day
      : own;
  const isAfter = seedDate > date;
  const days = dueDayNumbers({
    startDate: isAfter ? date : dateOfDayNumber(seed - 1),
    firstDueDate: seedDate,
    interval,
    count,
    dayOfMonth: interval.unit === 'months' ? dayOfMonth : undefined,
    workingDays,
  });
  return {
    dueDates: days.slice(1).map(dateOfDayNumber),
    firstDueDate: isAfter ? seedDate : firstDueDate,
  };
}

/**
 * Returns the loan's due day: a day of the month, or for days and weeks the day number modulo the
 * interval's length.
 */
function agreedDueDay(agreed: AgreedDueDays, date: CalendarDate): number {
  const { dueDates, interval, workingDays } = agreed;
  const scores = new Map<number, number>();
  for (const dueDate of dueDates) {
    // A future row outweighs all past rows together.
    const weight = dueDate > date ? dueDates.length + 1 : 1;
    const days = daysBeforeMove(dueDate, workingDays).flatMap((day) => dueDaysOf(day, interval));
    for (const day of new Set(days)) scores.set(day, (scores.get(day) ?? 0) + weight);
  }
  const byTerms = dueDayOfTerms(agreed);
  let best = byTerms;
  for (const [day, score] of scores) if (score > (scores.get(best) ?? 0)) best = day;
  return best;
}

function dueDayOfTerms(agreed: AgreedDueDays): number {
  const { disbursementDate: startDate, agreedFirstDueDate, interval, sticksToMonthEnd } = agreed;
  if (interval.unit === 'months') {
    return dueSeed({ startDate, firstDueDate: agreedFirstDueDate, interval, sticksToMonthEnd }).day;
  }
  return remainderOf(dayNumber(agreedFirstDueDate ?? startDate), interval);
}

/**
 * Returns the day numbers that a due date may have had before days off moved it, starting with its
 * own.
 */
function daysBeforeMove(dueDate: CalendarDate, workingDays: WorkingDays | undefined): number[] {
  const day = dayNumber(dueDate);
  if (!workingDays || workingDays.rule === 'as_is') return [day];
  const near = Array.from({ length: 2 * MOVE_MAX + 1 }, (_, k) => day - MOVE_MAX + k);
  return [
    day,
    ...near.filter(
      (other) => other !== day && moveToWorkingDay(dateOfDayNumber(other), workingDays) === dueDate,
    ),
  ];
}

/**
 * Assumed maximum number of consecutive days off, so a due date moves by at most this many days.
 */
const MOVE_MAX = 14;

/**
 * Returns the due days of the series that include a day. A month's last day also belongs to series
 * with a later due day: 28 February to those due on the 28th, 29th, 30th or 31st.
 */
function dueDaysOf(day: number, interval: Interval): number[] {
  if (interval.unit !== 'months') return [remainderOf(day, interval)];
  const { year, month, day: dayOfMonth } = dateParts(dateOfDayNumber(day));
  if (dayOfMonth < daysInMonth(year, month)) return [dayOfMonth];
  return Array.from({ length: 32 - dayOfMonth }, (_, k) => dayOfMonth + k);
}

function isOn(day: number, dueDay: number, interval: Interval): boolean {
  return dueDaysOf(day, interval).includes(dueDay);
}

function remainderOf(day: number, { every, unit }: Interval): number {
  return day % (every * (unit === 'weeks' ? 7 : 1));
}
