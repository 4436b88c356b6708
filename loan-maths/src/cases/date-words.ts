import type { CalendarDate } from '../calendar.ts';
import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '../calendar.ts';
import type { DueDateTerms, Interval } from '../due-dates.ts';
import type { ScheduleTerms } from '../schedule-terms.ts';
import type { DayOffRule, WorkingDays } from '../working-days.ts';
import type { Words } from './words.ts';
import {
  isPresent,
  normaliseWord,
  readCount,
  readDate,
  readText,
  refuseWord,
  requireDate,
} from './words.ts';

/** `first_repayment_date` or `start_date`, `frequency`, `repay_every`, `repayments`, `schedule_type`. */
export function readDueDateTerms(words: Words): DueDateTerms {
  const interval = readInterval(words);
  const { disbursementDate, firstDueDate, sticksToMonthEnd } = readDates(words, interval);
  const count = readCount(words, 'repayments') ?? readCount(words, 'periods');
  return {
    startDate: disbursementDate,
    firstDueDate,
    interval,
    count: count ?? refuseWord('term_is_missing', 'repayments', 'repayments is missing.'),
    sticksToMonthEnd,
    workingDays: readWorkingDays(words),
  };
}

/** `day_off_rule` (following, modified_following, preceding, skip) with `holidays`; Saturday and Sunday are off. */
export function readWorkingDays(words: Words): WorkingDays | undefined {
  const text = readText(words, 'day_off_rule');
  if (text === undefined) return undefined;
  const rule = DAY_OFF_WORDS[normaliseWord(text)];
  if (!rule) refuseWord('term_is_unknown', 'day_off_rule', `${text} is no rule for days off.`);
  const given: unknown = words['holidays'];
  const list: unknown[] = Array.isArray(given) ? given : [];
  const holidays = list.map((holiday) => requireDate({ holidays: holiday }, 'holidays'));
  return { rule, holidays };
}

const DAY_OFF_WORDS: { readonly [word: string]: DayOffRule } = {
  AS_IS: 'as_is',
  FOLLOWING: 'following',
  MODIFIED_FOLLOWING: 'modified_following',
  PRECEDING: 'preceding',
  SKIP: 'skip',
};

/** A case without dates starts on this day, and its rows are written without dates. */
const UNDATED_START = calendarDate('2001-01-01');

export function hasDates(words: Words): boolean {
  return ['start_date', 'disbursement_date', 'first_repayment_date', 'repayment_start_date'].some(
    (field) => isPresent(words, field),
  );
}

/** Disbursement and first due date; `schedule_type` may bind due dates to the calendar month. */
export function readDates(
  words: Words,
  interval: Interval,
): Pick<ScheduleTerms, 'disbursementDate' | 'firstDueDate' | 'sticksToMonthEnd'> {
  const type = (readText(words, 'schedule_type') ?? '').toLowerCase();
  const given = readDate(words, 'first_repayment_date') ?? readDate(words, 'repayment_start_date');
  const atMonthEnd = AT_MONTH_END.test(type);
  const first = given === undefined ? undefined : bindToMonth(given, type);
  const start = readDate(words, 'disbursement_date') ?? readDate(words, 'start_date');
  const sticks = words['month_end'] === true || atMonthEnd;
  return {
    disbursementDate: start ?? readDate(words, 'posting_date') ?? startBefore(first, interval),
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

/** A case that names its first due date only began one interval before it. */
function startBefore(first: CalendarDate | undefined, { every, unit }: Interval): CalendarDate {
  if (first === undefined) return UNDATED_START;
  if (unit === 'months') return addMonths(first, -every);
  return addDays(first, -every * (unit === 'weeks' ? 7 : 1));
}

export function readInterval(words: Words): Interval {
  const every = readCount(words, 'repay_every') ?? 1;
  const frequency = normaliseWord(readText(words, 'frequency') ?? 'MONTHS');
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
      return refuseWord('term_is_unknown', 'frequency', `${frequency} is no frequency.`);
  }
}
