import { addDays, calendarDate, daysInMonth } from '@bursar/loan-maths/calendar';
import { tapeAnswers } from '@bursar/contracts/intake/tape-telling';
import {
  count,
  DATE_SAMPLES_MAX,
  tally,
  together,
  type DateSample,
  type DateTally,
} from './date-tally.ts';
import { gregorianDay, OTHER_YEARS, type OtherCalendar } from './other-calendars.ts';
import { fullYear, writtenDate, type WrittenDate } from './written-dates.ts';

/**
 * The possible orders of day, month and year in dates of three numbers without a four-digit year in
 * front.
 */
export const dateOrders = tapeAnswers.dateOrder;
export type DateOrder = (typeof dateOrders)[number];

/**
 * Evidence from a column's cells about its date format. It is a plain value, so that several
 * columns can be combined.
 */
export type DateEvidence = {
  /** Cells that are dates in some order. */
  dates: number;
  /** Cells that are no date in this order, but are one in another. */
  readonly against: Readonly<Record<DateOrder, DateTally>>;
  /** Cells that are a different day in each of the two orders. */
  readonly differ: Readonly<Record<Pair, DateTally>>;
  /** Cells of three numbers that are separated by points. */
  dotted: number;
  /** Cells among `differ` that separate their parts with something other than points. */
  differUndotted: number;
  /** Cells with points that are no date if the day comes first. */
  dottedAgainstDay: number;
  /** Cells in an unsupported order, such as 2026-31-01. */
  readonly otherOrder: DateTally;
  /** Cells with a month and a year, but no day. */
  readonly months: DateTally;
  /** Distinct first and last parts of the cells, either of which may be a two-digit year. */
  readonly firstParts: Set<string>;
  readonly lastParts: Set<string>;
  /**
   * Cells that a spreadsheet stores as a day or that have the year first, and the number of them
   * after the 12th of a month.
   */
  fixed: number;
  fixedAfter12: number;
  readonly fixedSamples: DateTally;
  /**
   * Number of cells with a Gregorian year, and the cells with a year that only another calendar can
   * have.
   */
  gregorianYears: number;
  readonly otherYears: DateTally;
  readonly named: Record<OtherCalendar, number>;
  latestOtherYear: number;
  persianDigits: number;
  /** Number of cells whose time has a zone, and number of cells with a two-digit year. */
  zones: number;
  shortYears: number;
};

type Pair = 'day-month' | 'day-year' | 'month-year';

/**
 * The date format of a column; an order or calendar is null if the cells are unambiguous without
 * it.
 */
export type DateFormat = {
  readonly order: DateOrder | null;
  readonly calendar: OtherCalendar | null;
};

export type OrderVerdict =
  /** Every cell is unambiguous, or the column has no dates. */
  | { readonly kind: 'not-needed' }
  /** `proofs` are cells that are no date in one of the other orders. */
  | { readonly kind: 'proved'; readonly order: DateOrder; readonly proofs: DateTally }
  /** Dates with points have the day first, unless a cell contradicts that. */
  | { readonly kind: 'convention'; readonly order: 'day-first' }
  /** Cells prove different or unsupported orders, or a spreadsheet converted only some cells. */
  | { readonly kind: 'contradicted'; readonly cells: DateTally }
  /**
   * Cells are different days in the `possible` orders, or dates with points have the month first,
   * so the user must choose.
   */
  | {
      readonly kind: 'unproven';
      readonly possible: readonly DateOrder[];
      readonly cells: DateTally;
    };

export type CalendarVerdict =
  | { readonly kind: 'gregorian' }
  | { readonly kind: 'proved'; readonly calendar: OtherCalendar; readonly proofs: DateTally }
  /** Years such as 1405 are possible in both other calendars. */
  | { readonly kind: 'unproven'; readonly cells: DateTally };

