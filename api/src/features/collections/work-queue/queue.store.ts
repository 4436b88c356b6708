import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { QueueItem, WaitingLoan, WorkedLoan } from '@bursar/contracts/collections/work-queue';
import type { Queryable } from '../../../platform/database.ts';
import { coverOfLoan } from '../../distribution/absence-cover/cover-of-loan.store.ts';
import { pinnedNoteOf } from '../../records/loan-notes/loan-notes.store.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { matchesFilter } from '../../servicing/loan-lists/loan-filter.ts';
import { loanOrder } from '../../servicing/loan-lists/select-page.ts';
import { pauseCauseOf } from '../contact-log/contact-pauses.store.ts';
import type { QueueView } from './view-queues.store.ts';
import { workFactsOf, workStatesOf } from './work-state.store.ts';

export const RATE_DAYS = 30;

type QueueViewer = {
  /** The agent whose queue is read. */
  readonly scope: Extract<Scope, { role: 'agent' }>;
  /** The desk or manager that reads the queue; loans outside this scope are left out. */
  readonly reader?: Scope | undefined;
  /** The queue from a view; without it, the queue of all loans that need work. */
  readonly view?: QueueView | undefined;
  readonly businessDate: string;
  readonly timeZone: string;
  readonly now: Date;
};

export type QueueRow = Omit<
  QueueItem,
  | 'reference'
  | 'bucket'
  | 'reasons'
  | 'promise'
  | 'nextAction'
  | 'lastNote'
  | 'pinnedNote'
  | 'coverFor'
  | 'otherLoans'
> & {
  /** The number of the borrower's active loans that the agent holds. */
  readonly loansOfBorrower: number;
  readonly referenceNumber: number;
  readonly isBroken: boolean;
  readonly isTryDue: boolean;
  readonly isPromiseDue: boolean;
  readonly isDueToday: boolean;
  readonly isOverdue: boolean;
  readonly isUntouched: boolean;
  readonly isActionDue: boolean;
  /** Whether the queue's view contains the loan. */
  readonly isListed: boolean;
  readonly promisedMinor: number | null;
  readonly receivedMinor: number | null;
  readonly promisedOn: string | null;
  readonly promiseState: NonNullable<QueueItem['promise']>['state'] | null;
  readonly nextAction: string | null;
  readonly nextActionOn: string | null;
  readonly noteText: string | null;
  readonly noteBy: string | null;
  readonly noteAt: string | null;
  readonly coverAgent: string | null;
  readonly coverUntilOn: string | null;
  readonly pinnedText: string | null;
  readonly pinnedBy: string | null;
  readonly pinnedAt: string | null;
  /** The number of borrowers in the whole queue, repeated on each row. */
  readonly queued: number;
};

/** Condition on `loan_state state`: the agent holds the loan, and the reader can reach it. */
export function isHeld(sql: Queryable, { scope, reader }: Pick<QueueViewer, 'scope' | 'reader'>) {
  return reader
    ? sql`(${inScope(sql, scope, 'state')} and ${inScope(sql, reader, 'state')})`
    : inScope(sql, scope, 'state');
}

/**
 * Selects the loans in scope whose state is `queue` or `waiting-approval`, with the reasons to work
 * them, except reasons that can wait because of a promise or a plan. An attempt that did not reach
 * the borrower counts for all of the borrower's loans. A view selects among these loans and adds
 * those in the state `at-rest`, but an agreed call that is due is in every queue.
 */
