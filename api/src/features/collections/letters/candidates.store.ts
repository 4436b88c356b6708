import type { DunningStep } from '@bursar/contracts/collections/dunning';
import type { Queryable } from '../../../platform/database.ts';
import { dayAt } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';

type Asked = {
  readonly portfolioId: string;
  readonly today: string;
  readonly step: Pick<DunningStep, 'id' | 'fromDaysLate' | 'untilDaysLate' | 'everyDays'>;
  /** The last candidate of the previous chunk. */
  readonly after: Candidate | undefined;
  readonly limit: number;
};

export type Candidate = { readonly loanId: string; readonly lateSince: string };

/**
 * Lists loans whose days past due are in the step's range, longest overdue first, without loans
 * that got a message of the step in the last `everyDays` days. A sent message counts from the day
 * it was sent, because its batch may have waited. A proposed message always counts. A message left
 * out for a missing address or field or by hand counts from the day of its batch; one left out for
 * another reason does not count.
 */
export async function listCandidates(
  sql: Queryable,
  { portfolioId, today, step, after, limit }: Asked,
): Promise<Candidate[]> {
  const day = sql`${today}::date`;
  const sentOn = dayAt(sql, sql`message.sent_at`, sql`portfolio.time_zone`);
  const rows = await sql<Candidate[]>`
    select state.loan_id, state.oldest_unpaid_due_on as late_since
    from loan_state state
    join portfolios portfolio on portfolio.id = state.portfolio_id
    where state.portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'state')}
      and state.oldest_unpaid_due_on <= ${day} - ${step.fromDaysLate}::int
      ${step.untilDaysLate === null ? sql`` : sql`and state.oldest_unpaid_due_on >= ${day} - ${step.untilDaysLate}::int`}
      ${after ? sql`and (state.oldest_unpaid_due_on, state.loan_id) > (${after.lateSince}::date, ${after.loanId}::uuid)` : sql``}
      and not exists (select from loan_messages message
        where message.portfolio_id = state.portfolio_id and message.loan_id = state.loan_id
          and message.step_id = ${step.id}
          and (message.state = 'proposed' or coalesce(${sentOn}, message.day) > ${day} - ${step.everyDays}::int
            and (message.state = 'sent' or message.reason in ('no-address', 'field-empty', 'by-hand'))))
    order by state.oldest_unpaid_due_on, state.loan_id limit ${limit}`;
  return rows.map((row) => ({ ...row }));
}