export function noDates(): DateEvidence {
  return {
    dates: 0,
    against: { 'day-first': tally(), 'month-first': tally(), 'year-first': tally() },
    differ: { 'day-month': tally(), 'day-year': tally(), 'month-year': tally() },
    dotted: 0,
    differUndotted: 0,
    dottedAgainstDay: 0,
    otherOrder: tally(),
    months: tally(),
    firstParts: new Set(),
    lastParts: new Set(),
    fixed: 0,
    fixedAfter12: 0,
    fixedSamples: tally(),
    gregorianYears: 0,
    otherYears: tally(),
    named: { hijri: 0, persian: 0 },
    latestOtherYear: 0,
    persianDigits: 0,
    zones: 0,
    shortYears: 0,
  };
}

/**
 * Records the evidence of one cell about its column's dates, and returns the cell's date; null if
 * it has none.
 */
export function noteDate(evidence: DateEvidence, cell: string, row: number): WrittenDate | null {
  const written = writtenDate(cell);
  if (written !== null) noteWritten(evidence, written, { cell, row });
  return written;
}

function noteWritten(
  evidence: DateEvidence,
  written: WrittenDate,
  { cell, row }: { readonly cell: string; readonly row: number },
): void {
  const at = { value: cell, row };
  if (written.kind === 'other-order') count(evidence.otherOrder, at);
  else if (written.kind === 'ordered') noteOrdered(evidence, written, at);
  else {
    evidence.dates += 1;
    if (written.kind === 'month') count(evidence.months, at);
    noteYear(evidence, written, { ...at, year: written.year });
    const isNumeric = written.kind === 'day' && !/\p{L}{3}/u.test(cell);
    if (isNumeric) noteFixed(evidence, { dayOfMonth: written.day, cell, row });
  }
  if (written.hasZone) evidence.zones += 1;
}

/** Records a day that a spreadsheet stores as a number. */
export function noteStoredDay(evidence: DateEvidence, day: string, row: number): void {
  evidence.dates += 1;
  evidence.gregorianYears += 1;
  noteFixed(evidence, { dayOfMonth: Number(day.slice(8)), cell: day, row });
}

/** Returns the verdict on the order of dates over one column or several columns together. */
export function orderVerdict(...columns: readonly DateEvidence[]): OrderVerdict {
  const halfConverted = columns.find(isHalfConverted);
  if (halfConverted) {
    const cells = together([halfConverted.fixedSamples, halfConverted.against['month-first']]);
    const others = halfConverted.against['day-first'];
    return { kind: 'contradicted', cells: together([cells, others]) };
  }
  const otherOrder = together(columns.map((one) => one.otherOrder));
  const against = (order: DateOrder) => together(columns.map((one) => one.against[order]));
  const isDistinct = columns.some(hasYearLast);
  const possible = dateOrders.filter(
    (order) => against(order).count === 0 && !(order === 'year-first' && isDistinct),
  );
  if (otherOrder.count > 0 || possible.length === 0) {
    const sides = dateOrders.map((order) => against(order)).filter(({ count: of }) => of > 0);
    return { kind: 'contradicted', cells: together([otherOrder, ...sides]) };
  }
  const differ = pairsOf(possible).map((pair) => together(columns.map((one) => one.differ[pair])));
  const cells = together(differ);
  const [only] = possible;
  if (possible.length === 1 && only !== undefined) {
    // Points suggest that the day comes first, so a single cell with the month first may be an
    // error.
    const dotted = columns.some(({ dottedAgainstDay }) => dottedAgainstDay > 0);
    if (only === 'month-first' && dotted) {
      return {
        kind: 'unproven',
        possible: ['day-first', 'month-first'],
        cells: against('day-first'),
      };
    }
    const proofs = dateOrders.map(against).filter((found) => found.count > 0);
    const [fewest = tally()] = proofs.toSorted((one, other) => one.count - other.count);
    return { kind: 'proved', order: only, proofs: fewest };
  }
  if (cells.count === 0) return { kind: 'not-needed' };
  const isDotted = columns.every(({ differUndotted }) => differUndotted === 0);
  if (isDotted && possible.includes('day-first')) {
    return { kind: 'convention', order: 'day-first' };
  }
  return { kind: 'unproven', possible, cells };
}

