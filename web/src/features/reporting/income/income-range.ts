import {
  addDays,
  addMonths,
  calendarDate,
  dateFromParts,
  dateParts,
  isoWeekday,
  parseCalendarDate,
} from '@bursar/loan-maths/calendar';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../../ui/format/formatters.ts';

/**
 * Named ranges. A link to a named range stays current: *This month* always means the month in which
 * the link is opened.
 */
export const rangeNames = [
  'this-month',
  'last-month',
  'last-90-days',
  'this-year',
  'last-year',
  'last-12-months',
  'custom',
] as const;
export type RangeName = (typeof rangeNames)[number];

export const usualRange: RangeName = 'last-12-months';

export const incomeSteps = ['day', 'week', 'month'] as const;
export type IncomeStep = (typeof incomeSteps)[number];

/** The state of the income page, stored in the address. */
export type IncomeView = {
  readonly range: RangeName;
  /** The days of a custom range; null for a named one. */
  readonly custom: Days | null;
  /**
   * Null if the step is derived from the named range: days for this or last month, weeks for the
   * last 90 days, otherwise months.
   */
  readonly step: IncomeStep | null;
  readonly teamId: string | null;
  readonly agentId: string | null;
};

export function incomeViewFromSearch(search: URLSearchParams): IncomeView {
  const named = rangeNames.find((name) => name === search.get('range')) ?? usualRange;
  const custom = named === 'custom' ? readDays(search) : null;
  return {
    range: named === 'custom' && custom === null ? usualRange : named,
    custom,
    step: incomeSteps.find((step) => step === search.get('step')) ?? null,
    teamId: search.get('team') || null,
    agentId: search.get('agent') || null,
  };
}

/**
 * Writes the view into a copy of the address and closes the open figure, which belonged to the
 * previous view.
 */
export function incomeViewToSearch(view: IncomeView, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  const written = {
    range: view.range === usualRange ? null : view.range,
    from: view.custom?.from ?? null,
    to: view.custom?.to ?? null,
    step: view.step,
    team: view.teamId,
    agent: view.agentId,
    open: null,
  };
  for (const [name, value] of Object.entries(written)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export type Days = { readonly from: string; readonly to: string };
export type DaysShown = Days & { readonly step: IncomeStep };

/** The calendar of a portfolio. */
export type Calendar = {
  readonly businessDate: string;
  /** The month in which the fiscal year starts, 1 for January. */
  readonly fiscalYearMonth: number;
};

/** Returns the days of a view on a business date, and the step in which they are shown. */
export function daysShown({ range, custom, step }: IncomeView, calendar: Calendar): DaysShown {
  const days = custom ?? namedDays(range, calendar);
  return { ...days, step: step ?? usualStep(range) };
}

/** Returns the last day of the period that starts on `start`, at most the end of the range. */
export function periodEnd(start: string, { step, to }: { step: IncomeStep; to: string }): string {
  const day = calendarDate(start);
  const end = {
    day: () => day,
    week: () => addDays(day, 7 - isoWeekday(day)),
    month: () => addDays(firstOfMonth(day, 1), -1),
  }[step]();
  return end > to ? to : end;
}

type Wording = { days: DaysShown; format: Formatters; t: TFunction<'income'> };

/** Returns a short label of a period for the axis: `Dec 2025`, `24 Aug – 30 Aug`, `5 Dec`. */
export function periodLabel(start: string, { days: { step, to }, format, t }: Wording): string {
  if (step === 'month') return format.day(start, 'month');
  if (step === 'day') return format.day(start, 'short');
  const last = periodEnd(start, { step, to });
  return t('week', { from: format.day(start, 'bare'), to: format.day(last, 'short') });
}

/** Returns the name of a period with its year: `Dec 2025`, `24 Aug – 30 Aug 2026`, `5 Dec 2026`. */
export function periodName(start: string, { days: { step, to }, format, t }: Wording): string {
  if (step === 'month') return format.day(start, 'month');
  if (step === 'day') return format.day(start);
  const last = periodEnd(start, { step, to });
  return t('week', { from: format.day(start, 'bare'), to: format.day(last) });
}

function namedDays(range: RangeName, { businessDate, fiscalYearMonth }: Calendar): Days {
  const today = calendarDate(businessDate);
  const yearStart = fiscalYearStart(today, fiscalYearMonth);
  switch (range) {
    case 'this-month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month':
      return { from: firstOfMonth(today, -1), to: addDays(firstOfMonth(today), -1) };
    case 'last-90-days':
      return { from: addDays(today, -89), to: today };
    case 'this-year':
      return { from: yearStart, to: today };
    case 'last-year':
      return { from: addMonths(yearStart, -12), to: addDays(yearStart, -1) };
    case 'last-12-months':
    case 'custom':
      return { from: firstOfMonth(today, -11), to: today };
  }
}

function fiscalYearStart(today: CalendarDate, firstMonth: number): CalendarDate {
  const { year, month } = dateParts(today);
  return dateFromParts(month < firstMonth ? year - 1 : year, firstMonth, 1);
}

function usualStep(range: RangeName): IncomeStep {
  if (range === 'this-month' || range === 'last-month') return 'day';
  return range === 'last-90-days' ? 'week' : 'month';
}

function firstOfMonth(day: CalendarDate, by = 0): CalendarDate {
  const { year, month } = dateParts(day);
  return addMonths(dateFromParts(year, month, 1), by);
}

function readDays(search: URLSearchParams): Days | null {
  const from = parseCalendarDate(search.get('from') ?? '');
  const to = parseCalendarDate(search.get('to') ?? '');
  return from && to ? { from, to } : null;
}
