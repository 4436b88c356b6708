import type { RolledTo } from '@bursar/contracts/reporting/analytics.values';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Fragment } from '../../../platform/conditions.ts';
import { plannedByValues, type Queryable } from '../../../platform/database.ts';
import { inScope, ofLoansInScope, type Scope } from '../../../platform/scope.ts';
import { bucketCase, isBookedIn } from '../../servicing/loan-account/arrears.ts';
import { loanParts } from '../../servicing/loan-lists/loan-parts.store.ts';

type Asked = {
  readonly scope: Scope;
  /** The days, or a SQL query that selects them. */
  readonly days: readonly string[] | Fragment;
  /** The loans to replay; if omitted, all loans in the scope. */
  readonly loanIds?: readonly string[];
};

/**
 * SQL that defines the table `history`: one row per loan and requested day, calculated from due
 * dates and the value dates of payments. A loan appears from its disbursement, or from the cut-off
 * day of its tape. Its last row, with the bucket `gone`, is on the first requested day on or after
 * its payoff or write-off. It has no rows if that day is the first requested one. `was` is its
 * bucket on the previous requested day.
 */
export function historyOf(sql: Queryable, { scope, days, loanIds }: Asked): Fragment {
  const isNamed = (alias: string) =>
    loanIds ? sql`and ${sql(alias)}.loan_id = any(${[...loanIds]}::uuid[])` : sql``;
  return sql`
    with day as (
      select day as "on", lag(day) over (order by day) as before
      from ${isList(days) ? sql`unnest(${[...days]}::date[])` : sql`(${days})`} as named (day)
    ), book as materialized (
      select state.portfolio_id, state.loan_id, loan.currency, loan.disbursed_on,
        loan.reference_number, loan.borrower_id,
        coalesce(tape.cut_off_on, (tape.booked_at at time zone portfolio.time_zone)::date,
          loan.disbursed_on) as entered_on,
        case state.status when 'closed' then coalesce(state.last_payment_on, '-infinity')
          when 'written_off' then lost.value_date else 'infinity'::date end as gone_on,
        state.outstanding_principal_minor + state.written_off_principal_minor as left_minor
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      join portfolios portfolio on portfolio.id = state.portfolio_id
      left join imports tape on tape.portfolio_id = loan.portfolio_id and tape.id = loan.import_id
      left join lateral (
        select max(loss.value_date) as value_date from loan_write_offs loss
        where loss.portfolio_id = state.portfolio_id and loss.loan_id = state.loan_id
          and loss.event = 'write-off-loan'
      ) lost on state.status = 'written_off'
      where ${inScope(sql, scope, 'state')} and ${isBookedIn(sql, 'state')}
        ${isNamed('state')}
    ), effective as materialized (
      select payment.portfolio_id, payment.id, payment.loan_id, payment.value_date,
        payment.principal_minor
      from effective_payments payment
      where ${ofLoansInScope(sql, scope, 'payment')} and payment.reversal_id is null
        ${isNamed('payment')}
    ), settled as (
      select effective.portfolio_id, effective.loan_id, portion.instalment_number,
        max(effective.value_date) as settled_on
      from effective
      join effective_allocations portion
        on portion.portfolio_id = effective.portfolio_id and portion.payment_id = effective.id
      group by 1, 2, 3
    ), spell as materialized (
      -- Days on which an instalment was late. Few instalments have any, so joining only them with
      -- the requested days is cheap.
      select * from (
      select book.portfolio_id, book.loan_id, instalment.due_on,
        case when instalment.principal_minor + instalment.interest_minor + instalment.fees_minor
            + instalment.penalties_minor > instalment.principal_paid_minor
            + instalment.interest_paid_minor + instalment.fees_paid_minor
            + instalment.penalties_paid_minor
          then book.gone_on else coalesce(settled.settled_on, '-infinity') end as settled_on
      from book
      join instalments instalment
        on instalment.portfolio_id = book.portfolio_id and instalment.loan_id = book.loan_id
      left join settled on settled.portfolio_id = book.portfolio_id
        and settled.loan_id = book.loan_id and settled.instalment_number = instalment.number
      where instalment.due_on < (select max("on") from day)
      union all
      -- Amounts open at a reschedule were late until it; the present instalments no longer contain them.
      select book.portfolio_id, book.loan_id, former.due_on, made.value_date
      from book
      join effective_reschedules made
        on made.portfolio_id = book.portfolio_id and made.loan_id = book.loan_id
      join superseded_instalments former on former.portfolio_id = made.portfolio_id
        and former.loan_id = made.loan_id and former.version = made.version - 1
        and former.due_on < made.value_date
        and former.principal_minor + former.interest_minor + former.fees_minor
          + former.penalties_minor > former.principal_paid_minor + former.interest_paid_minor
          + former.fees_paid_minor + former.penalties_paid_minor
      ) due where settled_on > due_on
    ), late as (
      select spell.portfolio_id, spell.loan_id, day."on", min(spell.due_on) as oldest_on
      from spell join day on spell.due_on < day."on" and spell.settled_on > day."on"
      group by 1, 2, 3
    ), repaid as (
      select effective.portfolio_id, effective.loan_id, day."on",
        sum(effective.principal_minor)::bigint as principal_minor
      from effective join day on effective.value_date > day."on"
      group by 1, 2, 3
    ), claimed as (
      -- A refund that is claimed back later was not owed on the earlier day.
      select claim.portfolio_id, claim.loan_id, day."on", sum(claim.amount_minor)::bigint as minor
      from refund_claims claim
      join book on book.portfolio_id = claim.portfolio_id and book.loan_id = claim.loan_id
      join day on claim.value_date > day."on"
      group by 1, 2, 3
    ), state_on as (
      select book.*, day."on", book.gone_on <= day."on" as is_gone,
        coalesce(day."on" - late.oldest_on, 0) as days_past_due,
        case when book.gone_on <= day."on" then 0
          else book.left_minor + coalesce(repaid.principal_minor, 0) - coalesce(claimed.minor, 0)
          end as outstanding_minor
      from book
      join day on book.entered_on <= day."on" and book.gone_on > coalesce(day.before, day."on")
      left join late on late.portfolio_id = book.portfolio_id and late.loan_id = book.loan_id
        and late."on" = day."on"
      left join repaid on repaid.portfolio_id = book.portfolio_id
        and repaid.loan_id = book.loan_id and repaid."on" = day."on"
      left join claimed on claimed.portfolio_id = book.portfolio_id
        and claimed.loan_id = book.loan_id and claimed."on" = day."on"
    ), history as (
      select named.*, lag(bucket) over earlier as was,
        lag(outstanding_minor) over earlier as formerly_minor
      from (
        select state_on.*, case when is_gone then 'gone'
          else ${bucketCase(sql, sql`days_past_due`)} end as bucket
        from state_on
      ) named
      window earlier as (partition by portfolio_id, loan_id order by "on")
    )`;
}

