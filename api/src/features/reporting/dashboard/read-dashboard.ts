import { addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { replicaReads, type Database } from '../../../platform/database.ts';
import type { Session } from '../../../platform/session.ts';
import { listLatestPayments, sumByBucket, sumCollected, sumDisbursed } from './dashboard.store.ts';

const MONTHS_SHOWN = 12;

type Answer = AnswerOf<ReadDashboard>;
type Book = Answer['books'][number];

/** Reads the caller's dashboard; an administrator gets one block per currency. */
export async function readDashboard(database: Database, session: Session): Promise<Answer> {
  const { scope, businessDate } = session;
  const sql = replicaReads(database);
  const months = lastMonths(businessDate);
  const from = months[0] ?? businessDate;
  const month = months.at(-1) ?? businessDate;
  const [buckets, disbursed, collected, latestPayments] = await Promise.all([
    sumByBucket(sql, { scope, businessDate }),
    sumDisbursed(sql, { scope, businessDate, from: month }),
    sumCollected(sql, { scope, businessDate, from }),
    listLatestPayments(sql, { scope, limit: 8 }),
  ]);
  const currencies = new Set([
    ...(session.portfolio ? [session.portfolio.currency] : []),
    ...[...buckets, ...disbursed, ...collected].map((row) => row.currency),
  ]);
  const figures = { buckets, disbursed, collected, months };
  return {
    businessDate,
    compared: {
      from: month,
      to: businessDate,
      previousFrom: addMonths(calendarDate(month), -1),
      previousTo: addMonths(calendarDate(businessDate), -1),
    },
    books: [...currencies].toSorted().map((currency) => bookOf(currency, figures)),
    latestPayments,
  };
}

type Figures = {
  readonly buckets: Awaited<ReturnType<typeof sumByBucket>>;
  readonly disbursed: Awaited<ReturnType<typeof sumDisbursed>>;
  readonly collected: Awaited<ReturnType<typeof sumCollected>>;
  readonly months: readonly string[];
};

function bookOf(currency: string, figures: Figures): Book {
  const ofCurrency = <Row extends { currency: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === currency);
  const buckets = ofCurrency(figures.buckets);
  const collected = new Map(ofCurrency(figures.collected).map((row) => [row.month, row]));
  const [previousMonth = '', month = ''] = figures.months.slice(-2);
  return {
    currency,
    activeLoans: total(buckets, (row) => row.loans),
    outstandingMinor: total(buckets, (row) => row.outstandingMinor),
    outstandingOver30Minor: total(buckets, (row) => row.over30Minor),
    unassignedLoans: total(buckets, (row) => row.unassigned),
    disbursedMonthMinor: total(ofCurrency(figures.disbursed), (row) => row.disbursedMinor),
    collectedMonthMinor: collected.get(month)?.collectedMinor ?? 0,
    collectedPreviousMonthMinor: collected.get(previousMonth)?.collectedToDayMinor ?? 0,
    incomeMonthMinor: collected.get(month)?.incomeToDayMinor ?? 0,
    incomePreviousMonthMinor: collected.get(previousMonth)?.incomeToDayMinor ?? 0,
    buckets: ARREARS_SCALE.map((bucket) => {
      const row = buckets.find((candidate) => candidate.bucket === bucket);
      return { bucket, loans: row?.loans ?? 0, outstandingMinor: row?.outstandingMinor ?? 0 };
    }),
    collections: figures.months.map((start) => ({
      month: start,
      collectedMinor: collected.get(start)?.collectedMinor ?? 0,
    })),
  };
}

function total<Row>(rows: readonly Row[], figureOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figureOf(row), 0);
}

/** Returns the first days of the last twelve months, ending with the current month. */
function lastMonths(businessDate: string): string[] {
  const { year, month } = dateParts(calendarDate(businessDate));
  const first = dateFromParts(year, month, 1);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    addMonths(first, index + 1 - MONTHS_SHOWN),
  );
}
