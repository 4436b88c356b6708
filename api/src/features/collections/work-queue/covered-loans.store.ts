import type { CoveredLoan } from '@bursar/contracts/collections/work-queue';
import type { Queryable } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { coverOfLoan } from '../../distribution/absence-cover/cover-of-loan.store.ts';
import { currentPromiseOf } from '../../servicing/promises/promises.store.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { isHeld } from './queue.store.ts';

type CoveredRow = Omit<CoveredLoan, 'reference' | 'promise' | 'nextAction'> & {
  readonly coverId: string;
  readonly coverAgent: string;
  readonly coverUntilOn: string;
  readonly referenceNumber: number;
  readonly promisedMinor: number | null;
  readonly promisedOn: string | null;
  readonly nextAction: string | null;
  readonly nextActionOn: string | null;
};

/** Lists the loans that the agent holds for absent agents, with what is agreed on each. */
export function listCoveredLoans(
  sql: Queryable,
  viewer: { scope: Extract<Scope, { role: 'agent' }>; reader?: Scope | undefined },
) {
  return sql<CoveredRow[]>`
    select cover.cover_id, cover.cover_agent, cover.cover_until_on, loan.id as loan_id,
      loan.reference_number, loan.currency,
      coalesce(borrower.name, borrower.external_id) as borrower,
      promise.amount_minor as promised_minor, promise.promised_on,
      work.try_again_at, work.next_action, work.next_action_on
    from loan_state state
    cross join lateral (${coverOfLoan(sql, 'state')}) cover
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join loan_work work
      on work.portfolio_id = state.portfolio_id and work.loan_id = state.loan_id
    left join lateral (${currentPromiseOf(sql, 'state')}) promise on promise.state = 'waiting'
    where ${isHeld(sql, viewer)} and ${isActiveIn(sql, 'state')}
    order by cover.cover_until_on, cover.cover_id, work.try_again_at, promise.promised_on,
      work.next_action_on, loan.id`;
}
