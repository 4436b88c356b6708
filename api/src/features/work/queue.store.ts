import type { QueueItem } from '@bursar/contracts/work';
import type { Queryable } from '../../platform/database.ts';
import { inScope, type Look } from '../../platform/scope.ts';

/** A loan on which nothing was said or paid for so long is looked at, though nothing is due. */
export const UNTOUCHED_DAYS = 45;
/** Over how long the rate of kept promises is reckoned. */
export const RATE_DAYS = 30;

export type QueueRow = Omit<
  QueueItem,
  'reference' | 'bucket' | 'reasons' | 'promise' | 'nextAction'
> & {
  readonly referenceNumber: number;
  readonly isBroken: boolean;
  readonly isPromiseDue: boolean;
  readonly isDueToday: boolean;
  readonly isOverdue: boolean;
  readonly isUntouched: boolean;
  readonly isActionDue: boolean;
  readonly promisedMinor: number | null;
  readonly receivedMinor: number | null;
  readonly promisedOn: string | null;
  readonly promiseState: NonNullable<QueueItem['promise']>['state'] | null;
  readonly nextAction: string | null;
  readonly nextActionOn: string | null;
  /** Of the whole queue, beside each of its first rows. */
  readonly queued: number;
};

/**
 * The first of an agent's loans that want something today. Left out is what was worked today or
 * rests; the order is that of the reasons, then a planned action, the later bucket, the larger sum.
 */
export function listQueue(
  sql: Queryable,
  { scope, businessDate, limit }: Look & { limit: number },
) {
  const today = sql`${businessDate}::date`;
  return sql<QueueRow[]>`
    with held as (
      select state.portfolio_id, state.loan_id, state.outstanding_principal_minor,
        state.oldest_unpaid_due_on, ${today} - state.oldest_unpaid_due_on as days,
        greatest(state.last_payment_on, work.last_contact_on) as touched_on,
        work.next_action, work.next_action_on, promise.amount_minor as promised_minor,
        promise.received_minor, promise.promised_on, promise.state as promise_state,
        promise.promised_on + promise.grace_days as promise_last_on,
        coalesce(work.next_action_on > ${today}, false)
          or coalesce(promise.state = 'waiting' and promise.promised_on > ${today}, false) as rests
      from loan_state state
      left join loan_work work
        on work.portfolio_id = state.portfolio_id and work.loan_id = state.loan_id
      left join promises promise on promise.portfolio_id = state.portfolio_id
        and promise.loan_id = state.loan_id and promise.replaced_at is null
      where ${inScope(sql, scope, 'state')} and state.status = 'active'
        and (work.snoozed_until is null or work.snoozed_until <= ${today})
        and greatest(state.last_payment_on, work.last_contact_on) is distinct from ${today}
    ), told as (
      select *,
        days >= 0 and coalesce(promise_state in ('broken', 'partly-kept')
          or (promise_state = 'waiting' and promise_last_on < ${today}), false) as is_broken,
        coalesce(promise_state = 'waiting'
          and ${today} between promised_on and promise_last_on, false) as is_promise_due,
        days = 0 and not rests as is_due_today,
        days > 0 and not rests as is_overdue,
        coalesce(touched_on <= ${today} - ${UNTOUCHED_DAYS}::int, false) and not rests
          as is_untouched,
        coalesce(next_action_on <= ${today}, false) as is_action_due
      from held
    ), queue as (
      select *, count(*) over () as queued,
        case when is_broken then 1 when is_promise_due then 2 when is_due_today then 3
          when is_overdue then 4 when is_untouched then 5 else 6 end as place,
        case when days > 180 then 5 when days > 90 then 4 when days > 60 then 3
          when days > 30 then 2 when days > 0 then 1 else 0 end as lateness
      from told
      where is_broken or is_promise_due or is_due_today or is_overdue or is_untouched
        or is_action_due
      order by place, is_action_due desc, lateness desc, outstanding_principal_minor desc, loan_id
      limit ${limit}
    )
    select queue.loan_id, loan.reference_number, loan.currency,
      coalesce(borrower.name, borrower.external_id) as borrower,
      borrower_reach(loan.portfolio_id, loan.borrower_id, 'phone', ${today}) as phone,
      queue.outstanding_principal_minor as outstanding_minor, owed.due_minor,
      greatest(queue.days, 0) as days_past_due, queue.is_broken, queue.is_promise_due,
      queue.is_due_today, queue.is_overdue, queue.is_untouched, queue.is_action_due,
      queue.promised_minor, queue.received_minor, queue.promised_on, queue.promise_state,
      queue.next_action, queue.next_action_on, queue.touched_on, queue.queued
    from queue
    join loans loan on loan.portfolio_id = queue.portfolio_id and loan.id = queue.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    cross join lateral (
      select coalesce(sum(principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor), 0)::bigint as due_minor
      from instalments instalment
      where instalment.portfolio_id = queue.portfolio_id and instalment.loan_id = queue.loan_id
        and instalment.due_on <= ${today}
    ) owed
    order by queue.place, queue.is_action_due desc, queue.lateness desc,
      queue.outstanding_principal_minor desc, queue.loan_id`;
}

type Worker = {
  readonly portfolioId: string;
  readonly agentId: string;
  readonly businessDate: string;
  readonly timeZone: string;
};

/** What an agent has done today, and how often what borrowers promised them came. */
export async function readProgress(sql: Queryable, worker: Worker) {
  const { portfolioId, agentId, businessDate, timeZone } = worker;
  const [row] = await sql<
    {
      done: number;
      contacts: number;
      promises: number;
      collectedMinor: number;
      promisesKept: number;
      promisesSettled: number;
    }[]
  >`
    with contacted as (
      select loan_id from contacts
      where portfolio_id = ${portfolioId} and logged_by = ${agentId}
        and contacted_at >= ${businessDate}::timestamp at time zone ${timeZone}
    ), promised as (
      select loan_id from promises
      where portfolio_id = ${portfolioId} and made_by = ${agentId} and made_on = ${businessDate}
    ), paid as (
      select loan_id, amount_minor from standing_payments
      where portfolio_id = ${portfolioId} and agent_id = ${agentId}
        and value_date = ${businessDate} and reversal_id is null
    ), settled as (
      select count(*) as settled, count(*) filter (where promise.state = 'kept') as kept
      from promises promise
      where promise.portfolio_id = ${portfolioId} and promise.made_by = ${agentId}
        and promise.promised_on between ${businessDate}::date - ${RATE_DAYS}::int and ${businessDate}
        and promise.state in ('kept', 'partly-kept', 'broken')
    )
    select (select count(*) from (select loan_id from contacted union
        select loan_id from promised union select loan_id from paid) worked) as done,
      (select count(*) from contacted) as contacts,
      (select count(*) from promised) as promises,
      (select coalesce(sum(amount_minor), 0) from paid)::bigint as collected_minor,
      settled.kept as promises_kept, settled.settled as promises_settled
    from settled`;
  if (!row) throw new Error('an aggregate answers a row');
  return row;
}
