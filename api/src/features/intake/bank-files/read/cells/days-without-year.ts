import { dateOrders, type DateOrder } from '../../../../../platform/table-files/date-format.ts';
import { monthNamed } from '../../../../../platform/table-files/date-names.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import { daysAbove, type DaysAbove } from './days-above.ts';
import type { Row } from '../columns/bank-columns.ts';

/** Reads a day without a year; null if the cell is no such day, or its year is not known. */
export type DayWithoutYear = (cell: string, row: Row) => string | null;

type Cell = { readonly text: string; readonly row: Row };
type Asking = {
  readonly above: readonly Row[];
  readonly column: string;
  /** Today; null if the user cannot be asked for a year. */
  readonly businessDate: string | null;
  readonly questions: FileQuestions;
};

export type YearFound = {
  readonly read: DayWithoutYear;
  /** Whether the dates above the table show the year; otherwise the user states it. */
  readonly isShown: boolean;
};

/**
 * Finds the year of days such as 01/03 or 02/MAR. The dates above the table show it if they span at
 * most a year and contain every day; otherwise the user is asked. Null if the cells have years, or
 * the year can neither be known nor asked for.
 */
export function findYear(cells: readonly Cell[], asking: Asking): YearFound | null {
  const written = cells.flatMap(({ text, row }) => {
    const parts = partsWithoutYear(text);
    return parts ? [{ parts, text, row }] : [];
  });
  if (written.length === 0 || written.length < cells.length) return null;
  const orders = ordersOf(written);
  const above = daysAbove(asking.above);
  const inPeriod = orders.filter((order) =>
    written.every(({ parts }) => daysWithin(above, parts, order).length > 0),
  );
  if (above && inPeriod.length > 0) {
    const order = orderOf(inPeriod, written, asking);
    // While the order is open, days are only checked and no line is stored, so any day will do.
    if (order === null) return { read: () => above.from, isShown: true };
    const days = written.map((one) => ({ ...one, days: daysWithin(above, one.parts, order) }));
    return placeByOrder(days) ?? askPlace(days, asking);
  }
  const order = orderOf(orders, written, asking);
  if (asking.businessDate === null) return null;
  const inYear = yearsOf(written, order ?? orders[0] ?? 'day-first');
  if (inYear === null) return null;
  // A bank file contains no lines of future days.
  const isPast = (year: number) =>
    written.every(({ row }) => (inYear(row, year) ?? '') <= (asking.businessDate ?? ''));
  const values = written.map(({ text }) => text);
  const year = askYear(values, asking, isPast);
  return { read: (_text, row) => inYear(row, Number(year ?? '2000')), isShown: false };
}

type WithDays = Written & {
  /** The days of the period that the cell can be: one or, for the period's ends, two. */
  readonly days: readonly string[];
};

/**
 * Places each day in the period. A day that can be the first or the last of the period is before or
 * after all others, as the list runs; null if the list can run in both directions or in neither.
 */
function placeByOrder(written: readonly WithDays[]): YearFound | null {
  const isCertain = ({ days }: WithDays) => days.length === 1;
  const [first, last] = [written.findIndex(isCertain), written.findLastIndex(isCertain)];
  const placed = (isForth: boolean) =>
    written.map(({ days }, at) => {
      const isStart = isForth ? at < first : at > last;
      return isStart ? days[0] : days.at(-1);
    });
  if (written.every(isCertain)) return readPlaced(written, placed(true));
  const forth = placed(true);
  const back = placed(false);
  const ways = [
    ...(isAscending(forth) ? [forth] : []),
    ...(isAscending(back.toReversed()) ? [back] : []),
  ];
  const [only] = ways;
  return first >= 0 && only && ways.length === 1 ? readPlaced(written, only) : null;
}

const isAscending = (days: readonly (string | undefined)[]): boolean =>
  days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= (day ?? ''));

function readPlaced(
  written: readonly WithDays[],
  days: readonly (string | undefined)[],
): YearFound {
  const byRow = new Map(written.map(({ row }, at) => [row, days[at] ?? null]));
  return { read: (_text, row) => byRow.get(row) ?? null, isShown: true };
}

/**
 * Asks in which year the days are that can be the first or the last of the period. Null if nobody
 * can be asked, or if these days are on both sides of others, so that one answer is not enough.
 */
function askPlace(
  written: readonly WithDays[],
  { businessDate, questions, column }: Asking,
): YearFound | null {
  if (businessDate === null) return null;
  const isOpen = ({ days }: WithDays) => days.length > 1;
  const open = written.filter(isOpen);
  const places = written.flatMap((one, at) => (isOpen(one) ? [at] : []));
  const isTogether = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  if (!isTogether) return null;
  const choices = [...new Set(open.flatMap(({ days }) => days.map(yearOf)))].toReversed();
  const values = open.map(({ text }) => text);
  const year = questions.ask({ key: 'year', kind: 'year', choices, column, values });
  const inYear = written.map(({ days }) => days.find((day) => yearOf(day) === year) ?? days[0]);
  return { ...readPlaced(written, inYear), isShown: false };
}

const yearOf = (day: string): string => day.slice(0, 4);

