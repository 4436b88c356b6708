import { westernDigits } from '@bursar/contracts/western-digits';
import { monthNamed, withoutWeekday } from './date-names.ts';
import { isAscii } from './number-format.ts';
import { OTHER_YEARS, type OtherCalendar } from './other-calendars.ts';

/** A date as a cell writes it, before the order of its parts or its calendar is known. */
export type WrittenDate = {
  /** The calendar that a month name or a sign such as هـ in the cell implies. */
  readonly calendar: OtherCalendar | null;
  readonly hasZone: boolean;
  readonly hasPersianDigits: boolean;
} & (
  | { readonly kind: 'day'; readonly year: number; readonly month: number; readonly day: number }
  /** A month and a year without a day. */
  | { readonly kind: 'month'; readonly year: number; readonly month: number }
  /** Three numbers whose order the cell does not show. */
  | {
      readonly kind: 'ordered';
      readonly parts: readonly [string, string, string];
      readonly isDotted: boolean;
    }
  /** An unsupported order, such as year, day and month: 2026-31-01. */
  | { readonly kind: 'other-order' }
);

/** Parses a cell as a date, with or without a time of day; null if it is none. */
export function writtenDate(cell: string): WrittenDate | null {
  if (cell.length > CELL_MAX) return null;
  const iso = isoDate(cell);
  if (iso !== null) return iso;
  const known = parsed.get(cell);
  if (known !== undefined) return known;
  const date = parseDate(cell);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(cell, date);
  return date;
}

/** Caches parsed cells: a column repeats its dates, and parsing takes far longer than a look-up. */
const parsed = new Map<string, WrittenDate | null>();
const PARSED_MAX = 2_000;

function parseDate(cell: string): WrittenDate | null {
  const { text, hasPersianDigits } = plainDigits(cell);
  const plain = numericDate(text);
  if (plain !== null) return { ...plain, calendar: null, hasZone: false, hasPersianDigits };
  const timed = withoutTime(text);
  const { text: dated, calendar: stated } = withoutEra(timed.text);
  // "Mar" is also a weekday, so the text is first parsed without removing a weekday.
  const found = numericDate(dated) ?? namedDate(dated) ?? afterWeekday(dated);
  if (found === null) return null;
  const calendar = 'calendar' in found ? (found.calendar ?? stated) : stated;
  return { ...found, calendar, hasZone: timed.hasZone, hasPersianDigits };
}

/**
 * Reads YYYY-MM-DD, which most files write, faster than the general parser. Returns null for any
 * other form.
 */
function isoDate(cell: string): WrittenDate | null {
  if (cell.length !== 10 || cell.charCodeAt(4) !== HYPHEN || cell.charCodeAt(7) !== HYPHEN) {
    return null;
  }
  const number = (from: number, to: number) => {
    let value = 0;
    for (let at = from; at < to; at += 1) {
      const digit = cell.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) return NaN;
      value = value * 10 + digit;
    }
    return value;
  };
  const [year, month, day] = [number(0, 4), number(5, 7), number(8, 10)];
  if (Number.isNaN(year + month + day) || month > 12) return null;
  const plain = { calendar: null, hasZone: false, hasPersianDigits: false };
  return { kind: 'day', year, month, day, ...plain };
}

const HYPHEN = 45;
const ZERO = 48;

function afterWeekday(text: string): Found | null {
  const date = withoutWeekday(text);
  return date === text ? null : (numericDate(date) ?? namedDate(date));
}

/** Converts a two-digit year to a year from 1950 to 2049. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  return year < SHORT_YEARS_FROM - 1900 ? 2000 + year : 1900 + year;
}

export const SHORT_YEARS_FROM = 1950;

/** Converts digits and separators of other scripts to ASCII. */
function plainDigits(cell: string): { readonly text: string; readonly hasPersianDigits: boolean } {
  if (isAscii(cell)) return { text: cell.trim().replaceAll(/\s+/g, ' '), hasPersianDigits: false };
  const text = westernDigits(cell)
    .replaceAll(/[\u200c-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u060d\u2044\uff0f]/g, '/')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { text, hasPersianDigits: /[\u06f0-\u06f9]/.test(cell) };
}

