import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { workFactsOf, workStatesOf } from '../../collections/work-queue/work-state.store.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/**
 * No plan, snooze, promise or call is more than a year ahead; two extra days allow for time zones.
 */
const DAYS_AHEAD_MAX = 368;

export const workChecks: readonly ReconciliationCheck[] = [
  {
    id: 'work-states',
    holds: 'an overdue loan is in a queue, or for one reason out of it until a day within a year',
    differences: (sql) => {
      const moment = {
        businessDate: sql`book.day`,
        timeZone: sql`book.time_zone`,
        now: sql`now()`,
      };
      const of = sql`state.portfolio_id = book.id and ${isActiveIn(sql, 'state')}
        and state.oldest_unpaid_due_on < book.day`;
      return sql`
        select ${referenceOf(sql)} as subject,
          'in a queue, or out of it within a year' as expected,
          overdue.work_state || coalesce(' until ' || overdue.returns_on, '') as found
        from (
          select id, time_zone, (now() at time zone time_zone)::date as day from portfolios
        ) book
        cross join lateral (
          with facts as (${workFactsOf(sql, moment, of)}),
            stated as (${workStatesOf(sql, moment, 'facts')})
          select portfolio_id, loan_id, work_state, case work_state
            when 'promised' then waits_until when 'snoozed' then snoozed_until
            when 'planned' then next_action_on
            when 'call-back' then (try_again_at at time zone book.time_zone)::date
            end as returns_on
          from stated
        ) overdue
        join loans loan on loan.portfolio_id = overdue.portfolio_id and loan.id = overdue.loan_id
        where overdue.work_state = 'at-rest' or overdue.returns_on > book.day + ${DAYS_AHEAD_MAX}::int`;
    },
  },
];
