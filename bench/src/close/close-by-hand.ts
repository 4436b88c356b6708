import type { Transaction } from '@bursar/api/platform/database';

/**
 * Closes a day with one hand-written statement, as a comparison for Bursar's own close. The
 * statement judges promises up to the day and stores the results with audit rows and notifications,
 * sums the due, open and received amounts, and counts loans by bucket.
 */
export async function closeByHand(
  transaction: Transaction,
  { portfolioId, day }: { readonly portfolioId: string; readonly day: string },
): Promise<void> {
  await transaction`
    with run as (
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${portfolioId}, ${day}, gen_random_uuid(), 'closed', now(), now())
    ), judged as (
      update promises promise
      set received_minor = reckoned.received, state = case
        when reckoned.received >= promise.amount_minor then 'kept'
        when reckoned.received > 0 then 'partly-kept' else 'broken' end
      from (
        select waiting.id, coalesce(sum(payment.amount_minor), 0)::bigint as received
        from promises waiting
        left join effective_payments payment on payment.portfolio_id = waiting.portfolio_id
          and payment.loan_id = waiting.loan_id and payment.reversal_id is null
          and payment.value_date between waiting.made_on and waiting.promised_on + waiting.grace_days
          and payment.number > waiting.number
        where waiting.portfolio_id = ${portfolioId} and waiting.state = 'waiting'
          and waiting.promised_on <= ${day} and waiting.promised_on + waiting.grace_days <= ${day}
        group by waiting.id
      ) reckoned
      where promise.portfolio_id = ${portfolioId} and promise.id = reckoned.id
      returning promise.*
    ), noted as (
      insert into end_of_day_promises (portfolio_id, promise_id, day, state, received_minor)
      select portfolio_id, id, ${day}, state, received_minor from judged
    ), audited as (
      insert into audit_events (id, portfolio_id, event, subject, subject_id, before, after, at)
      select gen_random_uuid(), portfolio_id, 'settle-promise', 'loan', loan_id,
        jsonb_build_object('promiseId', id, 'state', 'waiting', 'receivedMinor', 0),
        jsonb_build_object('promiseId', id, 'state', state, 'receivedMinor', received_minor), now()
      from judged
    ), announced as (
      insert into live_updates
        (portfolio_id, event, subject, subject_id, loan_id, reach, team_ids, account_ids)
      select judged.portfolio_id, 'settle-promise', 'loan', judged.loan_id, judged.loan_id, 'holders',
        array[state.team_id], array[state.agent_id]
      from judged join loan_state state
        on state.portfolio_id = judged.portfolio_id and state.loan_id = judged.loan_id
    ), told as (
      insert into notifications (portfolio_id, id, account_id, kind, event, amount_minor, currency, subject,
        created_at, target, target_id)
      select judged.portfolio_id, gen_random_uuid(), state.agent_id, 'notification', 'promise-broken',
        judged.amount_minor, judged.currency, 'L-' || lpad(loan.reference_number::text, 6, '0'), now(),
        'loan', judged.loan_id
      from judged
      join loan_state state
        on state.portfolio_id = judged.portfolio_id and state.loan_id = judged.loan_id
      join loans loan on loan.portfolio_id = judged.portfolio_id and loan.id = judged.loan_id
      where judged.state <> 'kept' and state.agent_id is not null
    ), fallen as (
      select loan.currency, count(*) as instalments,
        sum(due.principal_minor + due.interest_minor + due.fees_minor + due.penalties_minor) as asked,
        sum(due.principal_minor - due.principal_paid_minor + due.interest_minor
          - due.interest_paid_minor + due.fees_minor - due.fees_paid_minor + due.penalties_minor
          - due.penalties_paid_minor) as open
      from instalments due
      join loan_state state on state.portfolio_id = due.portfolio_id and state.loan_id = due.loan_id
      join loans loan on loan.portfolio_id = due.portfolio_id and loan.id = due.loan_id
      where due.portfolio_id = ${portfolioId} and due.due_on = ${day}
        and (state.status = 'active' or state.status = 'closed' and state.last_payment_on >= ${day})
      group by 1
    ), received as (
      select currency, count(*) as payments, sum(amount_minor) as amount
      from effective_payments
      where portfolio_id = ${portfolioId} and value_date = ${day} and reversal_id is null
      group by 1
    ), summed as (
      insert into end_of_day_sums (portfolio_id, day, currency, due_instalments, due_minor,
        due_open_minor, payments, received_minor)
      select ${portfolioId}, ${day}, currency, coalesce(fallen.instalments, 0),
        coalesce(fallen.asked, 0), coalesce(fallen.open, 0), coalesce(received.payments, 0),
        coalesce(received.amount, 0)
      from fallen full join received using (currency)
    )
    insert into end_of_day_buckets (portfolio_id, day, currency, bucket, loans, outstanding_minor)
    select ${portfolioId}, ${day}, currency, case when late > 180 then '180+'
      when late > 90 then '91-180' when late > 60 then '61-90' when late > 30 then '31-60'
      when late > 0 then '1-30' else 'current' end, count(*), sum(outstanding)
    from (
      select loan.currency, ${day}::date - state.oldest_unpaid_due_on as late,
        state.outstanding_principal_minor as outstanding
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where state.portfolio_id = ${portfolioId} and state.status = 'active'
    ) standing
    group by 3, 4`;
}