function queueOf(sql: Queryable, viewer: QueueViewer) {
  const of = sql`${isHeld(sql, viewer)} and ${isActiveIn(sql, 'state')}`;
  return sql`
    held as (${workFactsOf(sql, viewer, of)}),
    stated as (${workStatesOf(sql, viewer, 'held')}),
    owned as (
      select stated.*, loan.borrower_id, max(stated.tried_at) over borrower as borrower_tried_at,
        array_agg(stated.loan_id) over borrower as borrower_loans
      from stated
      join loans loan on loan.portfolio_id = stated.portfolio_id and loan.id = stated.loan_id
      window borrower as (partition by loan.borrower_id)
    ),
    queue as (
      select *,
        case when is_try_due then 1 when is_broken then 2 when is_promise_due then 3
          when is_due_today and not rests then 4 when is_overdue and not rests then 5
          when is_untouched and not rests then 6 else 7 end as place,
        -- Loans with an attempt today or a promise that waits for approval come last, unless the
        -- time of an agreed call has come.
        (borrower_tried_at is not null or is_requested) and not is_try_due as is_tried,
        case when days > 180 then 5 when days > 90 then 4 when days > 60 then 3
          when days > 30 then 2 when days > 0 then 1 else 0 end as lateness
      from (${restingOf(sql, viewer)}) resting
      where ${
        viewer.view
          ? sql`(is_try_due and work_state = 'queue')
              or (is_listed and work_state in ('queue', 'waiting-approval', 'at-rest'))`
          : sql`work_state in ('queue', 'waiting-approval')`
      }
    )`;
}

/**
 * Adds to `owned` whether the loan can wait because of a promise or a plan (`rests`), whether the
 * view contains it, and its value in the view's sort column.
 */
function restingOf(sql: Queryable, { view, ...viewer }: QueueViewer) {
  const rests = sql`is_promised or is_planned as rests`;
  if (!view) return sql`select *, ${rests}, false as is_listed, null as list_value from owned`;
  const value = view.sort ? loanOrder(sql, { ...viewer, ...view, sort: view.sort }).value : null;
  return sql`
    select owned.*, ${rests}, coalesce(${matchesFilter(sql, { ...viewer, filter: view.filter })}, false)
      as is_listed, ${value ?? sql`null`} as list_value
    from owned
    join loan_list_rows listed
      on listed.portfolio_id = owned.portfolio_id and listed.loan_id = owned.loan_id`;
}

/**
 * Orders by reason, due action, days past due and amount, or by the view's sort. Loans of borrowers
 * who were tried today, or with a promise that waits for approval, come last, unless an agreed call
 * is due.
 */
function orderOf(sql: Queryable, { view, ...viewer }: QueueViewer) {
  const byUrgency = sql`queue.place, queue.try_again_at, queue.is_action_due desc,
    queue.lateness desc, queue.outstanding_principal_minor desc, queue.loan_id`;
  if (!view?.sort) return sql`queue.is_tried, ${byUrgency}`;
  const { direction } = loanOrder(sql, { ...viewer, ...view, sort: view.sort });
  return sql`queue.is_tried, queue.is_try_due desc, queue.list_value ${direction} nulls last,
    ${byUrgency}`;
}

/** Lists the first borrowers of the queue, each with the borrower's first loan in queue order. */
export function listQueue(sql: Queryable, { limit, ...viewer }: QueueViewer & { limit: number }) {
  const today = sql`${viewer.businessDate}::date`;
  const order = orderOf(sql, viewer);
  return sql<QueueRow[]>`
    with ${queueOf(sql, viewer)}, ranked as (
      select *, row_number() over (partition by borrower_id order by ${order}) as nth from queue
    ), first as (
      select *, count(*) over () as queued from ranked queue where nth = 1
      order by ${order} limit ${limit}
    )
    select queue.loan_id, queue.borrower_id,
      cardinality(queue.borrower_loans) as loans_of_borrower, loan.reference_number, loan.currency,
      coalesce(borrower.name, borrower.external_id) as borrower,
      borrower_reach(loan.portfolio_id, loan.borrower_id, 'phone', ${today}) as phone,
      withdrawn_channels(loan.portfolio_id, loan.borrower_id, ${viewer.now.toISOString()})
        as withdrawn_channels,
      queue.outstanding_principal_minor as outstanding_minor, owed.due_minor,
      greatest(queue.days, 0) as days_past_due, queue.is_broken, queue.is_try_due,
      queue.is_promise_due, queue.is_due_today and not queue.rests as is_due_today,
      queue.is_overdue and not queue.rests as is_overdue,
      queue.is_untouched and not queue.rests as is_untouched, queue.is_action_due, queue.is_listed,
      queue.promised_minor, queue.received_minor, queue.promised_on,
      queue.promise_state, queue.next_action, queue.next_action_on, queue.touched_on,
      queue.borrower_tried_at as tried_at, queue.try_again_at, queue.queued, pinned_note.text as pinned_text, pinned_note.by as pinned_by,
      pinned_note.at as pinned_at, cover.cover_agent, cover.cover_until_on, last_note.*, recent.history
    from first queue
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
    left join lateral (${pinnedNoteOf(sql, 'queue')}) pinned_note on true
    left join lateral (${coverOfLoan(sql, 'queue')}) cover on true
    left join lateral (${lastNote(sql)}) last_note on true
    cross join lateral (${history(sql)}) recent
    order by ${order}`;
}