const isList = (days: Asked['days']): days is readonly string[] => Array.isArray(days);

export type HistoryRow = {
  readonly currency: string;
  readonly on: string;
  readonly bucket: RolledTo;
  readonly was: ArrearsBucket | null;
  /**
   * First day of the month of disbursement; null in stored figures of loans that are not over 30
   * days past due.
   */
  readonly vintage: string | null;
  readonly loans: number;
  /**
   * Stored figures cannot split the principal of loans that are current today by `was`, so the row
   * with a null `was` has all of it.
   */
  readonly outstandingMinor: number;
  readonly formerlyMinor: number;
};

/**
 * Counts loans and sums their principal by currency, day, bucket, previous bucket and month of
 * disbursement.
 */
export function countHistory(database: Queryable, asked: Asked) {
  const sql = plannedByValues(database);
  return sql<HistoryRow[]>`
    ${historyOf(sql, asked)}
    select currency, "on", bucket, was, date_trunc('month', disbursed_on::timestamp)::date as vintage,
      count(*) as loans, sum(outstanding_minor)::bigint as outstanding_minor,
      coalesce(sum(formerly_minor), 0)::bigint as formerly_minor
    from history
    where bucket <> 'gone' or was is not null
    group by 1, 2, 3, 4, 5`;
}

export type VintageRow = {
  readonly currency: string;
  readonly vintage: string;
  readonly loans: number;
  readonly disbursedMinor: number;
};

/** Sums the disbursements of the given months, whatever the loans' present status. */
export function countVintages(
  sql: Queryable,
  { scope, from, to }: { scope: Scope; from: string; to: string },
) {
  return sql<VintageRow[]>`
    select listed.currency, left(listed.part, 7) || '-01' as vintage,
      sum(listed.loans)::bigint as loans, sum(listed.amount_minor)::bigint as disbursed_minor
    from ${loanParts(sql, ['disbursed', 'boarded'])} listed
    where ${inScope(sql, scope, 'listed')} and listed.part between ${from} and ${to}
    group by 1, 2 having sum(listed.loans) <> 0`;
}
