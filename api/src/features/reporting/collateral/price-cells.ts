import type { PriceProblem } from '@bursar/contracts/reporting/price-files';
import type { PriceField } from '@bursar/contracts/reporting/price-files.values';
import { plainDecimal } from '../../../platform/plain-decimal.ts';
import { currenciesInHeading } from '../../../platform/table-files/currency-signs.ts';
import { readDateAs, type DateFormat } from '../../../platform/table-files/date-format.ts';
import { storable } from '../../../platform/table-files/findings.ts';
import {
  readNumberAs,
  type CellNumber,
  type DecimalMark,
} from '../../../platform/table-files/number-format.ts';
import { dayOfSerial, type DateSystem } from '../../../platform/table-files/serial-days.ts';
import { currenciesStated } from '../../../platform/table-files/stated-currencies.ts';
import type { TapeRow } from '../../../platform/table-files/tape-rows.ts';
import { writtenTime, type WrittenTime } from '../../../platform/table-files/written-dates.ts';

/** A price as a file or a user states it. */
export type WrittenPrice = {
  readonly row: number;
  readonly symbol: string;
  readonly currency: string;
  /** A plain decimal; as in the file if it was not understood. */
  readonly price: string;
  /** Year, month, day and time; as in the file if it was not understood. */
  readonly time: string;
  readonly source: string;
  /** Cells that cannot be read; a row with any of them is refused. */
  readonly unread: readonly PriceProblem[];
};

type Place = { readonly index: number; readonly name: string };

/** Settings by which the rows of a file are read. */
export type PriceTerms = {
  readonly places: ReadonlyMap<PriceField, Place>;
  readonly mark: DecimalMark | null;
  readonly dates: DateFormat;
  readonly dateSystem: DateSystem | null;
  /** The portfolio's currency. */
  readonly currency: string;
  /** The source of prices in rows that state none. */
  readonly source: string;
};

/** Reads one row. Cells that cannot be read are listed, never guessed. */
export function readPriceRow(row: TapeRow, terms: PriceTerms): WrittenPrice {
  const cellOf = (field: PriceField) => cellAt(row, terms.places.get(field)?.index);
  const unread: PriceProblem[] = [];
  const price = readPrice(cellOf('price'), terms.mark);
  if (price === null) unread.push('price_not_read');
  const currency = readCurrency(
    {
      column: cellOf('currency').text,
      number: price,
      heading: terms.places.get('price')?.name ?? '',
    },
    terms.currency,
  );
  if (currency === null) unread.push('currency_contradicts');
  const time = readTime(cellOf('time'), cellOf('clock'), terms);
  if (time === null) unread.push('time_not_read');
  return {
    row: row.number,
    symbol: cellOf('symbol').text,
    currency: currency ?? cellOf('currency').text,
    price: price?.decimal ?? cellOf('price').text,
    time: time ?? [cellOf('time').text, cellOf('clock').text].join(' ').trim(),
    source: cellOf('source').text || terms.source,
    unread,
  };
}

type Display = NonNullable<TapeRow['numbers']>[number];
type Cell = { readonly text: string; readonly display: Display };

function cellAt(row: TapeRow, index = -1): Cell {
  return { text: storable(row.cells[index] ?? '').trim(), display: row.numbers?.[index] };
}

function readPrice({ text, display }: Cell, mark: DecimalMark | null): CellNumber | null {
  if (display && display.kind !== 'plain' && display.kind !== 'exponent') return null;
  const read = readNumberAs(text, display ? 'point' : mark);
  if (read === null || read.isPercent) return null;
  const decimal = plainDecimal(read.decimal);
  return { ...read, decimal, currencies: display ? display.currencies : read.currencies };
}

type Stated = {
  readonly column: string;
  readonly number: CellNumber | null;
  readonly heading: string;
};

/**
 * Returns the currency of a price, from its column, the sign next to the number, or the heading;
 * the portfolio's currency if none of them states one. A sign that several currencies share means
 * the portfolio's currency if that is one of them. Null if the row contradicts itself or is
 * ambiguous; a text that is no currency is returned unchanged.
 */