/** Selects the newest note on the loan of the row `queue` that is neither struck nor pinned. */
function lastNote(sql: Queryable) {
  return sql`
    select note.text as note_text, writer.name as note_by, note.written_at as note_at
    from loan_notes note
    join accounts writer on writer.id = note.written_by
    where note.portfolio_id = queue.portfolio_id and note.loan_id = queue.loan_id
      and not exists (select from loan_note_strikes strike
        where strike.portfolio_id = note.portfolio_id and strike.note_id = note.id)
      and not exists (select from pinned_loan_notes pinned
        where pinned.portfolio_id = note.portfolio_id and pinned.note_id = note.id)
    order by note.written_at desc, note.id desc limit 1`;
}

const HISTORY = 3;

/** Selects the last contacts about the borrower's loans; the entries of one call count once. */
function history(sql: Queryable) {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('id', last.id, 'channel', last.channel,
      'direction', last.direction, 'outcome', last.outcome, 'note', last.note,
      'at', to_char(last.contacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', last.by) order by last.contacted_at desc, last.id desc), '[]') as history
    from (
      select contact.*, logger.name as by from (
        select distinct on (coalesce(call_id, id)) * from contact_attempts
        where portfolio_id = queue.portfolio_id and loan_id = any(queue.borrower_loans)
        order by coalesce(call_id, id), outcome = 'answered', id
      ) contact
      join accounts logger on logger.id = contact.logged_by
      order by contact.contacted_at desc, contact.id desc limit ${HISTORY}
    ) last`;
}

type WaitingRow = Omit<WaitingLoan, 'reference'> & {
  readonly referenceNumber: number;
  /** The number of all waiting loans, repeated on each row. */
  readonly waiting: number;
};

/**
 * Lists the first loans in scope that wait for an agreed call, the next call first, without loans
 * whose contact is paused.
 */
export function listWaiting(sql: Queryable, { limit, ...viewer }: QueueViewer & { limit: number }) {
  return sql<WaitingRow[]>`
    select loan.id as loan_id, loan.reference_number, work.try_again_at,
      coalesce(borrower.name, borrower.external_id) as borrower, count(*) over () as waiting
    from loan_state state
    join loan_work work on work.portfolio_id = state.portfolio_id
      and work.loan_id = state.loan_id and work.try_again_at > ${viewer.now.toISOString()}
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${isHeld(sql, viewer)} and ${isActiveIn(sql, 'state')}
      and ${pauseCauseOf(sql, 'state')} is null
    order by work.try_again_at, loan.id limit ${limit}`;
}

type WorkedRow = Omit<WorkedLoan, 'reference'> & {
  readonly referenceNumber: number;
  readonly borrowerId: string;
  /** Whether a loan of the borrower is in the queue. */
  readonly isBorrowerOpen: boolean;
};

/** Lists the loans that an agent worked today with the result, latest first. */
export function listWorked(
  sql: Queryable,
  { agentId, ...viewer }: QueueViewer & { agentId: string },
) {
  const { scope, reader, businessDate, timeZone } = viewer;
  const { portfolioId } = scope;
  return sql<WorkedRow[]>`
    with ${queueOf(sql, viewer)}, contacted as (
      select distinct on (loan_id) loan_id, outcome, logged_at as at from contact_attempts
      where portfolio_id = ${portfolioId} and logged_by = ${agentId}
        and contacted_at >= ${businessDate}::timestamp at time zone ${timeZone}
      order by loan_id, contacted_at desc, id desc
    ), promised as (
      select loan_id, sum(amount_minor) filter (where replaced_at is null) as amount,
        max(made_at) as at
      from promises
      where portfolio_id = ${portfolioId} and made_by = ${agentId} and made_on = ${businessDate}
      group by 1
    ), paid as (
      select loan_id, sum(amount_minor) as amount, max(posted_at) as at from effective_payments
      where portfolio_id = ${portfolioId} and agent_id = ${agentId}
        and value_date = ${businessDate} and reversal_id is null and method <> 'credit'
      group by 1
    )
    select loan.id as loan_id, loan.borrower_id, loan.reference_number, loan.currency,
      coalesce(borrower.name, borrower.external_id) as borrower, contacted.outcome,
      coalesce(promised.amount, 0)::bigint as promised_minor,
      coalesce(paid.amount, 0)::bigint as collected_minor,
      greatest(contacted.at, promised.at, paid.at) as at,
      exists (select from queue where queue.loan_id = loan.id) as is_open,
      exists (select from queue where queue.borrower_id = loan.borrower_id) as is_borrower_open,
      (select work.try_again_at from loan_work work where work.portfolio_id = ${portfolioId}
        and work.loan_id = loan.id and work.try_again_at > ${viewer.now.toISOString()})
        as try_again_at
    from contacted
    full join promised using (loan_id)
    full join paid using (loan_id)
    join loans loan on loan.portfolio_id = ${portfolioId} and loan.id = loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    ${
      reader
        ? sql`join loan_state state on state.portfolio_id = loan.portfolio_id
            and state.loan_id = loan.id and ${inScope(sql, reader, 'state')}`
        : sql``
    }
    order by at desc, loan.id`;
}

type Worker = {
  readonly portfolioId: string;
  readonly agentId: string;
  readonly businessDate: string;
  readonly timeZone: string;
};

/**
 * Reads an agent's contacts, promises and collections of today, and the agent's recent rate of
 * promises kept.
 */
export async function readProgress(sql: Queryable, worker: Worker) {
  const { portfolioId, agentId, businessDate, timeZone } = worker;
  const [row] = await sql<
    {
      contacts: number;
      promises: number;
      collectedMinor: number;
      promisesKept: number;
      promisesSettled: number;
    }[]
  >`
    with contacted as (
      select distinct coalesce(call_id, id) from contact_attempts
      where portfolio_id = ${portfolioId} and logged_by = ${agentId}
        and contacted_at >= ${businessDate}::timestamp at time zone ${timeZone}
    ), promised as (
      select distinct agreement_id from promises
      where portfolio_id = ${portfolioId} and made_by = ${agentId} and made_on = ${businessDate}
    ), paid as (
      select loan_id, amount_minor from effective_payments
      where portfolio_id = ${portfolioId} and agent_id = ${agentId}
        and value_date = ${businessDate} and reversal_id is null and method <> 'credit'
    ), settled as (
      select count(*) as settled, count(*) filter (where promise.state = 'kept') as kept
      from promises promise
      where promise.portfolio_id = ${portfolioId} and promise.made_by = ${agentId}
        and promise.promised_on between ${businessDate}::date - ${RATE_DAYS}::int and ${businessDate}
        and promise.state in ('kept', 'partly-kept', 'broken')
    )
    select (select count(*) from contacted) as contacts,
      (select count(*) from promised) as promises,
      (select coalesce(sum(amount_minor), 0) from paid)::bigint as collected_minor,
      settled.kept as promises_kept, settled.settled as promises_settled
    from settled`;
  if (!row) throw new Error('an aggregate answers a row');
  return row;
}
