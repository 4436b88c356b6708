import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Queryable } from '../../../platform/database.ts';
import {
  inEachPortfolio,
  inScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { bucketCase, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { loanParts, partOfDay } from '../../servicing/loan-lists/loan-parts.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { notReversed } from '../../servicing/loan-account/effective-payments.ts';

/** Sums active loans by arrears bucket. The current bucket is the total less the late loans. */
export function sumByBucket(sql: Queryable, viewer: Viewer) {
  const { scope } = viewer;
  const today = todayOf(sql, viewer, 'listed');
  const holder = scope.role === 'team' ? sql`listed.agent_id` : sql`listed.team_id`;
  return sql<
    {
      currency: string;
      bucket: ArrearsBucket;
      loans: number;
      outstandingMinor: number;
      over30Minor: number;
      unassigned: number;
    }[]
  >`
    with late as (
      select listed.currency, listed.loans, listed.amount_minor as outstanding,
        ${today} - listed.part::date as days
      from ${loanParts(sql, ['due'])} listed
      where ${inScope(sql, scope, 'listed')} and listed.part < ${partOfDay(sql, today)}
    ), late_buckets as (
      select currency,
        ${bucketCase(sql, sql`days`)} as bucket,
        sum(loans)::bigint as loans, sum(outstanding)::bigint as outstanding_minor,
        coalesce(sum(outstanding) filter (where days > 30), 0)::bigint as over30_minor
      from late group by 1, 2 having sum(loans) <> 0
    ), active as (
      select listed.currency, sum(listed.loans) as loans,
        sum(listed.outstanding_principal_minor) as outstanding_minor,
        coalesce(sum(listed.loans) filter (where ${holder} is null), 0)::bigint as unassigned
      from loan_totals listed
      where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
      group by 1
    )
    select currency, bucket, loans, outstanding_minor, over30_minor, 0::bigint as unassigned
    from late_buckets
    union all
    select active.currency, 'current', (active.loans - coalesce(late.loans, 0))::bigint,
      (active.outstanding_minor - coalesce(late.outstanding_minor, 0))::bigint, 0, active.unassigned
    from active
    left join (
      select currency, sum(loans) as loans, sum(outstanding_minor) as outstanding_minor
      from late_buckets group by 1
    ) late on late.currency = active.currency`;
}

/**
 * Sums what the portfolios in scope disbursed up to the reader's day. Loans from tapes do not
 * count, because they were disbursed before their import.
 */
export function sumDisbursed(
  sql: Queryable,
  { scope, businessDate, from }: Viewer & { from: string },
) {
  return sql<{ currency: string; disbursedMinor: number }[]>`
    select listed.currency, sum(listed.amount_minor)::bigint as disbursed_minor
    from ${loanParts(sql, ['disbursed'])} listed
    where ${inScope(sql, scope, 'listed')}
      and listed.part between ${from} and ${businessDate}
    group by listed.currency having sum(listed.loans) <> 0`;
}

export type Collected = {
  readonly currency: string;
  readonly month: string;
  readonly collectedMinor: number;
  /** Collected up to today's day of the month, to compare with the current month so far. */
  readonly collectedToDayMinor: number;
  readonly incomeToDayMinor: number;
};

/**
 * Sums the collections and the income of each month up to the reader's business date, so that the
 * months are those that the screen names. An administrator's business date is in UTC; in a
 * portfolio in another time zone, the next month may have begun.
 */
export function sumCollected(
  sql: Queryable,
  { scope, businessDate, from }: Viewer & { from: string },
) {
  return sql<Collected[]>`
    select portfolio.currency, date_trunc('month', income.day::timestamp)::date as month,
      sum(earned.minor + income.principal_minor)::bigint as collected_minor,
      coalesce(sum(earned.minor + income.principal_minor) filter (where day.is_reached), 0)::bigint
        as collected_to_day_minor,
      coalesce(sum(earned.minor) filter (where day.is_reached), 0)::bigint as income_to_day_minor
    from income_days income
    cross join lateral (
      select income.interest_minor + income.fees_minor + income.penalties_minor as minor
    ) earned
    cross join lateral (
      select extract(day from income.day) <= extract(day from ${businessDate}::date) as is_reached
    ) day
    join portfolios portfolio on portfolio.id = income.portfolio_id
    where ${inScope(sql, scope, 'income')}
      and income.day between ${from} and ${businessDate}
    group by 1, 2 order by 2`;
}

type LatestPayment = AnswerOf<ReadDashboard>['latestPayments'][number];

export async function listLatestPayments(
  sql: Queryable,
  { scope, limit }: { scope: Scope; limit: number },
) {
  const firstRows = inEachPortfolio(
    sql,
    scope,
    (portfolioId) => sql`
      select payment.portfolio_id, payment.id, payment.posted_at from payments payment
      where payment.portfolio_id = ${portfolioId} and ${inScope(sql, scope, 'payment')}
        and ${notReversed(sql)}
      order by payment.posted_at desc, payment.id desc limit ${limit}`,
  );
  // An index alone finds the rows of the page; present amounts are read only for these rows.
  const rows = await sql<(Omit<LatestPayment, 'loanReference'> & { referenceNumber: number })[]>`
    with latest as materialized (
      select * from (${firstRows}) payment
      order by payment.posted_at desc, payment.id desc limit ${limit}
    )
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.amount_minor,
      payment.interest_minor, payment.recovered_minor, payment.currency, payment.value_date,
      payment.posted_at
    from latest
    join effective_payments payment
      on payment.portfolio_id = latest.portfolio_id and payment.id = latest.id
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    order by payment.posted_at desc, payment.id desc`;
  return rows.map(({ referenceNumber, ...row }) => ({
    ...row,
    loanReference: loanReference(referenceNumber),
  }));
}
