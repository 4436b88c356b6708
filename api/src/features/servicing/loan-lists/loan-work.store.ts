import type { LoanWorkColumns } from '@bursar/contracts/servicing/loans';
import type { Queryable } from '../../../platform/database.ts';
import { todayOf, type Viewer } from '../../../platform/scope.ts';

type WorkRow = Omit<LoanWorkColumns, 'promise' | 'nextAction'> & {
  readonly loanId: string;
  readonly promisedMinor: number | null;
  readonly promisedOn: string | null;
  readonly promiseState: NonNullable<LoanWorkColumns['promise']>['state'] | null;
  readonly nextActionText: string | null;
  readonly nextActionOn: string | null;
};

/**
 * Reads the work columns of a list for the loans of one page. It is a second query, so that a list
 * without these columns does not pay for them.
 */
export async function readWorkOfLoans(
  sql: Queryable,
  { loanIds, ...viewer }: Viewer & { loanIds: readonly string[] },
): Promise<ReadonlyMap<string, LoanWorkColumns>> {
  if (loanIds.length === 0) return new Map();
  const today = todayOf(sql, viewer, 'state');
  const rows = await sql<WorkRow[]>`
    select state.loan_id,
      borrower_reach(loan.portfolio_id, loan.borrower_id, 'phone', ${today}) as phone,
      borrower.language, work.last_contact_at, contact.outcome as last_outcome,
      promise.amount_minor as promised_minor, promise.promised_on, promise.state as promise_state,
      work.next_action as next_action_text, work.next_action_on,
      case when work.snoozed_until > ${today} then work.snoozed_until end as snoozed_until,
      active.at as agent_active_at
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join loan_work work
      on work.portfolio_id = state.portfolio_id and work.loan_id = state.loan_id
    left join lateral (
      select attempt.outcome from contact_attempts attempt
      where attempt.portfolio_id = state.portfolio_id and attempt.loan_id = state.loan_id
      order by attempt.contacted_at desc, attempt.id desc limit 1
    ) contact on true
    left join lateral (
      select line.amount_minor, line.promised_on, line.state from promises line
      where line.portfolio_id = state.portfolio_id and line.loan_id = state.loan_id
        and line.replaced_at is null
      order by line.state = 'waiting' desc, line.promised_on desc, line.id desc limit 1
    ) promise on true
    left join lateral (
      select event.at from audit_events event
      where event.actor_id = state.agent_id order by event.at desc limit 1
    ) active on true
    where state.loan_id = any(${[...loanIds]}::uuid[])`;
  return new Map(rows.map(({ loanId, ...row }) => [loanId, toWork(row)]));
}

function toWork({
  promisedMinor,
  promisedOn,
  promiseState,
  nextActionText,
  nextActionOn,
  ...row
}: Omit<WorkRow, 'loanId'>): LoanWorkColumns {
  return {
    ...row,
    promise:
      promisedMinor !== null && promisedOn !== null && promiseState !== null
        ? { amountMinor: promisedMinor, promisedOn, state: promiseState }
        : null,
    nextAction:
      nextActionText !== null && nextActionOn !== null
        ? { what: nextActionText, dueOn: nextActionOn }
        : null,
  };
}
