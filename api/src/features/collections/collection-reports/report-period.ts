import type { ReportPeriod } from '@bursar/contracts/collections/collection-reports.values';
import { addDays, addMonths, calendarDate } from '@bursar/loan-maths/calendar';

export type ReportRange = { readonly dueOn: string; readonly from: string; readonly to: string };

const FRIDAY = 5;

/**
 * Returns the last report that was due by a day: on a Friday for the seven days before it, on the
 * first of a month for the month before.
 *
 * @example reportDueBy('week', '2026-06-15') // { dueOn: '2026-06-12', from: '2026-06-05', to: '2026-06-11' }
 */
export function reportDueBy(period: ReportPeriod, day: string): ReportRange {
  const today = calendarDate(day);
  if (period === 'month') {
    const dueOn = calendarDate(`${day.slice(0, 7)}-01`);
    return { dueOn, from: addMonths(dueOn, -1), to: addDays(dueOn, -1) };
  }
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const dueOn = addDays(today, -((weekday - FRIDAY + 7) % 7));
  return { dueOn, from: addDays(dueOn, -7), to: addDays(dueOn, -1) };
}
