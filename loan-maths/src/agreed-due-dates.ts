import type { CalendarDate } from './calendar.ts';
import { dateOfDayNumber, dateParts, dayNumber, daysInMonth } from './calendar.ts';
import type { Interval } from './due-dates.ts';
import { dueDayNumbers, dueSeed } from './due-dates.ts';
import type { WorkingDays } from './working-days.ts';
import { moveToWorkingDay } from './working-days.ts';

/** The agreed due dates of a loan, and the request for a new schedule. */
export type AgreedDueDays = {
  /** The due dates of the existing rows, after any move off days off. */
  readonly dueDates: readonly CalendarDate[];
  readonly interval: Interval;
  /** The disbursement date and the first due date, before any move off days off. */
  readonly disbursementDate: CalendarDate;
  readonly agreedFirstDueDate?: CalendarDate | undefined;
  readonly sticksToMonthEnd?: boolean | undefined;
  readonly workingDays?: WorkingDays | undefined;
};

/**
 * Returns the due dates of a schedule that replaces the rest of a loan. A first due date on the loan's own due day keeps
 * that day: the 31st, a Friday, every tenth day, whichever of its dates a short month or a day off moved. Another first
 * due date starts a new series. The due day is that of most future rows, then of most rows, then of the terms.
 *
 * @example Due on the 31st, a new schedule from 30 November on: 30 November, 31 December, 31 January.
 */
export function continueDueDates(
  agreed: AgreedDueDays,
  asked: {
    readonly date: CalendarDate;
    readonly firstDueDate: CalendarDate;
    readonly count: number;
  },
): { readonly dueDates: CalendarDate[]; readonly firstDueDate: CalendarDate } {
  const { interval, sticksToMonthEnd, workingDays } = agreed;
  const { date, firstDueDate, count } = asked;
  const own = agreedDueDay(agreed, date);
  const nominal = daysBehind(firstDueDate, workingDays).find((day) => isOn(day, own, interval));
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

/** A day of the month; for days and weeks, the day number modulo the length of the interval. */
function agreedDueDay(agreed: AgreedDueDays, date: CalendarDate): number {
  const { dueDates, interval, workingDays } = agreed;
  const scores = new Map<number, number>();
  for (const dueDate of dueDates) {
    // A future row outweighs all past rows together.
    const weight = dueDate > date ? dueDates.length + 1 : 1;
    const days = daysBehind(dueDate, workingDays).flatMap((day) => dueDaysOf(day, interval));
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
 * Returns the days that a due date may have had before it moved off days off, starting with itself.
 */
function daysBehind(dueDate: CalendarDate, workingDays: WorkingDays | undefined): number[] {
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

/** Upper limit of consecutive days off. */
const MOVE_MAX = 14;

/**
 * Returns the due days that result in a day. The last day of a month also results from later due
 * days.
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
