import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListDuePromises } from '@bursar/contracts/collections/due-promises';
import type { ReadTeamDesk } from '@bursar/contracts/collections/work-queue';
import type { Queryable } from '../../../platform/database.ts';
import type { PromiseView } from '@bursar/contracts/collections/due-promises.values';
import { allOf, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { inScope, peopleInScope, type Scope } from '../../../platform/scope.ts';
import { NEGLECTED_DAYS, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { RATE_DAYS } from './queue.store.ts';

/** Users who supervise agents: a manager or a team desk. */
export type FollowerScope = Extract<Scope, { role: 'user' | 'team' }>;

type DeskViewer = {
  readonly scope: FollowerScope;
  readonly businessDate: string;
  readonly timeZone: string;
};

export type DeskRow = Omit<
  AnswerOf<ReadTeamDesk>['agents'][number],
  'absenceCover' | 'absenceCoverNeedsApproval' | keyof Overdue | keyof AgentToday
> & {
  readonly absenceCoverId: string | null;
  readonly absenceCoverFromOn: string | null;
  readonly absenceCoverUntilOn: string | null;
  readonly absenceCoverBegun: boolean;
  readonly standIns: readonly string[] | null;
};

/** The parts of an agent's row that other queries read. */
type AgentToday = Pick<
  AnswerOf<ReadTeamDesk>['agents'][number],
  'lastActivityAt' | 'startedAt' | 'isIdle' | 'isLateStart' | 'collectedMonthMinor' | 'targetMinor'
>;

/**
 * Lists the agents in scope, except suspended ones without active loans, with open work, completed
 * work and the rate of promises kept.
 */
export function listDesk(sql: Queryable, { scope, businessDate, timeZone }: DeskViewer) {
  const today = sql`${businessDate}::date`;
  return sql<DeskRow[]>`
    with day as (
      select ${businessDate}::timestamp at time zone ${timeZone} as begins,
        date_trunc('week', ${businessDate}::timestamp) at time zone ${timeZone} as week_begins,
        date_trunc('week', ${businessDate}::timestamp)::date as week
    ), load as (
      select listed.agent_id, sum(listed.loans)::bigint as loans,
        sum(listed.outstanding_principal_minor)::bigint as outstanding_minor
      from loan_totals listed
      where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
        and listed.agent_id is not null
      group by listed.agent_id
    ), contacted as (
      select contact.logged_by, count(distinct coalesce(contact.call_id, contact.id)) as week,
        count(distinct coalesce(contact.call_id, contact.id))
          filter (where contact.contacted_at >= day.begins) as today
      from day join contact_attempts contact on contact.contacted_at >= day.week_begins
        and contact.portfolio_id = ${scope.portfolioId}
      group by contact.logged_by
    ), promised as (
      select promise.made_by,
        count(distinct promise.agreement_id) filter (where promise.made_on >= day.week) as week,
        count(distinct promise.agreement_id) filter (where promise.made_on = ${today}) as today,
        count(*) filter (where promise.state = 'kept' and promise.promised_on <= ${today}) as kept,
        count(*) filter (where promise.state in ('kept', 'partly-kept', 'broken')
          and promise.promised_on <= ${today}) as settled
      from day join promises promise
        on promise.portfolio_id = ${scope.portfolioId}
        and promise.promised_on >= ${today} - ${RATE_DAYS}::int
      group by promise.made_by
    )
    select account.id, account.name, team.name as team, coalesce(load.loans, 0) as loans,
      coalesce(load.outstanding_minor, 0) as outstanding_minor,
      coalesce(contacted.today, 0) as contacts_today, coalesce(contacted.week, 0) as contacts_week,
      coalesce(promised.today, 0) as promises_today, coalesce(promised.week, 0) as promises_week,
      coalesce(promised.kept, 0) as promises_kept, coalesce(promised.settled, 0) as promises_settled,
      cover.id as absence_cover_id, cover.from_on as absence_cover_from_on,
      cover.until_on as absence_cover_until_on, cover.begun_at is not null as absence_cover_begun,
      (select jsonb_agg(person.name order by person.name) from absence_cover_stand_ins stand_in
        join accounts person on person.id = stand_in.agent_id
        where stand_in.portfolio_id = cover.portfolio_id
          and stand_in.absence_cover_id = cover.id) as stand_ins
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    left join load on load.agent_id = account.id
    left join contacted on contacted.logged_by = account.id
    left join promised on promised.made_by = account.id
    left join absence_covers cover on cover.portfolio_id = account.portfolio_id
      and cover.from_agent_id = account.id and cover.ended_at is null
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and (account.status <> 'suspended' or load.loans > 0)
    order by account.name, account.id`;
}

type Overdue = {
  readonly overdue: number;
  readonly overdueMinor: number;
  readonly neglected: number;
};

/**
 * Counts and sums the overdue loans of each agent. It is a separate query, run in parallel, because
 * it takes as long as `listDesk`.
 */
export function listOverdue(sql: Queryable, { scope, businessDate }: Omit<DeskViewer, 'timeZone'>) {
  const today = sql`${businessDate}::date`;
  return sql<(Overdue & { agentId: string })[]>`
    select state.agent_id, count(*) as overdue,
      sum(state.outstanding_principal_minor)::bigint as overdue_minor,
      count(*) filter (where coalesce(greatest(work.last_contact_on, state.last_payment_on),
        '-infinity') < ${today} - ${NEGLECTED_DAYS}::int) as neglected
    from loan_state state
    left join loan_work work
      on work.portfolio_id = state.portfolio_id and work.loan_id = state.loan_id
    where ${inScope(sql, scope, 'state')} and ${isActiveIn(sql, 'state')}
      and state.oldest_unpaid_due_on < ${today} and state.agent_id is not null
    group by state.agent_id`;
}

type DuePromise = Omit<AnswerOf<ListDuePromises>['promises'][number], 'reference'> & {
  readonly referenceNumber: number;
};

type PromiseViewer = Pick<DeskViewer, 'scope' | 'businessDate'> & {
  readonly agentId?: string | undefined;
};
type PromisePage = {
  readonly view: PromiseView;
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Promises broken more than this many days ago are no longer shown to the desk. */
const BROKEN_DAYS = RATE_DAYS;

function isInView(sql: Queryable, view: PromiseView, businessDate: string): Fragment {
  const today = sql`${businessDate}::date`;
  if (view === 'today') {
    return sql`(promise.promised_on = ${today} and promise.state <> 'replaced')`;
  }
  return view === 'coming'
    ? sql`(promise.promised_on > ${today} and promise.state = 'waiting')`
    : sql`(promise.promised_on between ${today} - ${BROKEN_DAYS}::int and ${today} - 1
        and promise.state in ('broken', 'partly-kept'))`;
}

const ofViewer = (sql: Queryable, { scope, agentId }: PromiseViewer): Fragment =>
  allOf(sql, [
    inScope(sql, scope, 'state'),
    ...(agentId === undefined ? [] : [sql`state.agent_id = ${agentId}`]),
  ]);

/**
 * Lists one page of a view's promises. Promises due today: open ones first, then by amount, largest
 * first. Future promises: by day. Broken promises: by day, newest first.
 */
export async function listDuePromises(
  sql: Queryable,
  { page, ...viewer }: PromiseViewer & { page: PromisePage },
) {
  const { view, after, limit } = page;
  const order = view === 'today' ? orderOfToday(sql, after) : orderByDay(sql, { view, after });
  const rows = await sql<DuePromise[]>`
    select promise.id, promise.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, agent.name as agent,
      promise.amount_minor, promise.received_minor, promise.currency, promise.promised_on,
      promise.state
    from promises promise
    join loan_state state
      on state.portfolio_id = promise.portfolio_id and state.loan_id = promise.loan_id
    join loans loan on loan.portfolio_id = promise.portfolio_id and loan.id = promise.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join accounts agent on agent.id = state.agent_id
    where ${ofViewer(sql, viewer)} and ${isInView(sql, view, viewer.businessDate)}
      and ${order.from}
    order by ${order.by}
    limit ${limit + 1}`;
  return pageOf(rows, { limit, valueOf: order.valueOf });
}

type Order = {
  readonly from: Fragment;
  readonly by: Fragment;
  readonly valueOf: (promise: DuePromise) => string;
};

function orderOfToday(sql: Queryable, after: string | undefined): Order {
  const from = readPlace(after);
  return {
    from: from
      ? sql`(promise.state = 'waiting', promise.amount_minor, promise.id)
          < (${from.isOpen}::boolean, ${from.amountMinor}::bigint, ${from.id}::uuid)`
      : sql`true`,
    by: sql`promise.state = 'waiting' desc, promise.amount_minor desc, promise.id desc`,
    valueOf: ({ state, amountMinor }) =>
      `${state === 'waiting' ? 'open' : 'settled'} ${amountMinor}`,
  };
}

function orderByDay(sql: Queryable, { view, after }: Pick<PromisePage, 'view' | 'after'>): Order {
  const cursor = readCursor(after, 'text');
  const from = cursor && /^\d{4}-\d{2}-\d{2}$/.test(String(cursor.value)) ? cursor : null;
  const place = sql`(promise.promised_on, promise.id)`;
  const start = from && sql`(${String(from.value)}::date, ${from.id}::uuid)`;
  const valueOf = ({ promisedOn }: DuePromise) => promisedOn;
  return view === 'coming'
    ? {
        from: start ? sql`${place} > ${start}` : sql`true`,
        by: sql`promise.promised_on, promise.id`,
        valueOf,
      }
    : {
        from: start ? sql`${place} < ${start}` : sql`true`,
        by: sql`promise.promised_on desc, promise.id desc`,
        valueOf,
      };
}

/**
 * Reads the position after which a page begins from the cursor; null if the cursor is missing or
 * not valid.
 */
function readPlace(after: string | undefined) {
  const cursor = readCursor(after, 'text');
  const parts = /^(open|settled) (\d{1,15})$/.exec(String(cursor?.value));
  return cursor && parts
    ? { isOpen: parts[1] === 'open', amountMinor: Number(parts[2]), id: cursor.id }
    : null;
}

type PromiseSums = {
  readonly view: PromiseView;
  readonly count: number;
  readonly kept: number;
  readonly promisedMinor: number;
  readonly receivedMinor: number;
};

/** Sums the promises of each view; a view without promises has no row. */
export function sumDuePromises(sql: Queryable, viewer: PromiseViewer): Promise<PromiseSums[]> {
  const is = (view: PromiseView) => isInView(sql, view, viewer.businessDate);
  return sql<PromiseSums[]>`
    select case when ${is('today')} then 'today' when ${is('coming')} then 'coming'
        else 'broken' end as view,
      count(*), count(*) filter (where promise.state = 'kept') as kept,
      coalesce(sum(promise.amount_minor), 0)::bigint as promised_minor,
      coalesce(sum(promise.received_minor), 0)::bigint as received_minor
    from promises promise
    join loan_state state
      on state.portfolio_id = promise.portfolio_id and state.loan_id = promise.loan_id
    where ${ofViewer(sql, viewer)}
      and (${is('today')} or ${is('coming')} or ${is('broken')})
    group by 1`;
}