type Parts =
  | { readonly day: number; readonly month: number }
  | { readonly first: number; readonly second: number };
type Written = { readonly parts: Parts; readonly text: string; readonly row: Row };

/** Returns whether a cell is a day without a year. */
export const isDayWithoutYear = (text: string): boolean => partsWithoutYear(text) !== null;

function partsWithoutYear(text: string): Parts | null {
  const [, first, second] =
    /^(\p{Nd}{1,2})(?:[/-](\p{Nd}{1,2})|\.(?=\p{Nd}{1,2}\.$))/u.exec(text.trim()) ?? [];
  const [, pointed] = /^\p{Nd}{1,2}\.(\p{Nd}{1,2})\.$/u.exec(text.trim()) ?? [];
  if (first !== undefined) {
    const last = second ?? pointed ?? '';
    const isWhole = text.trim().length === first.length + 1 + last.length + (pointed ? 1 : 0);
    return isWhole ? { first: Number(first), second: Number(last) } : null;
  }
  const [, day, name] = /^(\d{1,2})(?:\.? |[./-])?(\p{L}{3,12})\.?$/u.exec(text.trim()) ?? [];
  const [, nameFirst, dayLast] = /^(\p{L}{3,12})\.?[ ./-](\d{1,2})$/u.exec(text.trim()) ?? [];
  const month = monthNamed(name ?? nameFirst ?? '');
  if (!month || month.calendar !== null) return null;
  return { day: Number(day ?? dayLast), month: month.month };
}

function monthAndDay(parts: Parts, order: DateOrder): { month: number; day: number } {
  if ('month' in parts) return parts;
  const { first, second } = parts;
  return order === 'month-first' ? { month: first, day: second } : { month: second, day: first };
}

function ordersOf(written: readonly Written[]): readonly DateOrder[] {
  const isPossible = (order: DateOrder) =>
    order !== 'year-first' &&
    written.every(({ parts }) => {
      const { month, day } = monthAndDay(parts, order);
      // 2024 is a leap year, so it has every possible day.
      return dayIn(2024, month, day) !== null;
    });
  return dateOrders.filter(isPossible);
}

function orderOf(
  possible: readonly DateOrder[],
  written: readonly Written[],
  { questions, column }: Asking,
): DateOrder | null {
  const [only = null] = possible;
  const isNumeric = written.some(({ parts }) => 'first' in parts && parts.first !== parts.second);
  if (possible.length < 2 || !isNumeric) return only;
  return questions.ask({
    key: 'day-order',
    kind: 'day-order',
    choices: possible,
    column,
    values: written.map(({ text }) => text),
    readings: (order, values) =>
      values.map((value) => {
        const parts = partsWithoutYear(value);
        const { month, day } = parts ? monthAndDay(parts, order) : { month: 0, day: 0 };
        return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      }),
  });
}

/**
 * Finds the days in the period above the table that the cell can be. There are two if the period is
 * from a day to the same day of the next year.
 */
function daysWithin(above: DaysAbove | null, parts: Parts, order: DateOrder): readonly string[] {
  if (above === null) return [];
  const { month, day } = monthAndDay(parts, order);
  const years = new Set([above.from, above.to].map((one) => Number(one.slice(0, 4))));
  const days = [...years].flatMap((year) => dayIn(year, month, day) ?? []);
  return days.filter((one) => one >= above.from && one <= above.to);
}

type InYear = (row: Row, year: number) => string | null;

const HALF_A_YEAR = 6;

/**
 * Reads each day in the year of the newest one, or in the previous year if the list crosses the end
 * of a year in between. Null if the list crosses it more than once, so that a day's year cannot be
 * known.
 */
function yearsOf(written: readonly Written[], order: DateOrder): InYear | null {
  const days = written.map(({ parts, row }) => ({ ...monthAndDay(parts, order), row }));
  const jumps = days.flatMap(({ month }, at) => {
    const before = days[at - 1]?.month ?? month;
    return Math.abs(month - before) > HALF_A_YEAR ? [{ at, isForth: month < before }] : [];
  });
  const [jump] = jumps;
  if (jumps.length > 1) return null;
  const earlier = new Set(
    days
      .filter((_day, at) => jump !== undefined && (jump.isForth ? at < jump.at : at >= jump.at))
      .map(({ row }) => row),
  );
  const at = new Map(days.map((one) => [one.row, one]));
  return (row, year) => {
    const found = at.get(row);
    return found ? dayIn(year - (earlier.has(row) ? 1 : 0), found.month, found.day) : null;
  };
}

const YEARS_ASKED = 3;

function askYear(
  values: readonly string[],
  { questions, column, businessDate }: Asking,
  isPast: (year: number) => boolean,
): string | null {
  const current = Number(businessDate?.slice(0, 4));
  const years = Array.from({ length: YEARS_ASKED + 1 }, (_, back) => current - back);
  const choices = years.filter(isPast).slice(0, YEARS_ASKED).map(String);
  return questions.ask({ key: 'year', kind: 'year', choices, column, values });
}

function dayIn(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return month >= 1 && date.getTime() > 0 && date.toISOString().startsWith(text) ? text : null;
}
