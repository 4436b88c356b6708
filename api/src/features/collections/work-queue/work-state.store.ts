import { dayAt } from '../../../platform/scope.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { isSettlementOutdated } from '../../servicing/promises/outdated-settlement.ts';
import { currentPromiseOf } from '../../servicing/promises/promises.store.ts';
import { hasPromiseRequest } from '../../servicing/promises/promise-requests.store.ts';
import { pauseCauseOf } from '../contact-log/contact-pauses.store.ts';

/**
 * A loan without contact or payment for this many days enters the queue, even if nothing is due.
 */
export const UNTOUCHED_DAYS = 45;

/** The moment at which loans are judged, as values or as columns of the statement. */
export type WorkMoment = {
  readonly businessDate: string | Fragment;
  readonly timeZone: string | Fragment;
  readonly now: Date | Fragment;
};

/**
 * Selects the facts that decide the work state of each loan of `loan_state state`, with the promise
 * that counts and the loan's planned work. `of` is a condition on `state`.
 */
export function workFactsOf(
  sql: Queryable,
  { businessDate, now, timeZone }: WorkMoment,
  of: Fragment,
): Fragment {
  const today = sql`${businessDate}::date`;
  const at = sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`;
  return sql`
    select state.portfolio_id, state.loan_id, state.agent_id, state.outstanding_principal_minor,
      ${today} - state.oldest_unpaid_due_on as days,
      greatest(state.last_payment_on, work.last_contact_on) as touched_on,
      work.next_action, work.next_action_on, promise.amount_minor as promised_minor,
      promise.received_minor, promise.promised_on, promise.state as promise_state,
      promise.last_on as promise_last_on,
      coalesce(promise.waits_until > ${today}, settled.is_paid, false) as is_promised,
      ${pauseCauseOf(sql, 'state')} as pause_cause,
      ${hasPromiseRequest(sql, 'state')} as is_requested,
      coalesce(promise.waits_until, case when settled.is_paid then ${today} + 1 end) as waits_until,
      work.snoozed_until, work.try_again_at, coalesce(work.try_again_at <= ${at}, false) as is_try_due,
      coalesce(work.snoozed_until > ${today}, false) as is_snoozed,
      coalesce(work.seen_to_on = ${today}, false) as is_worked,
      case when ${dayAt(sql, sql`work.tried_at`, timeZone)} = ${today}
        then work.tried_at end as tried_at
    from loan_state state
    left join loan_work work
      on work.portfolio_id = state.portfolio_id and work.loan_id = state.loan_id
    left join lateral (${currentPromiseOf(sql, 'state')}) promise on true
    -- A settlement that is paid: the next end of day writes off the rest of the loan, so nothing is
    -- left to collect.
    left join lateral (
      select true as is_paid from settlements settlement
      where settlement.portfolio_id = state.portfolio_id and settlement.id = promise.agreement_id
        and settlement.completed_on is null and promise.state = 'kept' and state.credit_minor = 0
        and not ${isSettlementOutdated(sql)}
    ) settled on true
    where ${of}`;
}

/**
 * Selects the reasons to work each loan of `facts`, and its one state. The first condition that
 * holds decides: `unassigned`, `disputed` or `deceased` until a person resolves it, `call-back`
 * until the agreed time, `snoozed`, `worked` today, `queue` for a broken promise or for a promise
 * or action that is due, `promised`, `planned` for a later day, `queue` for an instalment that is
 * due or overdue or for a loan without recent contact, or else `at-rest`. A call whose agreed time
 * has come puts the loan into `queue` before all but the first three. A loan with a promise that
 * waits for approval does not count as worked today, and its state is `waiting-approval` instead of
 * `queue`, unless such a call is due. The queue is the loans in these two states.
 */
export function workStatesOf(
  sql: Queryable,
  { businessDate }: Pick<WorkMoment, 'businessDate'>,
  facts: string,
): Fragment {
  const today = sql`${businessDate}::date`;
  return sql`
    select *, case
      when agent_id is null then 'unassigned'
      when pause_cause is not null then pause_cause
      when is_try_due then 'queue'
      when try_again_at is not null then 'call-back'
      when is_snoozed then 'snoozed'
      when is_worked and not is_requested then 'worked'
      when is_broken or is_promise_due or is_action_due then in_queue
      when is_promised then 'promised'
      when is_planned then 'planned'
      when is_due_today or is_overdue or is_untouched then in_queue
      else 'at-rest' end as work_state
    from (
      select *,
        days >= 0 and coalesce(promise_state in ('broken', 'partly-kept')
          or (promise_state = 'waiting' and promise_last_on < ${today}), false) as is_broken,
        coalesce(promise_state = 'waiting'
          and ${today} between promised_on and promise_last_on, false) as is_promise_due,
        coalesce(next_action_on > ${today}, false) as is_planned,
        coalesce(next_action_on <= ${today}, false) as is_action_due,
        case when is_requested then 'waiting-approval' else 'queue' end as in_queue,
        days = 0 as is_due_today, days > 0 as is_overdue,
        coalesce(touched_on <= ${today} - ${UNTOUCHED_DAYS}::int, false) as is_untouched
      from ${sql(facts)}
    ) reason`;
}
