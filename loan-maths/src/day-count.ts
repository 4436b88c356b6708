import type { CalendarDate, DateParts } from './calendar.ts';
import { calendarDaysBetween, dateParts, daysInMonth, isLeapYear } from './calendar.ts';
import type { Fraction } from './exact.ts';
import { afbAddends, euAddends, icmaAddends, isdaAddends } from './day-count-actual.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { sumFractions } from './exact.ts';

/**
 * The supported day-count conventions. Variants of one convention differ, so each name is exact.
 */
export type DayCount = (typeof DAY_COUNTS)[number];

export const DAY_COUNTS = [
  '30/360 US',
  '30/360 Bond Basis',
  '30/360 NASD',
  '30/360 Excel',
  '30/360 Italian',
  '30E/360',
  '30E/360 ISDA',
  '30/365',
  'ACT/360',
  'ACT/364',
  'ACT/365F',
  'ACT/365.25',
  'ACT/366',
  'NL/365',
  'ACT/ACT ISDA',
  'ACT/ACT ICMA',
  'ACT/ACT AFB',
  'EU Annex I',
] as const;

export type DayCountPeriod = {
  readonly dayCount: DayCount;
  readonly start: CalendarDate;
  /** May be before `start`; days and fraction are then negative. */
  readonly end: CalendarDate;
  /** ACT/ACT ICMA: the regular coupon period of the days; default `start` to `end`. */
  readonly referenceStart?: CalendarDate | undefined;
  readonly referenceEnd?: CalendarDate | undefined;
  /** 30E/360 ISDA: the end of February is not moved to the 30th on this day. */
  readonly terminationDate?: CalendarDate | undefined;
  /** EU Annex I: the unit that is counted back from the later day; default `months`. */
  readonly unit?: 'years' | 'months' | 'weeks' | 'days' | undefined;
};

/**
 * An exact part of a year: the ratio, the addends it is calculated from, and the nearest double.
 */
export type YearFraction = Fraction & {
  /** Such as 1/12 and 3/365, in the convention's own denominators. */
  readonly addends: readonly Fraction[];
  readonly decimal: number;
};

/**
 * Returns the days from `start` to `end` in the convention's own calendar (30-day months, or actual
 * days, which omit 29 February for NL/365).
 *
 * Source: ISDA 2006 Definitions 4.16. The 30/360 variants differ at month ends, so name them
 * exactly.
 * @example 30/360 Bond Basis from 2006-08-31 to 2007-02-28: 178; 30E/360 ISDA: 180.
 */
export function daysBetween(period: DayCountPeriod): number {
  const { start, end, dayCount } = period;
  if (dayCount === 'NL/365') return calendarDaysBetween(start, end) - leapDays(start, end);
  const adjust = THIRTY_DAY_RULES[dayCount];
  if (!adjust) return calendarDaysBetween(start, end);
  const from = dateParts(start);
  const to = dateParts(end);
  const [fromDay, toDay, toMonth] = adjust(from, to, end === period.terminationDate);
  return (to.year - from.year) * 360 + (toMonth - from.month) * 30 + (toDay - fromDay);
}

/**
 * Returns the exact fraction of a year from `start` to `end` by a day-count convention.
 *
 * @returns `reference_period_is_missing` if only one date of an ICMA reference period is given,
 * `dates_are_out_of_order` if the days start before and end after the ICMA reference period.
 * @example ACT/ACT ISDA from 2003-11-01 to 2004-05-01: 61/365 + 121/366 = 0.497724380567…
 */
export function yearFraction(period: DayCountPeriod): Outcome<YearFraction> {
  if (period.end < period.start) {
    const reversed = yearFraction({ ...period, start: period.end, end: period.start });
    return reversed.ok ? succeed(negate(reversed.value)) : reversed;
  }
  const addends = addendsOf(period);
  if (!addends.ok) return addends;
  return succeed(fromAddends(addends.value));
}

function addendsOf(period: DayCountPeriod): Outcome<Fraction[]> {
  const { dayCount, start, end } = period;
  switch (dayCount) {
    case 'ACT/ACT ISDA':
      return succeed(isdaAddends(start, end));
    case 'ACT/ACT AFB':
      return succeed(afbAddends(start, end));
    case 'ACT/ACT ICMA':
      return icmaPeriodAddends(period);
    case 'EU Annex I':
      return succeed(euAddends(start, end, period.unit ?? 'months'));
    default:
      return succeed([fixedFraction(daysBetween(period), dayCount)]);
  }
}

function icmaPeriodAddends(period: DayCountPeriod): Outcome<Fraction[]> {
  const { start, end, referenceStart, referenceEnd } = period;
  if ((referenceStart === undefined) !== (referenceEnd === undefined)) {
    return refuse(
      'reference_period_is_missing',
      referenceStart === undefined ? 'referenceStart' : 'referenceEnd',
      'A reference period has a start and an end.',
    );
  }
  const reference = { start: referenceStart ?? start, end: referenceEnd ?? end };
  if (end > reference.end && start < reference.start) {
    return refuse(
      'dates_are_out_of_order',
      'referenceStart',
      'A period that ends after its reference period starts within it.',
    );
  }
  return succeed(icmaAddends(start, end, reference));
}