/**
 * Determines the calendar of a column. If no cell names a calendar, years from 1300 to 1599 are
 * Hijri if one of them is 1421 (2000) or later and no cell has Persian digits: in the Persian
 * calendar, whose years 1379 to 1420 cover 2000 to 2042, that year would be after 2042.
 */
export function calendarVerdict(...columns: readonly DateEvidence[]): CalendarVerdict {
  const cells = together(columns.map((one) => one.otherYears));
  const isMixed = columns.some((one) => one.gregorianYears > 0);
  // In a column with Gregorian years, a year such as 1406 is an error in its row.
  if (cells.count === 0 || isMixed) return { kind: 'gregorian' };
  const isNamed = (calendar: OtherCalendar) => columns.some((one) => one.named[calendar] > 0);
  if (isNamed('hijri') && isNamed('persian')) return { kind: 'unproven', cells };
  if (isNamed('persian')) return { kind: 'proved', calendar: 'persian', proofs: cells };
  const isLate = columns.some((one) => one.latestOtherYear >= HIJRI_FROM);
  const isPersianWriting = columns.some((one) => one.persianDigits > 0);
  return isNamed('hijri') || (isLate && !isPersianWriting)
    ? { kind: 'proved', calendar: 'hijri', proofs: cells }
    : { kind: 'unproven', cells };
}

const HIJRI_FROM = 1421;

/**
 * Reads a cell as a day. Without an order, only unambiguous cells are read. Returns null if the
 * cell is not a day in this format; nothing is guessed.
 *
 * @example readDateAs('27/03/2026', { order: 'day-first', calendar: null }) // '2026-03-27'
 */
export function readDateAs(cell: string, format: DateFormat): string | null {
  const written = writtenDate(cell);
  return written && readWrittenAs(written, format);
}

export function readWrittenAs(written: WrittenDate, format: DateFormat): string | null {
  if (written.kind === 'day') return dayOf(written, written, format);
  if (written.kind !== 'ordered') return null;
  const readings = new Set(
    (format.order === null ? dateOrders : [format.order]).flatMap((order) => {
      const parts = partsIn(order, written.parts);
      return parts ? [dayOf(parts, written, format)] : [];
    }),
  );
  const [reading = null] = readings;
  return readings.size === 1 ? reading : null;
}

/** Reads a month without a day, such as "Dec-2018" or 2018-12, as its first or last day. */
export function readMonthAs(
  cell: string,
  format: DateFormat,
  day: 'first' | 'last' = 'first',
): string | null {
  const written = writtenDate(cell);
  if (written?.kind !== 'month') return null;
  if (day === 'first') return dayOf({ ...written, day: 1 }, written, format);
  const isLastMonth = written.month === 12;
  const next = {
    year: written.year + Number(isLastMonth),
    month: (written.month % 12) + 1,
    day: 1,
  };
  const firstOfNext = dayOf(next, written, format);
  return firstOfNext && addDays(calendarDate(firstOfNext), -1);
}

type Parts = { readonly year: number; readonly month: number; readonly day: number };

