/** Calendars other than the Gregorian one in which files write dates. */
export type OtherCalendar = 'hijri' | 'persian';

/** Years that are impossible for a loan in the Gregorian calendar, but usual in the other ones. */
export const OTHER_YEARS = { first: 1300, last: 1599 } as const;

type Calendar = { readonly code: string; readonly epochDay: number; readonly monthDays: number };

const calendars: Readonly<Record<OtherCalendar, Calendar>> = {
  hijri: { code: 'islamic-umalqura', epochDay: -492_148, monthDays: 29.530_59 },
  persian: { code: 'persian', epochDay: -492_268, monthDays: 30.436_85 },
};

/**
 * Converts a day of another calendar to `YYYY-MM-DD`; null if the calendar does not have that day.
 * Hijri days follow Umm al-Qura, the civil calendar of Saudi Arabia.
 *
 * @example gregorianDay('hijri', { year: 1448, month: 4, day: 14 }) // '2026-09-25'
 */
export function gregorianDay(
  calendar: OtherCalendar,
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
): string | null {
  if (year < OTHER_YEARS.first || year > OTHER_YEARS.last || month < 1 || month > 12) return null;
  const start = monthStart(calendar, year * 12 + month - 1);
  const length = monthStart(calendar, year * 12 + month) - start;
  if (day < 1 || day > length) return null;
  return new Date((start + day - 1) * DAY_MS).toISOString().slice(0, 10);
}

const monthStarts: Readonly<Record<OtherCalendar, Map<number, number>>> = {
  hijri: new Map(),
  persian: new Map(),
};

/**
 * Returns the first day of a month as days since 1970-01-01. `monthIndex` is the year times 12,
 * plus the month counted from 0.
 */
function monthStart(calendar: OtherCalendar, monthIndex: number): number {
  const cached = monthStarts[calendar].get(monthIndex);
  if (cached !== undefined) return cached;
  const { epochDay, monthDays } = calendars[calendar];
  let day = Math.round(epochDay + (monthIndex - 12) * monthDays + 15);
  for (;;) {
    const found = partsOfDay(calendar, day);
    const monthsAway = monthIndex - found.monthIndex;
    if (monthsAway === 0) {
      const start = day - found.dayOfMonth + 1;
      monthStarts[calendar].set(monthIndex, start);
      return start;
    }
    day += Math.round(monthsAway * monthDays);
  }
}

const formatters = new Map<OtherCalendar, Intl.DateTimeFormat>();

function partsOfDay(calendar: OtherCalendar, day: number) {
  const formatter = formatters.get(calendar) ?? makeFormatter(calendar);
  formatters.set(calendar, formatter);
  const parts = formatter.formatToParts(day * DAY_MS);
  const number = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    monthIndex: number('year') * 12 + number('month') - 1,
    dayOfMonth: number('day'),
  };
}

function makeFormatter(calendar: OtherCalendar): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`en-u-ca-${calendars[calendar].code}-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

const DAY_MS = 86_400_000;
