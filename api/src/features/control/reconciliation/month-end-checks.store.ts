import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { historyOf } from '../../reporting/analytics/book-history.store.ts';
import { monthEndsOf } from '../../reporting/analytics/stored-month-ends.store.ts';
import { MONTH_ENDS_STORED } from '../../reporting/analytics/month-ends.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

const everything = { role: 'admin', accountId: '', now: '', demoPortfolioIds: [] } as const;

export const monthEndChecks: readonly ReconciliationCheck[] = [
  {
    id: 'month-ends-of-loans',
    holds: 'the stored month ends of a loan are those that its payments and due dates give',
    // Excludes loans that are marked to be stored again, because readers replay them instead of
    // using stored month ends.
    differences: (sql) => sql`
      ${historyOf(sql, {
        scope: everything,
        days: sql`
          select (month + interval '1 month' - interval '1 day')::date from generate_series(
            (select date_trunc('month', min(stored_until)::timestamp) from month_end_books)
              - ${MONTH_ENDS_STORED - 1}::int * interval '1 month',
            (select date_trunc('month', max(stored_until)::timestamp) from month_end_books),
            interval '1 month') month`,
      })}, stored as (
        select kept.portfolio_id, kept.loan_id, past.days,
          case when past.days is not null then past.outstanding_minor end as outstanding_minor,
          past.place = 1 as is_first, (date_trunc('month', kept.stored_until::timestamp)
            + (past.place - ${MONTH_ENDS_STORED - 1}::int) * interval '1 month'
            - interval '1 day')::date as "on"
        from loan_month_ends kept
        join month_end_books books
          on books.portfolio_id = kept.portfolio_id and books.stored_until = kept.stored_until
        cross join lateral unnest(kept.days_past_due, kept.outstanding_minor)
          with ordinality past (days, outstanding_minor, place)
      )
      select ${referenceOf(sql)} || ', ' || stored."on" as subject,
        coalesce(replayed.days || ' days late, ' || replayed.outstanding_minor, 'not in the books')
          as expected,
        coalesce(stored.days || ' days late, ' || stored.outstanding_minor, 'not in the books') as found
      from stored
      join loans loan on loan.portfolio_id = stored.portfolio_id and loan.id = stored.loan_id
      left join lateral (
        select case when past.is_gone then -1 else past.days_past_due end as days,
          past.outstanding_minor
        from history past
        where past.portfolio_id = stored.portfolio_id and past.loan_id = stored.loan_id
          and past."on" = stored."on" and not (stored.is_first and past.is_gone)
      ) replayed on true
      where (stored.days, stored.outstanding_minor)
          is distinct from (replayed.days, replayed.outstanding_minor)
        and not (stored.is_first and stored.days = -1)
        and not exists (select from month_end_marks mark
          where mark.portfolio_id = stored.portfolio_id and mark.loan_id = stored.loan_id)`,
  },
  {
    id: 'month-end-holders',
    holds: 'the stored month ends of a loan count for the team and agent that hold it',
    // Excludes loans that are marked to be stored again, because readers use their present holders.
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(', ', 'team ' || state.team_id, 'agent ' || state.agent_id) as expected,
        concat_ws(', ', 'team ' || kept.team_id, 'agent ' || kept.agent_id) as found
      from loan_month_ends kept
      join loan_state state
        on state.portfolio_id = kept.portfolio_id and state.loan_id = kept.loan_id
      join loans loan on loan.portfolio_id = kept.portfolio_id and loan.id = kept.loan_id
      where (kept.team_id, kept.agent_id) is distinct from (state.team_id, state.agent_id)
        and not exists (select from month_end_marks mark
          where mark.portfolio_id = kept.portfolio_id and mark.loan_id = kept.loan_id)`,
  },
  {
    id: 'month-end-sums',
    holds: 'the stored sums of a month end are those of its loans',
    differences: (sql) =>
      compareSums(sql, {
        subject: sql`'portfolio ' || portfolio_id`,
        sums: sql`select null::uuid as holder_id, sums.* from month_end_sums sums`,
        ends: sql`
          select null::uuid as holder_id, part.* from (${monthEndsOf(sql, sql`loan_month_ends kept`)}) part`,
      }),
  },
  {
    id: 'held-month-end-sums',
    holds: 'the sums of a month end of each team and agent are those of the loans stored for it',
    differences: (sql) =>
      compareSums(sql, {
        subject: sql`'holder ' || holder_id`,
        sums: sql`select * from held_month_end_sums`,
        ends: sql`
          select holder.id as holder_id, part.* from (${monthEndsOf(sql, sql`loan_month_ends kept`)}) part
          cross join lateral (values (part.team_id), (part.agent_id)) holder (id)
          where holder.id is not null`,
      }),
  },
];

type Compared = { readonly subject: Fragment; readonly sums: Fragment; readonly ends: Fragment };

/** Compares stored sums of month ends with the loans they add up. */
const compareSums = (sql: Queryable, { subject, sums, ends }: Compared): Fragment => sql`
  select ${subject} || ', ' || "on" || ', ' || bucket || ' from ' || coalesce(was, 'outside') as subject,
    sum(loans) filter (where not is_sum) || ' loans' as expected,
    sum(loans) filter (where is_sum) || ' loans' as found
  from (
    select portfolio_id, holder_id, "on", currency, bucket, was, vintage, loans::bigint,
      outstanding_minor, formerly_minor, true as is_sum
    from (${sums}) sums
    union all
    select portfolio_id, holder_id, "on", currency, bucket, was, vintage, count(*),
      sum(outstanding_minor), sum(formerly_minor), false
    from (${ends}) part
    group by 1, 2, 3, 4, 5, 6, 7
  ) part
  group by portfolio_id, holder_id, "on", currency, bucket, was, vintage
  having (sum(loans) filter (where is_sum), sum(outstanding_minor) filter (where is_sum),
      sum(formerly_minor) filter (where is_sum))
    is distinct from (sum(loans) filter (where not is_sum),
      sum(outstanding_minor) filter (where not is_sum),
      sum(formerly_minor) filter (where not is_sum))`;
