import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type {
  ReadArrearsHistory,
  ReadConcentration,
  ReadContactRates,
} from '@bursar/contracts/reporting/analytics';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Database } from '../../../platform/database.ts';
import type { Session } from '../../../platform/session.ts';
import { countContactAttempts, countPromises, sumConcentration } from './analytics.store.ts';
import { countVintages, type HistoryRow, type VintageRow } from './book-history.store.ts';
import { countStoredHistory } from './stored-history.store.ts';

const MONTHS = 12;

type Reader = Pick<Session, 'scope' | 'businessDate' | 'portfolio'>;
type Book = AnswerOf<ReadArrearsHistory>['books'][number];

/** Returns the last twelve month ends before today, and today. */
function daysOfHistory(businessDate: string): string[] {
  const starts = lastMonths(businessDate);
  return [...starts.map((start) => addDays(calendarDate(start), -1)), businessDate];
}

export async function readArrearsHistory(
  database: Database,
  { scope, businessDate, portfolio }: Reader,
): Promise<AnswerOf<ReadArrearsHistory>> {
  const days = daysOfHistory(businessDate);
  const months = lastMonths(businessDate);
  const [rows, vintages] = await Promise.all([
    countStoredHistory(database, { scope, days }),
    countVintages(database, { scope, from: months[0] ?? businessDate, to: businessDate }),
  ]);
  const own = portfolio ? [portfolio.currency] : [];
  const currencies = new Set([...own, ...rows.map(({ currency }) => currency)]);
  return {
    businessDate,
    days,
    books: [...currencies].toSorted().map((currency) => {
      const ofCurrency = rows.filter((row) => row.currency === currency);
      const disbursed = vintages.filter((row) => row.currency === currency);
      return {
        currency,
        points: days.map((on) => pointOf(on, ofCurrency)),
        rolls: rollsOf(ofCurrency),
        vintages: months.map((month) => vintageOf(month, { rows: ofCurrency, disbursed, days })),
      };
    }),
  };
}

function pointOf(on: string, rows: readonly HistoryRow[]): Book['points'][number] {
  const current = rows.filter((row) => row.on === on);
  return {
    on,
    buckets: ARREARS_SCALE.map((bucket) => ({
      bucket,
      ...sumOf(current.filter((row) => row.bucket === bucket)),
    })),
  };
}

function rollsOf(rows: readonly HistoryRow[]): Book['rolls'] {
  const rolls = new Map<string, Book['rolls'][number]>();
  for (const { on, was, bucket, loans, formerlyMinor } of rows) {
    if (was === null) continue;
    const key = `${on} ${was} ${bucket}`;
    const known = rolls.get(key) ?? { on, from: was, to: bucket, loans: 0, outstandingMinor: 0 };
    known.loans += loans;
    known.outstandingMinor += formerlyMinor;
    rolls.set(key, known);
  }
  return [...rolls.values()].toSorted((one, other) => one.on.localeCompare(other.on));
}

type OfVintages = {
  readonly rows: readonly HistoryRow[];
  readonly disbursed: readonly VintageRow[];
  readonly days: readonly string[];
};

function vintageOf(month: string, of: OfVintages): Book['vintages'][number] {
  const { loans = 0, disbursedMinor = 0 } =
    of.disbursed.find(({ vintage }) => vintage === month) ?? {};
  const late = of.rows.filter((row) => row.vintage === month && isOver30.has(row.bucket));
  return {
    month,
    disbursedLoans: loans,
    disbursedMinor,
    late: of.days
      .filter((on) => on >= month)
      .map((on) => ({ on, ...sumOf(late.filter((row) => row.on === on)) })),
  };
}

const isOver30: ReadonlySet<string> = new Set(['31-60', '61-90', '91-180', '180+']);

function sumOf(rows: readonly HistoryRow[]) {
  return {
    loans: rows.reduce((sum, row) => sum + row.loans, 0),
    outstandingMinor: rows.reduce((sum, row) => sum + row.outstandingMinor, 0),
  };
}

export async function readContactRates(
  database: Database,
  { scope, businessDate }: Reader,
): Promise<AnswerOf<ReadContactRates>> {
  const months = lastMonths(businessDate);
  const endOf = (start: string) => addDays(addMonths(calendarDate(start), 1), -1);
  const from = months[0] ?? businessDate;
  const asked = { scope, from, to: endOf(months.at(-1) ?? businessDate) };
  const [contacts, promises] = await Promise.all([
    countContactAttempts(database, asked),
    countPromises(database, asked),
  ]);
  return {
    businessDate,
    months: months.map((start) => {
      const made = contacts.find((row) => row.start === start);
      const promised = promises.find((row) => row.start === start);
      return {
        start,
        end: endOf(start),
        contacts: made?.contacts ?? 0,
        reached: made?.reached ?? 0,
        kept: promised?.kept ?? 0,
        partlyKept: promised?.partlyKept ?? 0,
        broken: promised?.broken ?? 0,
        waiting: promised?.waiting ?? 0,
      };
    }),
  };
}

export async function readConcentration(
  database: Database,
  { scope, businessDate, portfolio }: Reader,
): Promise<AnswerOf<ReadConcentration>> {
  const rows = await sumConcentration(database, scope);
  const own = portfolio ? [portfolio.currency] : [];
  const currencies = new Set([...own, ...rows.map((row) => row.currency)]);
  return {
    businessDate,
    books: [...currencies].toSorted().map((currency) => ({
      currency,
      parts: rows
        .filter((row) => row.currency === currency)
        .map(({ currency: _same, ...part }) => part),
    })),
  };
}

/** Returns the first days of the last twelve months, ending with the current month. */
function lastMonths(businessDate: string): string[] {
  const { year, month } = dateParts(calendarDate(businessDate));
  const first = dateFromParts(year, month, 1);
  return Array.from({ length: MONTHS }, (_, at) => addMonths(first, at + 1 - MONTHS));
}
