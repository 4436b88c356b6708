import type { CalendarDate } from './calendar.ts';
import { dateOfDayNumber, dateParts, dayNumber, daysInMonth } from './calendar.ts';
import type { Interval } from './due-dates.ts';
import { dueDayNumbers, dueSeed } from './due-dates.ts';
import type { WorkingDays } from './working-days.ts';
import { moveToWorkingDay } from './working-days.ts';

/** What a loan has agreed on when it is due, and what a new schedule asks for. */
export type AgreedDueDays = {
  /** Due dates of the rows that exist: they are the truth, moved off days off as they are. */
  readonly dueDates: readonly CalendarDate[];
  readonly interval: Interval;
  /** When the loan was paid out and first fell due, before days off moved it. */
  readonly disbursementDate: CalendarDate;
  readonly agreedFirstDueDate?: CalendarDate | undefined;
  readonly sticksToMonthEnd?: boolean | undefined;
  readonly workingDays?: WorkingDays | undefined;
};

/**
 * The due dates of a schedule that replaces what is left of a loan. A first due date on the loan's own due day keeps
 * that day: the 31st, a Friday, every tenth day, whichever of its dates a short month or a day off moved. Another first
 * due date begins another series. A due day is what most rows to come agree on, then most rows at all, then the terms.
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

/** A day of the month, or for days and weeks the remainder of a day's number by the length of the interval. */
function agreedDueDay(agreed: AgreedDueDays, date: CalendarDate): number {
  const { dueDates, interval, workingDays } = agreed;
  const scores = new Map<number, number>();
  for (const dueDate of dueDates) {
    // Rows to come outweigh all rows of the past together.
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

/** The days that a due date may have been before it was moved off days off, itself first. */
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

/** Days off in a row are fewer than these. */
const MOVE_MAX = 14;

/** The due days that give a day: the last one of a month is also that of every later day of longer months. */
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
