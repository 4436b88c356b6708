import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadDashboard } from '@bursar/contracts/dashboard';
import type { ArrearsBucket } from '@bursar/contracts/loans';
import type { Queryable } from '../../platform/database.ts';
import { inScope, type Scope } from '../../platform/scope.ts';
import { loanReference } from '../loans/loans.store.ts';

export function sumByBucket(
  sql: Queryable,
  { scope, businessDate }: { scope: Scope; businessDate: string },
) {
  const holder = scope.role === 'team' ? sql`state.agent_id` : sql`state.team_id`;
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
      select loan.currency, state.outstanding_principal_minor as outstanding, ${holder} as holder,
        ${businessDate}::date - state.oldest_unpaid_due_on as days
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where ${inScope(sql, scope, 'state')} and state.status = 'active'
    )
    select currency,
      case when days <= 0 then 'current' when days <= 30 then '1-30' when days <= 60 then '31-60'
        when days <= 90 then '61-90' when days <= 180 then '91-180' else '180+' end as bucket,
      count(*) as loans, sum(outstanding)::bigint as outstanding_minor,
      coalesce(sum(outstanding) filter (where days > 30), 0)::bigint as over30_minor,
      count(*) filter (where holder is null) as unassigned
    from late group by 1, 2`;
}

export function sumDisbursed(
  sql: Queryable,
  { scope, from, to }: { scope: Scope; from: string; to: string },
) {
  return sql<{ currency: string; disbursedMinor: number }[]>`
    select loan.currency, sum(loan.principal_minor)::bigint as disbursed_minor
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where ${inScope(sql, scope, 'state')} and loan.disbursed_on between ${from} and ${to}
    group by loan.currency`;
}

export function sumCollected(
  sql: Queryable,
  { scope, from, to }: { scope: Scope; from: string; to: string },
) {
  return sql<{ currency: string; month: string; collectedMinor: number; incomeMinor: number }[]>`
    select payment.currency, date_trunc('month', payment.value_date)::date as month,
      sum(payment.amount_minor)::bigint as collected_minor,
      sum(payment.interest_minor + payment.fees_minor + payment.penalties_minor)::bigint
        as income_minor
    from standing_payments payment
    where ${inScope(sql, scope, 'payment')} and payment.reversal_id is null
      and payment.value_date between ${from} and ${to}
    group by 1, 2 order by 2`;
}

type LatestPayment = AnswerOf<ReadDashboard>['latestPayments'][number];

export async function listLatestPayments(
  sql: Queryable,
  { scope, limit }: { scope: Scope; limit: number },
) {
  const rows = await sql<(Omit<LatestPayment, 'loanReference'> & { referenceNumber: number })[]>`
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.amount_minor,
      payment.interest_minor, payment.currency, payment.value_date, payment.posted_at
    from standing_payments payment
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${inScope(sql, scope, 'payment')} and payment.reversal_id is null
    order by payment.posted_at desc, payment.id desc limit ${limit}`;
  return rows.map(({ referenceNumber, ...row }) => ({
    ...row,
    loanReference: loanReference(referenceNumber),
  }));
}
