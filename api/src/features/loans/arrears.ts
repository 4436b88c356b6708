import type { ArrearsBucket, LoanStatus } from '@bursar/contracts/loans';
import type { Fragment } from '../../platform/conditions.ts';
import type { Queryable } from '../../platform/database.ts';

/** First and last day past due of each bucket; they meet without overlapping. */
const bucketDays: Record<ArrearsBucket, { from: number; to: number | null }> = {
  current: { from: 0, to: 0 },
  '1-30': { from: 1, to: 30 },
  '31-60': { from: 31, to: 60 },
  '61-90': { from: 61, to: 90 },
  '91-180': { from: 91, to: 180 },
  '180+': { from: 181, to: null },
};

export function bucketOf(daysPastDue: number): ArrearsBucket {
  if (daysPastDue <= 0) return 'current';
  if (daysPastDue <= 30) return '1-30';
  if (daysPastDue <= 60) return '31-60';
  if (daysPastDue <= 90) return '61-90';
  return daysPastDue <= 180 ? '91-180' : '180+';
}

/** Only an active loan is late: a closed one owes nothing, a written-off one is lost. */
export function daysPastDueOf(
  loan: { status: LoanStatus; oldestUnpaidDueOn: string | null },
  today: string,
): number {
  if (loan.status !== 'active' || !loan.oldestUnpaidDueOn) return 0;
  const late = Date.parse(today) - Date.parse(loan.oldestUnpaidDueOn);
  return Math.max(0, Math.round(late / 86_400_000));
}

/** A bucket as a range of due dates, which an index serves. Nothing but active loans is ever late. */
export function inBucket(sql: Queryable, bucket: ArrearsBucket, today: Fragment) {
  const { from, to } = bucketDays[bucket];
  if (bucket === 'current') return sql`listed.next_due_on >= ${today}`;
  const latest = sql`listed.next_due_on <= ${today} - ${from}::int`;
  if (to === null) return latest;
  return sql`(${latest} and listed.next_due_on >= ${today} - ${to}::int)`;
}
