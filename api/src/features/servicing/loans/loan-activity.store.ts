import { eventsOf } from '@bursar/contracts/activity-kinds';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListLoanActivity, LoanActivity } from '@bursar/contracts/servicing/loan-activity';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { dueDaysOf } from '../loan-account/late-since.ts';

type Asked = InputOf<ListLoanActivity>['query'] & {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly limit: number;
};

/**
 * Lists a page of a loan's audit events, latest first: its own, and those of batches that moved it,
 * of requests about it and of its tape.
 */
export async function listActivityOfLoan(
  sql: Queryable,
  { portfolioId, loanId, kind, after, limit }: Asked,
): Promise<AnswerOf<ListLoanActivity>> {
  const cursor = readCursor(after, 'instant');
  const rows = await sql<Row[]>`
    select event.id, event.at, event.event, actor.name as by,
      (details.facts ->> 'amountMinor')::bigint as amount_minor,
      coalesce(details.facts ->> 'currency', loan.currency) as currency,
      details.facts ->> 'reason' as reason, details.facts ->> 'lateSince' as late_since,
      case when logged.id is not null then jsonb_build_object('channel', logged.channel,
        'outcome', logged.outcome, 'note', logged.note) end as contact
    from loans loan
    join audit_events event on event.portfolio_id = loan.portfolio_id
      and event.subject_id in (${subjectsOfLoan(sql, { portfolioId, loanId })})
    left join accounts actor on actor.id = event.actor_id
    cross join lateral (select coalesce(event.after, event.before) as facts) details
    left join contact_attempts logged on event.event = 'log-contact'
      and logged.portfolio_id = loan.portfolio_id and logged.loan_id = loan.id
      and logged.id = (details.facts ->> 'contactId')::uuid
    where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}
      ${kind ? sql`and event.event = any(${[...eventsOf(kind)]})` : sql``}
      ${cursor ? sql`and (event.at, event.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by event.at desc, event.id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: ({ at }) => at });
  return { rows: page.map(toActivity), nextCursor };
}

/**
 * Selects the subject ids of a loan's audit events: its own, and those of its batches, requests and
 * tape.
 */
export function subjectsOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: Pick<Asked, 'portfolioId' | 'loanId'>,
): Fragment {
  const here = sql`portfolio_id = ${portfolioId}`;
  return sql`
    select ${loanId}::uuid
    union all
    select batch_id from assignments where ${here} and loan_id = ${loanId}
    union all
    select id from approvals where ${here} and loan_id = ${loanId}
    union all
    select import_id from loans where ${here} and id = ${loanId} and import_id is not null`;
}

type Row = Omit<LoanActivity, 'amount' | 'reason' | 'lateSince'> & {
  readonly reason: string | null;
  readonly lateSince: string | null;
  readonly amountMinor: number | null;
  readonly currency: string;
};

function toActivity({ amountMinor, currency, reason, lateSince, ...row }: Row): LoanActivity {
  // A charge without a user is an automatic penalty. The reason that a user entered is shown
  // unchanged.
  const isByClose = row.event === 'add-charge' && row.by === null;
  const dueDays = isByClose ? dueDaysOf({ reason, lateSince }) : [];
  return {
    ...row,
    amount: amountMinor === null ? null : { amountMinor, currency },
    reason: dueDays.length === 0 ? (reason ?? '') : '',
    lateSince: dueDays,
  };
}