/** Removes a time of day with its zone. The day is not converted to another zone. */
function withoutTime(text: string): { readonly text: string; readonly hasZone: boolean } {
  const [whole, zone = ''] = TIME.exec(text) ?? [];
  if (whole === undefined) return { text, hasZone: false };
  return { text: text.slice(0, -whole.length).trim(), hasZone: zone.trim() !== '' };
}

const TIME =
  /(?:(?<=\d)T|(?<=\d)-(?=\d{1,2}:\d\d)|[ ,]+(?:at |um |à |alle |a las |kl\.? |الساعة )?)(?:[01]?\d|2[0-4])(?::[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?(?: ?(?:[ap]\.?m\.?|ص|م|uhr|h)(?![\p{L}]))?| ?(?:[ap]\.?m\.?)|(?<=T\d\d)[0-5]\d(?:[0-5]\d)?)((?: ?(?:Z|[A-Z]{2,5}))?(?: ?[+-]\d{1,2}(?::?\d{2})?)?(?: ?\([^()]*\))?)$/iu;

/** A time of day as a cell writes it. */
export type WrittenTime = {
  readonly hour: number;
  readonly minute: number;
  /** The seconds, with the fraction as written in the cell, such as "05.250". */
  readonly second: string;
  /** The offset from UTC as in ISO 8601; null if the cell states none. */
  readonly offset: string | null;
};

/**
 * Reads the time of day at the end of a cell. Null if it has none, and "unknown" for a time that is
 * not understood, such as one in a zone that only has a name.
 *
 * @example writtenTime('13.06.2026, 9:30 PM') // { hour: 21, minute: 30, second: '00', offset: null }
 */
export function writtenTime(cell: string): WrittenTime | 'unknown' | null {
  if (cell.length > CELL_MAX) return null;
  const { text } = plainDigits(cell);
  const [whole] = numericDate(text) === null ? (TIME.exec(` ${text}`) ?? []) : [];
  if (whole === undefined) return null;
  const [, hours, minutes = '00', seconds = '00', fraction, half, arabicHalf, zone = ''] =
    CLOCK.exec(whole) ?? [];
  const hour = hourOf(Number(hours), half?.toLowerCase() ?? arabicHalf);
  const offset = offsetOf(zone.trim());
  const isTime = hour !== null && hour < 24 && Number(seconds) < 60;
  if (!isTime || offset === undefined) return 'unknown';
  const second = fraction === undefined ? seconds : `${seconds}.${fraction}`;
  return { hour, minute: Number(minutes), second, offset };
}

/** The parts of a text that TIME matches. */
const CLOCK =
  /^\D*(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(?:([ap])\.?m\.?|([صم])|uhr|h))?(.*)$/iu;

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' || half === 'م' ? 12 : 0);
}