type FixedDayCount = Exclude<
  DayCount,
  'ACT/ACT ISDA' | 'ACT/ACT ICMA' | 'ACT/ACT AFB' | 'EU Annex I'
>;

function fixedFraction(days: number, dayCount: FixedDayCount): Fraction {
  // Days ÷ 365.25 as a ratio of integers.
  if (dayCount === 'ACT/365.25') return { numerator: days * 4, denominator: 1461 };
  return { numerator: days, denominator: DAYS_A_YEAR[dayCount] };
}

const DAYS_A_YEAR = {
  '30/360 US': 360,
  '30/360 Bond Basis': 360,
  '30/360 NASD': 360,
  '30/360 Excel': 360,
  '30/360 Italian': 360,
  '30E/360': 360,
  '30E/360 ISDA': 360,
  '30/365': 365,
  'ACT/360': 360,
  'ACT/364': 364,
  'ACT/365F': 365,
  'ACT/366': 366,
  'NL/365': 365,
} as const satisfies Record<Exclude<FixedDayCount, 'ACT/365.25'>, number>;

/**
 * Returns the start's day, the end's day and the end's month, which is 13 if the end moved into the
 * next year.
 */
type ThirtyDayRule = (
  from: DateParts,
  to: DateParts,
  toIsTermination: boolean,
) => [number, number, number];

const bondBasis: ThirtyDayRule = (from, to) => {
  const fromDay = Math.min(from.day, 30);
  return [fromDay, fromDay === 30 ? Math.min(to.day, 30) : to.day, to.month];
};

const european: ThirtyDayRule = (from, to) => [
  Math.min(from.day, 30),
  Math.min(to.day, 30),
  to.month,
];

/**
 * These rules differ at month ends. NASD moves the 31st, and Excel any month end, to the first of
 * the next month if the start is before the 30th.
 */
const THIRTY_DAY_RULES: { readonly [dayCount in DayCount]?: ThirtyDayRule } = {
  '30/360 US': (from, to) => {
    const fromDay = isFebruaryEnd(from) ? 30 : from.day;
    const toDay = isFebruaryEnd(from) && isFebruaryEnd(to) ? 30 : to.day;
    return [Math.min(fromDay, 30), toDay === 31 && fromDay >= 30 ? 30 : toDay, to.month];
  },
  '30/360 Bond Basis': bondBasis,
  '30/365': bondBasis,
  '30/360 NASD': (from, to) => movePastMonthEnd(Math.min(from.day, 30), to, to.day === 31),
  '30/360 Excel': (from, to) =>
    movePastMonthEnd(isMonthEnd(from) ? 30 : from.day, to, isMonthEnd(to)),
  '30/360 Italian': (from, to) => [italianDay(from), italianDay(to), to.month],
  '30E/360': european,
  '30E/360 ISDA': (from, to, toIsTermination) => [
    isMonthEnd(from) ? 30 : from.day,
    to.day === 31 || (isMonthEnd(to) && !toIsTermination) ? 30 : to.day,
    to.month,
  ],
};

function movePastMonthEnd(
  fromDay: number,
  to: DateParts,
  isEnd: boolean,
): [number, number, number] {
  if (!isEnd) return [fromDay, to.day, to.month];
  return fromDay >= 30 ? [fromDay, 30, to.month] : [fromDay, 1, to.month + 1];
}

function italianDay({ month, day }: DateParts): number {
  return day === 31 || (month === 2 && day > 27) ? 30 : day;
}

function isMonthEnd({ year, month, day }: DateParts): boolean {
  return day === daysInMonth(year, month);
}

function isFebruaryEnd(parts: DateParts): boolean {
  return parts.month === 2 && isMonthEnd(parts);
}

/** Counts the leap days (29 February) after `start`, up to and including `end`. */
function leapDays(start: CalendarDate, end: CalendarDate): number {
  if (end < start) return -leapDays(end, start);
  let count = 0;
  for (let year = dateParts(start).year; year <= dateParts(end).year; year++) {
    const leapDay = `${String(year).padStart(4, '0')}-02-29`;
    if (isLeapYear(year) && leapDay > start && leapDay <= end) count += 1;
  }
  return count;
}

function fromAddends(addends: readonly Fraction[]): YearFraction {
  const sum = sumFractions(addends);
  return { ...sum, addends, decimal: sum.numerator / sum.denominator };
}

function negate(fraction: YearFraction): YearFraction {
  return fromAddends(
    fraction.addends.map(({ numerator, denominator }) => ({ numerator: -numerator, denominator })),
  );
}
