import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListIncomePayments } from '@bursar/contracts/reporting/income';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { notReversed } from '../../servicing/loan-account/effective-payments.ts';
import type { IncomeStep } from './income-periods.ts';

export type Amounts = {
  readonly interestMinor: number;
  readonly feeMinor: number;
  readonly penaltyMinor: number;
  readonly payments: number;
};

export type Who = {
  readonly scope: Scope;
  readonly teamId?: string | undefined;
  readonly agentId?: string | undefined;
};

export type Range = { readonly from: string; readonly to: string };

export function earnedBy(
  sql: Queryable,
  { scope, teamId, agentId }: Who,
  alias: 'income' | 'payment',
) {
  const table = sql(alias);
  return sql`${inScope(sql, scope, alias)}
    ${teamId ? sql`and ${table}.team_id = ${teamId}` : sql``}
    ${agentId ? sql`and ${table}.agent_id = ${agentId}` : sql``}`;
}

function sums(sql: Queryable) {
  return sql`
    sum(income.interest_minor)::bigint as interest_minor,
    sum(income.fees_minor)::bigint as fee_minor,
    sum(income.penalties_minor)::bigint as penalty_minor,
    sum(income.payments) as payments`;
}

export function sumByPeriod(
  sql: Queryable,
  { who, range, step }: { who: Who; range: Range; step: IncomeStep },
) {
  return sql<(Amounts & { start: string })[]>`
    select date_trunc(${step}::text, income.day::timestamp)::date as start, ${sums(sql)}
    from income_days income
    where ${earnedBy(sql, who, 'income')} and income.day between ${range.from} and ${range.to}
    group by 1`;
}

export type EarnerRow = Amounts & {
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
};

export function sumByEarner(sql: Queryable, { who, range }: { who: Who; range: Range }) {
  return sql<EarnerRow[]>`
    with earned as (
      select income.portfolio_id, income.team_id, income.agent_id, ${sums(sql)}
      from income_days income
      where ${earnedBy(sql, who, 'income')} and income.day between ${range.from} and ${range.to}
      group by 1, 2, 3 having sum(income.payments) > 0
    )
    select earned.*, team.name as team_name, agent.name as agent_name from earned
    left join teams team on team.portfolio_id = earned.portfolio_id and team.id = earned.team_id
    left join accounts agent on agent.id = earned.agent_id`;
}

type PaymentsQuery = Range &
  Who & {
    readonly nobody?: boolean | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  };

export type IncomePayment = AnswerOf<ListIncomePayments>['rows'][number];

/** Lists the payments that the daily sums contain, newest value date first. */
export async function listPaymentsOfIncome(database: Queryable, query: PaymentsQuery) {
  const sql = replicaReads(database);
  const cursor = readCursor(query.after, 'day');
  const holder = query.scope.role === 'user' ? sql`payment.team_id` : sql`payment.agent_id`;
  // An index alone finds the rows of the page; present amounts are read only for these rows.
  const rows = await sql<(Omit<IncomePayment, 'loanReference'> & { referenceNumber: number })[]>`
    with page as materialized (
      select payment.portfolio_id, payment.id from payments payment
      where ${earnedBy(sql, query, 'payment')} and ${notReversed(sql)} and payment.recovered_minor = 0
        and payment.value_date between ${query.from} and ${query.to}
        ${query.nobody ? sql`and ${holder} is null` : sql``}
        ${cursor ? sql`and (payment.value_date, payment.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
      order by payment.value_date desc, payment.id desc
      limit ${query.limit + 1}
    )
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.value_date,
      payment.posted_at, payment.amount_minor, payment.interest_minor,
      payment.fees_minor as fee_minor, payment.penalties_minor as penalty_minor, team.name as team, agent.name as agent
    from page
    join effective_payments payment
      on payment.portfolio_id = page.portfolio_id and payment.id = page.id
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join teams team on team.portfolio_id = payment.portfolio_id and team.id = payment.team_id
    left join accounts agent on agent.id = payment.agent_id
    order by payment.value_date desc, payment.id desc`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.valueDate,
  });
  return {
    rows: page.map(({ referenceNumber, ...row }) => ({
      ...row,
      loanReference: loanReference(referenceNumber),
    })),
    nextCursor,
  };
}