/** Returns null without a zone, and undefined for one whose offset the text does not state. */
function offsetOf(zone: string): string | null | undefined {
  if (zone === '') return null;
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const [, sign, hours = '', minutes = '00'] =
    /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?(?: ?\([^()]*\))?$/i.exec(zone) ?? [];
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Removes an era sign such as AH or هـ, and returns the calendar that it names. */
function withoutEra(text: string): {
  readonly text: string;
  readonly calendar: OtherCalendar | null;
} {
  const hijri = /^(.*\d) ?(?:a\.?h\.?|h|هـ|ه\u0640?|هجري|هجرية)\.?$/iu.exec(text)?.[1];
  if (hijri !== undefined) return { text: hijri, calendar: 'hijri' };
  const persian = /^(.*\d) ?(?:ه\.? ?ش\.?|a\.?p\.?|شمسی|هجری شمسی)$/iu.exec(text)?.[1];
  if (persian !== undefined) return { text: persian, calendar: 'persian' };
  return { text: text.replace(/(?<=\d) ?(?:م|ad|a\.d\.|ce)\.?$/iu, ''), calendar: null };
}

type Found =
  | {
      readonly kind: 'day';
      readonly year: number;
      readonly month: number;
      readonly day: number;
      readonly calendar?: OtherCalendar | null;
    }
  | {
      readonly kind: 'month';
      readonly year: number;
      readonly month: number;
      readonly calendar?: OtherCalendar | null;
    }
  | {
      readonly kind: 'ordered';
      readonly parts: readonly [string, string, string];
      readonly isDotted: boolean;
    }
  | { readonly kind: 'other-order' };

function numericDate(text: string): Found | null {
  const [, year = '', mark, second = '', third = ''] =
    /^(\d{4})( ?[-/. ] ?)(\d{1,2})\2(\d{1,2})\.?$/.exec(text) ?? [];
  if (mark !== undefined) return yearFirst(year, second, third);
  const [, first = '', between, middle = '', last = ''] =
    /^(\d{1,2})( ?[-/. ] ?)(\d{1,2})\2(\d{4}|\d{2})\.?$/.exec(text) ?? [];
  if (between !== undefined) {
    return { kind: 'ordered', parts: [first, middle, last], isDotted: between.includes('.') };
  }
  if (/^\d{8}$/.test(text)) return compactDate(text);
  const [, monthYear, monthOf] = /^(\d{4})[-/.]?(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (monthYear !== undefined && isYear(Number(monthYear))) {
    return { kind: 'month', year: Number(monthYear), month: Number(monthOf) };
  }
  const [, monthFirst, yearLast] = /^(0[1-9]|1[0-2]|[1-9](?=[-/.]))[-/.]?(\d{4})$/.exec(text) ?? [];
  if (monthFirst === undefined || !isYear(Number(yearLast))) return null;
  return { kind: 'month', year: Number(yearLast), month: Number(monthFirst) };
}

function yearFirst(year: string, second: string, third: string): Found {
  if (Number(second) > 12 && Number(third) <= 12) return { kind: 'other-order' };
  return { kind: 'day', year: Number(year), month: Number(second), day: Number(third) };
}

/**
 * Reads a date of eight digits with the year first or last: 1900 to 2199, or 1300 to 1599 in
 * another calendar. A text never fits both: with the year first, the last four digits begin with a
 * month, so they are no such year.
 */
function compactDate(text: string): Found | null {
  if (isYear(Number(text.slice(0, 4))) && Number(text.slice(4, 6)) <= 12) {
    return yearFirst(text.slice(0, 4), text.slice(4, 6), text.slice(6));
  }
  if (!isYear(Number(text.slice(4)))) return null;
  return {
    kind: 'ordered',
    parts: [text.slice(0, 2), text.slice(2, 4), text.slice(4)],
    isDotted: false,
  };
}

function isYear(year: number): boolean {
  return (year >= 1900 && year < 2200) || (year >= OTHER_YEARS.first && year <= OTHER_YEARS.last);
}

/** Reads a date with the name of its month: "31 January 2026", "Jan 31, 2026", "31-Jan-26". */
function namedDate(text: string): Found | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|er|º|ª)?[-/., ]*(.+?)[-/., ]*(\d{4}|\d{2})\.?$/iu;
  const yearFirstForm = /^(\d{4})[-/., ]*(.+?)[-/., ]*(\d{1,2})\.?$/u;
  const monthFirst = /^(.+?)[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})\.?$/iu;
  const monthOnly = /^(.+?)[-/., ’']*(\d{4}|\d{2})$/u;
  for (const [form, name, day, year] of [
    [yearFirstForm, 2, 3, 1],
    [dayFirst, 2, 1, 3],
    [monthFirst, 1, 2, 3],
    [monthOnly, 1, null, 2],
  ] as const) {
    const match = form.exec(text);
    const named = match && monthNamed(withoutOf(match[name] ?? ''));
    if (!named) continue;
    const { month, calendar } = named;
    const isShortYearFirst = match[1]?.length === 2 && Number(match[1]) > 31 && day === 1;
    if (isShortYearFirst) return { kind: 'other-order' };
    const found = { year: fullYear(match[year] ?? ''), month, calendar };
    if (day === null) return { kind: 'month', ...found };
    return { kind: 'day', ...found, day: Number(match[day]) };
  }
  return null;
}

/** Removes "of" around a month: "31 de enero de 2026", "le 31 janvier". */
const withoutOf = (name: string): string =>
  name
    .trim()
    .replace(/^(?:de|of|d’|d'|di) ?(?= )/i, '')
    .replace(/(?<= )(?:de|del|do|of|di)$/i, '')
    .trim();

/** No realistic date is longer, even with a weekday and a named time zone. */
const CELL_MAX = 90;
