import type { CalendarDate } from '../calendar.ts';
import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '../calendar.ts';
import type { DueDateTerms, Interval } from '../due-dates.ts';
import type { ScheduleTerms } from '../schedule-terms.ts';
import type { DayOffRule, WorkingDays } from '../working-days.ts';
import type { CaseFields } from './case-fields.ts';
import {
  isPresent,
  normaliseText,
  readCount,
  readDate,
  readText,
  refuseField,
  requireDate,
} from './case-fields.ts';

/**
 * Reads `first_repayment_date` or `start_date`, `frequency`, `repay_every`, `repayments`,
 * `schedule_type`.
 */
export function readDueDateTerms(caseFields: CaseFields): DueDateTerms {
  const interval = readInterval(caseFields);
  const { disbursementDate, firstDueDate, sticksToMonthEnd } = readDates(caseFields, interval);
  const count = readCount(caseFields, 'repayments') ?? readCount(caseFields, 'periods');
  return {
    startDate: disbursementDate,
    firstDueDate,
    interval,
    count: count ?? refuseField('term_is_missing', 'repayments', 'repayments is missing.'),
    sticksToMonthEnd,
    workingDays: readWorkingDays(caseFields),
  };
}

/**
 * Reads `day_off_rule` (as_is, following, modified_following, preceding, skip) and `holidays`;
 * Saturday and Sunday are off.
 */
export function readWorkingDays(caseFields: CaseFields): WorkingDays | undefined {
  const text = readText(caseFields, 'day_off_rule');
  if (text === undefined) return undefined;
  const rule = DAY_OFF_RULES[normaliseText(text)];
  if (!rule) refuseField('term_is_unknown', 'day_off_rule', `${text} is no rule for days off.`);
  const given: unknown = caseFields['holidays'];
  const list: unknown[] = Array.isArray(given) ? given : [];
  const holidays = list.map((holiday) => requireDate({ holidays: holiday }, 'holidays'));
  return { rule, holidays };
}

const DAY_OFF_RULES: { readonly [word: string]: DayOffRule } = {
  AS_IS: 'as_is',
  FOLLOWING: 'following',
  MODIFIED_FOLLOWING: 'modified_following',
  PRECEDING: 'preceding',
  SKIP: 'skip',
};

/** A case without dates starts on this day, and its rows have no dates. */
const UNDATED_START = calendarDate('2001-01-01');

export function hasDates(caseFields: CaseFields): boolean {
  return ['start_date', 'disbursement_date', 'first_repayment_date', 'repayment_start_date'].some(
    (field) => isPresent(caseFields, field),
  );
}

/** Reads disbursement and first due date; `schedule_type` may bind due dates to calendar months. */
export function readDates(
  caseFields: CaseFields,
  interval: Interval,
): Pick<ScheduleTerms, 'disbursementDate' | 'firstDueDate' | 'sticksToMonthEnd'> {
  const type = (readText(caseFields, 'schedule_type') ?? '').toLowerCase();
  const given =
    readDate(caseFields, 'first_repayment_date') ?? readDate(caseFields, 'repayment_start_date');
  const atMonthEnd = AT_MONTH_END.test(type);
  const first = given === undefined ? undefined : bindToMonth(given, type);
  const start = readDate(caseFields, 'disbursement_date') ?? readDate(caseFields, 'start_date');
  const sticks = caseFields['month_end'] === true || atMonthEnd;
  return {
    disbursementDate: start ?? readDate(caseFields, 'posting_date') ?? startBefore(first, interval),
    firstDueDate: first,
    sticksToMonthEnd: sticks || undefined,
  };
}

const AT_MONTH_END = /calendar.*\bend\b/;

function bindToMonth(first: CalendarDate, scheduleType: string): CalendarDate {
  if (!scheduleType.includes('calendar')) return first;
  const { year, month } = dateParts(first);
  if (AT_MONTH_END.test(scheduleType)) return dateFromParts(year, month, 31);
  return addMonths(dateFromParts(year, month, 1), 1);
}

/**
 * Returns the start of a case without a start date: one interval before its first due date, or
 * `UNDATED_START` if it has none.
 */
function startBefore(first: CalendarDate | undefined, { every, unit }: Interval): CalendarDate {
  if (first === undefined) return UNDATED_START;
  if (unit === 'months') return addMonths(first, -every);
  return addDays(first, -every * (unit === 'weeks' ? 7 : 1));
}

export function readInterval(caseFields: CaseFields): Interval {
  const every = readCount(caseFields, 'repay_every') ?? 1;
  const frequency = normaliseText(readText(caseFields, 'frequency') ?? 'MONTHS');
  switch (frequency) {
    case 'DAYS':
    case 'DAY':
    case 'DAILY':
      return { every, unit: 'days' };
    case 'WEEKS':
    case 'WEEK':
    case 'WEEKLY':
      return { every, unit: 'weeks' };
    case 'MONTHS':
    case 'MONTH':
    case 'MONTHLY':
      return { every, unit: 'months' };
    case 'YEARS':
    case 'YEAR':
    case 'YEARLY':
      return { every: every * 12, unit: 'months' };
    default:
      return refuseField('term_is_unknown', 'frequency', `${frequency} is no frequency.`);
  }
}
