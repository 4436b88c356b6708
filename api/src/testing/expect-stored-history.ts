import { rolledTo } from '@bursar/contracts/reporting/analytics.values';
import { expect } from 'vitest';
import {
  countHistory,
  type HistoryRow,
} from '../features/reporting/analytics/book-history.store.ts';
import { storeMonthEnds } from '../features/reporting/analytics/store-month-ends.ts';
import { countStoredHistory } from '../features/reporting/analytics/stored-history.store.ts';
import { listStoredHistory } from '../features/reporting/analytics/stored-loans.store.ts';
import { monthEndBefore, monthEndsUpTo } from '../features/reporting/analytics/month-ends.ts';
import type { Database } from '../platform/database.ts';
import type { Scope } from '../platform/scope.ts';

type Asked = { readonly now: Date; readonly scopes: readonly Scope[] };

/**
 * Expects stored month ends to equal those of a replay, both while loans are marked and afterwards.
 */
export async function expectStoredHistory(
  database: Database,
  { now, scopes }: Asked,
): Promise<void> {
  const days = daysUpTo(now);
  const replayed = new Map<Scope, readonly HistoryRow[]>();
  for (const scope of scopes) {
    replayed.set(scope, await countHistory(database, { scope, days }));
  }
  const expectAlike = async () => {
    for (const [scope, rows] of replayed) {
      const stored = await countStoredHistory(database, { scope, days });
      expect(sumsOf(stored), scope.role).toEqual(sumsOf(rows));
    }
  };
  await expectAlike();
  await storeMonthEnds(database, { now });
  const left = await database`select from month_end_marks`;
  expect(left.length).toBe(0);
  await expectAlike();
}

function daysUpTo(now: Date): readonly string[] {
  const today = now.toISOString().slice(0, 10);
  return [...monthEndsUpTo(monthEndBefore(today)).slice(1), today];
}

/**
 * Expects the loan lists behind the figures of the last month end and of today to match those
 * figures.
 */
export async function expectStoredLists(
  database: Database,
  { now, scope }: { readonly now: Date; readonly scope: Scope },
): Promise<void> {
  const days = daysUpTo(now).slice(-2);
  const [, today = ''] = days;
  const counted = await countHistory(database, { scope, days });
  for (const on of days) {
    for (const bucket of rolledTo) {
      const asked = { scope, businessDate: today, currency: 'USD', on, bucket, limit: 500 };
      const { rows } = await listStoredHistory(database, asked);
      const figures = counted.filter((row) => row.on === on && row.bucket === bucket);
      expect([rows.length, outstandingOf(rows)], `${on} ${bucket}`).toEqual([
        bucket === 'gone' && on !== today
          ? rows.length
          : figures.reduce((total, row) => total + row.loans, 0),
        outstandingOf(figures),
      ]);
    }
  }
}

const outstandingOf = (rows: readonly { readonly outstandingMinor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.outstandingMinor, 0);

const isOver30 = (bucket: string) => !['gone', 'current', '1-30'].includes(bucket);

/**
 * Sums the figures that analytics show: loans and principal by bucket and vintage, and loans and
 * former principal by the buckets between which they rolled. Vintages count only loans more than 30
 * days past due.
 */
function sumsOf(rows: readonly HistoryRow[]) {
  const sums: Record<string, readonly number[]> = {};
  const add = (key: readonly (string | null)[], loans: number, minor: number) => {
    const [allLoans = 0, allMinor = 0] = sums[key.join(' ')] ?? [];
    sums[key.join(' ')] = [allLoans + loans, allMinor + minor];
  };
  for (const { currency, on, bucket, was, vintage, ...row } of rows) {
    if (bucket !== 'gone') {
      const month = isOver30(bucket) ? vintage : null;
      add([currency, on, 'in', bucket, month], row.loans, row.outstandingMinor);
    }
    if (was !== null) add([currency, on, was, 'to', bucket], row.loans, row.formerlyMinor);
  }
  return sums;
}