function dayOf(parts: Parts, written: WrittenDate, format: DateFormat): string | null {
  const { year, month, day } = parts;
  const calendar = written.calendar ?? format.calendar;
  if (isOtherYear(year)) return calendar === null ? null : gregorianDay(calendar, parts);
  if (written.calendar !== null || !isValid(parts)) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function noteOrdered(
  evidence: DateEvidence,
  written: WrittenDate & { readonly kind: 'ordered' },
  at: DateSample,
): void {
  const readings = dateOrders.map((order) => {
    const parts = partsIn(order, written.parts);
    return parts === null ? null : parts.year * 10_000 + parts.month * 100 + parts.day;
  });
  const [day, month, year] = readings;
  const [first, , last] = written.parts;
  if (readings.every((reading) => reading === null)) return;
  evidence.dates += 1;
  dateOrders.forEach((order, index) => {
    if (readings[index] === null) count(evidence.against[order], at);
  });
  if (written.isDotted) evidence.dotted += 1;
  if (written.isDotted && day === null) evidence.dottedAgainstDay += 1;
  const pairs = [
    ['day-month', day, month],
    ['day-year', day, year],
    ['month-year', month, year],
  ] as const;
  let differs = false;
  for (const [pair, one, other] of pairs) {
    if (one === null || other === null || one === other) continue;
    differs = true;
    count(evidence.differ[pair], at);
  }
  if (differs && !written.isDotted) evidence.differUndotted += 1;
  if (last.length === 2) {
    evidence.shortYears += 1;
    if (evidence.firstParts.size < PARTS_MAX) evidence.firstParts.add(first);
    if (evidence.lastParts.size < PARTS_MAX) evidence.lastParts.add(last);
    return;
  }
  noteYear(evidence, written, { ...at, year: Number(last) });
}

function noteYear(
  evidence: DateEvidence,
  { calendar, hasPersianDigits }: WrittenDate,
  { value, row, year }: DateSample & { readonly year: number },
): void {
  if (!isOtherYear(year)) {
    evidence.gregorianYears += 1;
    return;
  }
  count(evidence.otherYears, { value, row });
  evidence.latestOtherYear = Math.max(evidence.latestOtherYear, year);
  if (calendar !== null) evidence.named[calendar] += 1;
  if (hasPersianDigits) evidence.persianDigits += 1;
}

function noteFixed(
  evidence: DateEvidence,
  { dayOfMonth, cell, row }: { dayOfMonth: number; cell: string; row: number },
): void {
  evidence.fixed += 1;
  if (dayOfMonth > 12) evidence.fixedAfter12 += 1;
  else if (evidence.fixedSamples.samples.length < DATE_SAMPLES_MAX) {
    count(evidence.fixedSamples, { value: cell, row });
  }
}

/**
 * Recognises a column in which a spreadsheet converted only the dates that are valid in its own
 * order, and swapped day and month: all stored days are up to the 12th, and all text dates are
 * later.
 */
function isHalfConverted({ fixed, fixedAfter12, against, differ }: DateEvidence): boolean {
  const written = against['month-first'].count + against['day-first'].count;
  return fixed > 0 && fixedAfter12 === 0 && written > 0 && differ['day-month'].count === 0;
}

/**
 * Returns whether the last part of dates with two-digit years is the year: it has at most three
 * values, and the first part has at least twenty, so it is the day. Otherwise the dates would be on
 * the same few days in twenty years.
 */
function hasYearLast({ firstParts, lastParts }: DateEvidence): boolean {
  return firstParts.size >= DAYS_MIN && lastParts.size <= YEARS_MAX;
}

const DAYS_MIN = 20;
const YEARS_MAX = 3;
const PARTS_MAX = 100;

function partsIn(order: DateOrder, [first, second, last]: readonly [string, string, string]) {
  const isYearFirst = order === 'year-first';
  // A year is never written with one digit.
  if (isYearFirst && (first.length !== 2 || last.length !== 2)) return null;
  const year = fullYear(isYearFirst ? first : last);
  const month = Number(order === 'month-first' ? first : second);
  const day = Number(isYearFirst ? last : order === 'day-first' ? first : second);
  const parts = { year, month, day };
  return isValid(parts) ? parts : null;
}

function isValid({ year, month, day }: Parts): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  // The other calendars have months of up to 31 days.
  if (isOtherYear(year)) return day <= 31;
  return day <= daysInMonth(year, month);
}

function isOtherYear(year: number): boolean {
  return year >= OTHER_YEARS.first && year <= OTHER_YEARS.last;
}

function pairsOf(orders: readonly DateOrder[]): readonly Pair[] {
  const has = (order: DateOrder) => orders.includes(order);
  const pairs: Pair[] = [];
  if (has('day-first') && has('month-first')) pairs.push('day-month');
  if (has('day-first') && has('year-first')) pairs.push('day-year');
  if (has('month-first') && has('year-first')) pairs.push('month-year');
  return pairs;
}
