import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import { calendarDaysBetween, isoWeekday, type CalendarDate } from '@bursar/loan-maths';

export type IncomeStep = 'day' | 'week' | 'month';

export type IncomePeriods = {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly previousFrom: CalendarDate;
  readonly previousTo: CalendarDate;
  /** First days of the periods from `from` to `to`. */
  readonly starts: readonly CalendarDate[];
  /** First days of the same number of periods before `starts`. */
  readonly previousStarts: readonly CalendarDate[];
};

type Range = { readonly from: string; readonly to: string; readonly step: IncomeStep };

/**
 * Cuts a range into days, ISO weeks or months, and finds the same number of periods before it. If
 * the range contains today, the earlier range ends on the day that corresponds to today.
 */
export function cutPeriods(range: Range, today: string): IncomePeriods {
  const { step } = range;
  const from = calendarDate(range.from);
  const to = calendarDate(range.to);
  const first = startOf(from, step);
  const count = countPeriods(range);
  const until = today < to && today >= from ? calendarDate(today) : to;
  const starts = Array.from({ length: count }, (_, index) => move(first, { step, by: index }));
  return {
    from,
    to,
    previousFrom: move(from, { step, by: -count }),
    previousTo: endsMonth(until, step)
      ? addDays(addMonths(startOf(until, step), 1 - count), -1)
      : move(until, { step, by: -count }),
    starts,
    previousStarts: starts.map((start) => move(start, { step, by: -count })),
  };
}

export function countPeriods({
  from,
  to,
  step,
}: {
  from: string;
  to: string;
  step: IncomeStep;
}): number {
  const first = startOf(calendarDate(from), step);
  const last = startOf(calendarDate(to), step);
  if (step === 'day') return calendarDaysBetween(first, last) + 1;
  if (step === 'week') return calendarDaysBetween(first, last) / 7 + 1;
  const start = dateParts(first);
  const end = dateParts(last);
  return (end.year - start.year) * 12 + end.month - start.month + 1;
}

export function monthOf(day: string): { from: CalendarDate; to: CalendarDate } {
  const from = startOf(calendarDate(day), 'month');
  return { from, to: addDays(addMonths(from, 1), -1) };
}

function startOf(day: CalendarDate, step: IncomeStep): CalendarDate {
  if (step === 'day') return day;
  if (step === 'week') return addDays(day, 1 - isoWeekday(day));
  const { year, month } = dateParts(day);
  return dateFromParts(year, month, 1);
}

function move(day: CalendarDate, { step, by }: { step: IncomeStep; by: number }): CalendarDate {
  if (step === 'month') return addMonths(day, by);
  return addDays(day, step === 'week' ? by * 7 : by);
}

/**
 * Returns whether the step is a month and a month ends on the day. A whole month is then compared
 * with a whole month, although months differ in length.
 */
function endsMonth(day: CalendarDate, step: IncomeStep): boolean {
  return step === 'month' && dateParts(addDays(day, 1)).day === 1;
}