function readCurrency({ column, number, heading }: Stated, portfolio: string): string | null {
  const inColumn = column === '' ? null : currenciesStated(column);
  if (inColumn?.length === 0) return column;
  const stated = [inColumn, number?.currencies, currenciesInHeading(heading)].flatMap((one) =>
    one ? [one] : [],
  );
  const [first = [portfolio], ...others] = stated;
  const meant = first.filter((code) => others.every((other) => other.includes(code)));
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) return only;
  return meant.includes(portfolio) ? portfolio : null;
}

type TimeTerms = Pick<PriceTerms, 'dates' | 'dateSystem'>;

/**
 * Reads the time of a price as `YYYY-MM-DD HH:MM`, with seconds and an offset if the cell states
 * them. A day without a time means the start of the day. Null if the day or the time cannot be
 * read.
 */
function readTime(cell: Cell, clock: Cell, { dates, dateSystem }: TimeTerms): string | null {
  const moment = momentOfEpoch(cell);
  if (moment !== null) return clock.text === '' ? moment : null;
  const isSerial = cell.display?.kind === 'date' && dateSystem !== null;
  if (cell.display && !isSerial) return null;
  const serial = isSerial ? timeOfSerial(cell.text, dateSystem) : null;
  const day = isSerial ? (serial?.day ?? null) : readDateAs(cell.text, dates);
  if (day === null) return null;
  const inCell = serial ? serial.time : writtenTime(cell.text);
  const time = clock.text === '' ? inCell : timeOfClock(clock);
  // A date cell with a time, next to a cell with another time, can mean two moments.
  const isTwice = clock.text !== '' && inCell !== null && !isMidnight(inCell);
  if (time === 'unknown' || isTwice) return null;
  if (clock.text !== '' && time === null) return null;
  return time === null || isMidnight(time) ? dayStart(day, time) : `${day} ${spelled(time)}`;
}

const isMidnight = (time: WrittenTime | 'unknown'): boolean =>
  time !== 'unknown' && time.hour === 0 && time.minute === 0 && Number(time.second) === 0;

const dayStart = (day: string, time: WrittenTime | null): string =>
  `${day} 00:00${time?.offset ?? ''}`;

function spelled({ hour, minute, second, offset }: WrittenTime): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const seconds = Number(second) === 0 ? '' : `:${second}`;
  return `${two(hour)}:${two(minute)}${seconds}${offset ?? ''}`;
}

/** Reads the time of day from a separate column: "09:30", or a fraction of a day in a workbook. */
function timeOfClock({ text, display }: Cell): WrittenTime | 'unknown' | null {
  if (display === undefined) return /^\p{Nd}{1,2}:\p{Nd}/u.test(text) ? writtenTime(text) : null;
  const part = display.kind === 'date' ? Number(text) : NaN;
  return part >= 0 && part < 1 ? timeOfPart(part) : null;
}

/** Reads a day and its time that a workbook stores as a number. */
function timeOfSerial(text: string, dateSystem: DateSystem) {
  if (!/^\d{1,7}(\.\d+)?$/.test(text)) return null;
  // A workbook stores a time as a rounded fraction of a day, which can be just below the
  // millisecond that it means.
  const milliseconds = Math.round(Number(text) * DAY_MS);
  const day = dayOfSerial(Math.floor(milliseconds / DAY_MS), dateSystem);
  return day === null ? null : { day, time: timeOfPart((milliseconds % DAY_MS) / DAY_MS) };
}

const DAY_MS = 86_400_000;

function timeOfPart(part: number): WrittenTime {
  const milliseconds = Math.round(part * DAY_MS);
  const at = new Date(milliseconds).toISOString();
  return {
    hour: Number(at.slice(11, 13)),
    minute: Number(at.slice(14, 16)),
    second: at.slice(17, 23).replace('.000', ''),
    offset: null,
  };
}

/** Reads seconds or milliseconds since 1970, which have ten or thirteen digits. */
function momentOfEpoch({ text, display }: Cell): string | null {
  if (display && display.kind !== 'plain' && display.kind !== 'exponent') return null;
  if (!/^1\d{9}(?:\d{3})?$/.test(text)) return null;
  const at = new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString();
  return `${at.slice(0, 10)} ${at.slice(11, 23).replace('.000', '')}Z`;
}
