import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { LoanStatus } from '@bursar/contracts/choices';
import { BOOKED_STATES } from '@bursar/loan-maths/lifecycle';
import { bucketOf as standardBucketOf, STANDARD_BUCKETS } from '@bursar/loan-maths/buckets';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

/** An overdue loan counts as neglected after this many days without a contact or a payment. */
export const NEGLECTED_DAYS = 7;

export function bucketOf(daysPastDue: number): ArrearsBucket {
  return standardBucketOf(daysPastDue, STANDARD_BUCKETS) ?? 'current';
}

/**
 * Returns whether a loan is active. Only an active loan can be late: nothing is due on a loan that
 * is closed, written off or not paid out yet.
 */
export const isActive = (status: LoanStatus): boolean => status === 'active';

/**
 * Checks in SQL whether a loan is active. The status is a literal, not a parameter, so that partial
 * indexes apply.
 */
export function isActiveIn(sql: Queryable, alias: string): Fragment {
  return sql`${sql(alias)}.status = 'active'`;
}

/** Checks in SQL whether a loan was paid out. Sums leave out loans that are only applied for. */
export function isBookedIn(sql: Queryable, alias: string): Fragment {
  return sql`${sql(alias)}.status = any(${[...BOOKED_STATES]}::text[])`;
}

/** Builds the SQL expression for the bucket of a number of days past due. */
export function bucketCase(sql: Queryable, daysPastDue: Fragment) {
  const whens = STANDARD_BUCKETS.map(
    ({ name, fromDays }) => sql`when ${daysPastDue} >= ${fromDays}::int then ${name}::text`,
  ).toReversed();
  return sql`case ${whens} else 'current' end`;
}

/**
 * Checks in SQL whether a number of days past due is in a bucket, as a range that an index can
 * serve.
 */
export function isDaysOf(sql: Queryable, bucket: ArrearsBucket, daysPastDue: Fragment) {
  const days = STANDARD_BUCKETS.find(({ name }) => name === bucket);
  if (!days) return sql`${daysPastDue} = 0`;
  const atLeast = sql`${daysPastDue} >= ${days.fromDays}::int`;
  if (days.toDays === undefined) return atLeast;
  return sql`(${atLeast} and ${daysPastDue} <= ${days.toDays}::int)`;
}

export function daysPastDueOf(
  loan: { status: LoanStatus; oldestUnpaidDueOn: string | null },
  today: string,
): number {
  if (!isActive(loan.status) || !loan.oldestUnpaidDueOn) return 0;
  const late = Date.parse(today) - Date.parse(loan.oldestUnpaidDueOn);
  return Math.max(0, Math.round(late / 86_400_000));
}

/**
 * Builds the condition that `loan_list_rows listed` is in a bucket, as a range of due dates that an
 * index can serve. If `first` and `last` differ, it covers the bucket on every day between them.
 * Only active loans are ever late.
 */
export function inBucket(
  sql: Queryable,
  bucket: ArrearsBucket,
  { first, last }: { first: Fragment; last: Fragment },
) {
  const days = STANDARD_BUCKETS.find(({ name }) => name === bucket);
  if (!days) return sql`listed.next_due_on >= ${first}`;
  const latest = sql`listed.next_due_on <= ${last} - ${days.fromDays}::int`;
  if (days.toDays === undefined) return latest;
  return sql`(${latest} and listed.next_due_on >= ${first} - ${days.toDays}::int)`;
}

/**
 * SQL expression for the principal and interest of `instalment` of `loan` that were unpaid at the
 * end of a day. Payments with a later value date are added back, because they do not prevent a
 * penalty for that day.
 */
export const unpaidOn = (sql: Queryable, day: Fragment): Fragment => sql`
  instalment.principal_minor - instalment.principal_paid_minor
    + instalment.interest_minor - instalment.interest_paid_minor + coalesce((
      select sum(allocation.principal_minor + allocation.interest_minor)
      from effective_payments payment
      join effective_allocations allocation on allocation.portfolio_id = payment.portfolio_id
        and allocation.payment_id = payment.id
        and allocation.instalment_number = instalment.number
      where payment.portfolio_id = loan.portfolio_id and payment.loan_id = loan.id
        and payment.value_date > ${day} and payment.reversal_id is null
    ), 0)::bigint`;
