import {
  isDecidedOn,
  owedPenalties,
  unwaivedMinor,
} from '../../servicing/loan-account/owed-penalties.store.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

export const endOfDayChecks: readonly ReconciliationCheck[] = [
  {
    id: 'end-of-day',
    holds: 'closed days have no gaps, and no work of a closed day is open',
    differences: (sql) => sql`
      select 'portfolio ' || run.portfolio_id || ', ' || run.day as subject,
        'the day before it closed, nothing to do' as expected,
        case when former.state is distinct from 'closed' and not run.is_first
          then 'the day before it is open' else 'work that is still to do' end as found
      from (
        select portfolio_id, day, state,
          day = min(day) over (partition by portfolio_id) as is_first
        from end_of_day_runs
      ) run
      left join end_of_day_runs former
        on former.portfolio_id = run.portfolio_id and former.day = run.day - 1
      where (not run.is_first and former.state is distinct from 'closed')
        or (run.state = 'closed' and exists (
          select from end_of_day_chunks chunk
          where chunk.portfolio_id = run.portfolio_id and chunk.day = run.day))`,
  },
  {
    id: 'end-of-day-promises',
    holds: 'a promise of a closed day is judged by the money received',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', promise ' || promise.id as subject,
        'judged at the close of ' || run.day as expected,
        coalesce(judged.state || ', ' || judged.received_minor || ' received, ', 'not judged, ')
          || 'now ' || promise.state as found
      from promises promise
      join end_of_day_runs run on run.portfolio_id = promise.portfolio_id
        and run.day = promise.promised_on + promise.grace_days and run.state = 'closed'
      join loans loan on loan.portfolio_id = promise.portfolio_id and loan.id = promise.loan_id
      left join end_of_day_promises judged
        on judged.portfolio_id = promise.portfolio_id and judged.promise_id = promise.id
      where not exists (
          select from end_of_day_exceptions missed
          where missed.portfolio_id = run.portfolio_id and missed.day = run.day
            and missed.loan_id = promise.loan_id)
        and (promise.state = 'waiting'
          or (judged.promise_id is null and promise.state <> 'replaced')
          or judged.state <> case when judged.received_minor >= promise.amount_minor then 'kept'
            when judged.received_minor > 0 then 'partly-kept' else 'broken' end)`,
  },
  {
    id: 'end-of-day-penalties',
    holds: 'a penalty that end-of-day charged is in the ledger on that day, without an author',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', charge ' || coalesce(charge.id, booked.source_id) as subject,
        coalesce(charge.amount_minor || ' on ' || charge.charged_on, 'none') as expected,
        coalesce(booked.amount_minor || ' on ' || booked.value_date, 'none') as found
      from (select * from charges where late_months is not null) charge
      full join (
        select entry.portfolio_id, entry.loan_id, entry.source_id, entry.value_date,
          sum(line.debit_minor) filter (where line.account = 'penalty-receivable') as amount_minor
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
        where entry.posted_by is null and entry.event = 'add-charge'
        group by entry.portfolio_id, entry.id
      ) booked on booked.portfolio_id = charge.portfolio_id and booked.source_id = charge.id
      join loans loan on loan.portfolio_id = coalesce(charge.portfolio_id, booked.portfolio_id)
        and loan.id = coalesce(charge.loan_id, booked.loan_id)
      where (charge.amount_minor, charge.charged_on)
        is distinct from (booked.amount_minor, booked.value_date)`,
  },
  {
    id: 'penalties',
    holds:
      'penalties of closed days follow from schedule, payments and grace, unless a user decided otherwise',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', instalment ' || penalty.instalment_number || ', '
          || penalty.day as subject,
        penalty.owed_minor::text as expected,
        penalty.made_minor || case when exists (
          select from penalty_checks waiting
          where waiting.portfolio_id = loan.portfolio_id and waiting.loan_id = loan.id)
          then ', waits for the next end of day' else '' end as found
      from ${owedPenalties(sql, {
        loans: sql`true`,
        until: sql`(select max(done.day) from end_of_day_runs done
          where done.portfolio_id = loan.portfolio_id and done.state = 'closed')`,
      })} penalty
      join loans loan on loan.portfolio_id = penalty.portfolio_id and loan.id = penalty.loan_id
      where least(penalty.owed_minor - penalty.made_minor, penalty.room_minor) > 0
        or (penalty.made_minor > penalty.owed_minor and exists (
          select from charges charge
          where charge.portfolio_id = loan.portfolio_id and charge.loan_id = loan.id
            and charge.instalment_number = penalty.instalment_number
            and charge.due_on = penalty.due_on and charge.late_months = penalty.months
            and not ${isDecidedOn(sql)}
            and ${unwaivedMinor(sql)} > 0))`,
  },
];
