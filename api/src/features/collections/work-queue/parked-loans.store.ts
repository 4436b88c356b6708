import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import { parkedStates, type ParkedState } from '@bursar/contracts/collections/parked-loans.values';
import { allOf } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inScope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { FollowerScope } from './desk.store.ts';
import { workFactsOf, workStatesOf } from './work-state.store.ts';

type ParkedViewer = {
  readonly scope: FollowerScope;
  readonly businessDate: string;
  readonly timeZone: string;
  readonly now: Date;
  readonly agentId?: string | undefined;
};

/**
 * Selects the overdue loans in scope that are parked, which means that their work state is one of
 * `parkedStates`, with the day or time at which they return.
 */
function parkedOf(sql: Queryable, viewer: ParkedViewer) {
  const { scope, businessDate, agentId } = viewer;
  const of = allOf(sql, [
    inScope(sql, scope, 'state'),
    isActiveIn(sql, 'state'),
    sql`state.oldest_unpaid_due_on < ${businessDate}`,
    ...(agentId === undefined ? [] : [sql`state.agent_id = ${agentId}`]),
  ]);
  return sql`
    facts as (${workFactsOf(sql, viewer, of)}),
    stated as (${workStatesOf(sql, viewer, 'facts')}),
    parked as (
      select *, case work_state when 'promised' then waits_until when 'snoozed' then snoozed_until
        when 'planned' then next_action_on when 'worked' then ${businessDate}::date + 1
        end as returns_on,
        case work_state when 'call-back' then try_again_at end as returns_at
      from stated where work_state = any(${[...parkedStates]}::text[])
    )`;
}

export function countParked(sql: Queryable, viewer: ParkedViewer) {
  return sql<{ state: ParkedState; loans: number }[]>`
    with ${parkedOf(sql, viewer)}
    select work_state as state, count(*) as loans from parked group by 1`;
}

type Row = Omit<AnswerOf<ListParkedLoans>['loans'][number], 'reference'> & {
  readonly referenceNumber: number;
};

type Page = {
  readonly state?: ParkedState | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Lists one page of the parked loans, the longest overdue first. */
export async function listParked(
  sql: Queryable,
  { page: { state, after, limit }, ...viewer }: ParkedViewer & { readonly page: Page },
) {
  const cursor = readCursor(after, 'integer');
  const rows = await sql<Row[]>`
    with ${parkedOf(sql, viewer)}
    select loan.id, loan.reference_number, coalesce(borrower.name, borrower.external_id) as borrower,
      agent.name as agent, parked.days as days_past_due,
      parked.outstanding_principal_minor as outstanding_minor, loan.currency,
      parked.work_state as state, parked.returns_on, parked.returns_at
    from parked
    join loans loan on loan.portfolio_id = parked.portfolio_id and loan.id = parked.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join accounts agent on agent.id = parked.agent_id
    where ${state === undefined ? sql`true` : sql`parked.work_state = ${state}`}
      and ${cursor ? sql`(parked.days, loan.id) < (${cursor.value}::int, ${cursor.id}::uuid)` : sql`true`}
    order by parked.days desc, loan.id desc limit ${limit + 1}`;
  return pageOf(rows, { limit, valueOf: ({ daysPastDue }) => daysPastDue });
}
