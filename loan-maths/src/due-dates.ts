import type { CalendarDate } from './calendar.ts';
import {
  dateOfDayNumber,
  dateParts,
  dayNumber,
  dayNumberOfParts,
  daysInMonth,
  firstDayOfMonth,
} from './calendar.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { DayOffRule, WorkingDays } from './working-days.ts';
import { isWorkingDay, moveToWorkingDay } from './working-days.ts';

/** The interval between due dates: every N days, weeks or months. */
export type Interval = { readonly every: number; readonly unit: 'days' | 'weeks' | 'months' };

export type DueDateTerms = {
  /** The day of disbursement. */
  readonly startDate: CalendarDate;
  /**
   * Default: one interval after the start. Another day makes the first period longer or shorter.
   */
  readonly firstDueDate?: CalendarDate | undefined;
  readonly interval: Interval;
  /** 1 to 600. */
  readonly count: number;
  /**
   * Whether a series that starts on a month's last day stays on month ends (28 Feb, 31 Mar);
   * otherwise it stays on the day of the month (28 Feb, 28 Mar).
   */
  readonly sticksToMonthEnd?: boolean | undefined;
  /**
   * The day of the month of later due dates, if a short month clipped the first one (28 Feb for a
   * loan due on the 31st).
   */
  readonly dayOfMonth?: number | undefined;
  readonly workingDays?: WorkingDays | undefined;
  /**
   * The due dates of an existing schedule, at least `count` of them. They replace the dates
   * calculated from `interval`, `firstDueDate` and `workingDays`, because days off may have changed
   * since and a moved date cannot be distinguished from an agreed one.
   */
  readonly dueDates?: readonly CalendarDate[] | undefined;
};

export const INSTALMENTS_MAX = 600;

/**
 * Returns the days on which a loan's instalments fall due.
 *
 * A short month clips its own date and leaves later ones unchanged. After that, each date on a day
 * off moves by the rule, but forward if moving back would reach the disbursement. The rule `skip`
 * omits days off instead and extends the series.
 * @returns `instalment_count_is_out_of_range`, `interval_is_out_of_range`,
 * `first_due_date_before_disbursement`, `dates_are_out_of_order` for given due dates, or
 * `terms_conflict` if `skip` cannot apply.
 * @example Three months from 2023-01-31: 2023-02-28, 2023-03-31, 2023-04-30.
 */
export function dueDates(terms: DueDateTerms): Outcome<CalendarDate[]> {
  const refusal = refuseDueDateTerms(terms);
  if (refusal) return refusal;
  return succeed(dueDayNumbers(terms).slice(1).map(dateOfDayNumber));
}

export function refuseDueDateTerms(terms: DueDateTerms): Outcome<never> | undefined {
  const { count, interval, firstDueDate, startDate } = terms;
  if (!isCount(count, INSTALMENTS_MAX)) {
    return refuse(
      'instalment_count_is_out_of_range',
      'instalmentCount',
      `A loan has 1 to ${INSTALMENTS_MAX} instalments, not ${count}.`,
    );
  }
  if (!isCount(interval.every, INTERVAL_MAX[interval.unit])) {
    return refuse(
      'interval_is_out_of_range',
      'interval.every',
      `An interval is 1 to ${INTERVAL_MAX[interval.unit]} ${interval.unit}, not ${interval.every}.`,
    );
  }
  if (firstDueDate !== undefined && firstDueDate <= startDate) {
    return refuse(
      'first_due_date_before_disbursement',
      'firstDueDate',
      `The first due date ${firstDueDate} is not after the disbursement on ${startDate}.`,
    );
  }
  if (terms.dueDates) return refuseDueDates(terms, terms.dueDates);
  return refuseFarDates(terms) ?? refuseSkipping(terms);
}

/**
 * Refuses the rule `skip` for intervals in months, because a skipped month would have no
 * instalment, and if every due date falls on a day off.
 */
function refuseSkipping(terms: DueDateTerms): Outcome<never> | undefined {
  const { workingDays, interval } = terms;
  if (workingDays?.rule !== 'skip') return undefined;
  if (interval.unit === 'months') {
    return refuse('terms_conflict', 'workingDays.rule', 'Instalments by months are not skipped.');
  }
  if (skipDaysOff({ ...terms, count: 1 }, workingDays).length === 2) return undefined;
  return refuse('terms_conflict', 'workingDays.rule', 'Every due date falls on a day off.');
}

function refuseDueDates({ startDate, count }: DueDateTerms, dates: readonly CalendarDate[]) {
  const isInOrder = dates.every((date, k) => date >= (dates[k - 1] ?? startDate));
  if (isInOrder && dates.length >= count) return undefined;
  return refuse(
    'dates_are_out_of_order',
    'dueDates',
    'Each instalment needs a due date, and the dates must be in order.',
  );
}

/** The longest interval: about ten years in each unit. */
const INTERVAL_MAX = { days: 3660, weeks: 522, months: 120 } as const;

function refuseFarDates({ startDate, firstDueDate, interval, count, workingDays }: DueDateTerms) {
  // Portfolios have at most four weekly days off, so a series that skips them is less than three
  // times as long.
  const longest = workingDays?.rule === 'skip' ? 3 : 1;
  const days = { days: 1, weeks: 7, months: 31 }[interval.unit] * interval.every * count * longest;
  if (dayNumber(firstDueDate ?? startDate) + days <= dayNumberOfParts(9999, 1, 1)) return undefined;
  return refuse('interval_is_out_of_range', 'interval.every', 'A due date is after the year 9998.');
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}

/** Returns the start and every due date as day numbers, after moves off days off. */
export function dueDayNumbers(terms: DueDateTerms): number[] {
  const { dueDates: dates, startDate, count } = terms;
  if (dates) return [startDate, ...dates.slice(0, count)].map(dayNumber);
  if (terms.workingDays?.rule === 'skip') return skipDaysOff(terms, terms.workingDays);
  const days = terms.interval.unit === 'months' ? monthlyDays(terms) : evenDays(terms);
  const { workingDays } = terms;
  if (!workingDays || workingDays.rule === 'as_is') return days;
  const start = days[0] ?? 0;
  const move = (day: number, rule: DayOffRule) =>
    dayNumber(moveToWorkingDay(dateOfDayNumber(day), { ...workingDays, rule }));
  return days.map((day, k) => {
    if (k === 0) return day;
    const moved = move(day, workingDays.rule);
    // No due date is on or before the day of disbursement.
    return moved > start ? moved : move(day, 'following');
  });
}

/**
 * Returns the start and the dates of the interval that are working days; fewer than `count` dates
 * if 366 consecutive ones are days off.
 */
function skipDaysOff(
  { startDate, interval, firstDueDate, count }: DueDateTerms,
  workingDays: WorkingDays,
): number[] {
  const step = stepOf(interval);
  const start = dayNumber(startDate);
  const days = [start];
  let skipped = 0;
  let day = firstDueDate === undefined ? start + step : dayNumber(firstDueDate);
  for (; days.length <= count && skipped < SKIPPED_MAX; day += step) {
    const isOn = isWorkingDay(dateOfDayNumber(day), workingDays);
    skipped = isOn ? 0 : skipped + 1;
    if (isOn) days.push(day);
  }
  return days;
}

/** Number of consecutive dates on days off after which the search for a working day ends. */
const SKIPPED_MAX = 366;

function stepOf({ every, unit }: Interval): number {
  return every * (unit === 'weeks' ? 7 : 1);
}

function evenDays({ startDate, interval, firstDueDate, count }: DueDateTerms): number[] {
  const step = stepOf(interval);
  const start = dayNumber(startDate);
  const first = firstDueDate === undefined ? start + step : dayNumber(firstDueDate);
  const days = Array<number>(count + 1);
  days[0] = start;
  for (let k = 0; k < count; k++) days[k + 1] = first + k * step;
  return days;
}

function monthlyDays(terms: DueDateTerms): number[] {
  const { startDate, interval, count } = terms;
  const { month: first, day } = dueSeed(terms);
  const days = Array<number>(count + 1);
  days[0] = dayNumber(startDate);
  let month = first;
  let next = firstDayOfMonth(month);
  for (let k = 1; k <= count; k++) {
    // The end of a month is the start of the next month, so consecutive months are looked up once.
    const begin = next;
    next = firstDayOfMonth(month + 1);
    const length = next - begin;
    days[k] = begin + (day < length ? day : length) - 1;
    month += interval.every;
    if (interval.every > 1) next = firstDayOfMonth(month);
  }
  return days;
}

/**
 * Returns the seed of all due dates: the day of the start if the first due date follows from it (31
 * Jan, 28 Feb, 31 Mar), otherwise `dayOfMonth` or the day of the first due date, with the index of
 * the first due date's month.
 */
export function dueSeed(terms: Omit<DueDateTerms, 'count'>): {
  readonly month: number;
  readonly day: number;
} {
  const { startDate, firstDueDate, interval, sticksToMonthEnd, dayOfMonth } = terms;
  const followsFromStart =
    firstDueDate === undefined ||
    (dayOfMonth === undefined &&
      dayNumber(firstDueDate) === monthsAfter(startDate, interval.every, sticksToMonthEnd));
  const seed = monthSeed(followsFromStart ? startDate : firstDueDate, sticksToMonthEnd);
  if (followsFromStart) return { month: seed.index + interval.every, day: seed.day };
  return { month: seed.index, day: dayOfMonth ?? seed.day };
}

function monthsAfter(date: CalendarDate, months: number, sticks?: boolean): number {
  const { index, day } = monthSeed(date, sticks);
  return clippedDay(index + months, day);
}

/** Returns the month's index and the due day, which is 31 for dates that stay on month ends. */
function monthSeed(seed: CalendarDate, sticks = false): { index: number; day: number } {
  const { year, month, day } = dateParts(seed);
  const keeps = sticks && day === daysInMonth(year, month) ? 31 : day;
  return { index: year * 12 + month - 1, day: keeps };
}

/** Returns the day number of a day in a month, clipped to the month's last day. */
function clippedDay(monthIndex: number, day: number): number {
  const first = firstDayOfMonth(monthIndex);
  const length = firstDayOfMonth(monthIndex + 1) - first;
  return first + (day < length ? day : length) - 1;
}

/**
 * Returns the day number that is `times` intervals before a due day, where a regular period begins
 * or ends.
 */
export function intervalsBefore(dueDay: number, interval: Interval, times: number): number {
  if (interval.unit === 'months') {
    return monthsAfter(dateOfDayNumber(dueDay), -interval.every * times);
  }
  return dueDay - stepOf(interval) * times;
}
