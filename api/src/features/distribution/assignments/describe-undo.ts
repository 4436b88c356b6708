import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { Holder } from './assignment-target.ts';
import type { Batch } from './assignments.store.ts';
import { readLoads } from './plan-shares.ts';

type Undo = {
  readonly batch: Batch;
  readonly shares: readonly UndoneShare[];
  readonly portfolio: PortfolioContext['portfolio'];
};

/** Describes a late undo for the approver: whose loans it takes, and what they hold afterwards. */
export async function describeUndo(transaction: Transaction, { batch, shares, portfolio }: Undo) {
  const loads = await readLoads(transaction, { portfolioId: portfolio.id, holders: shares });
  const before = {
    loans: sumOf(loads, ({ load }) => load.loans),
    outstandingMinor: sumOf(loads, ({ load }) => load.outstandingMinor),
  };
  const amountMinor = sumOf(shares, (share) => share.outstandingMinor);
  return {
    subjectId: batch.id,
    subject: loads.map(({ target }) => target?.name ?? '–').join(', '),
    loanId: null,
    amountMinor,
    currency: portfolio.currency,
    before,
    after: {
      loans: before.loans - sumOf(shares, (share) => share.active),
      outstandingMinor: before.outstandingMinor - amountMinor,
    },
    reason: batch.reason,
  };
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

type UndoneShare = Holder & {
  readonly outstandingMinor: number;
  readonly active: number;
  /**
   * Loans that would leave their agent or team. Loans that a team desk returns to its own agents do
   * not count.
   */
  readonly taken: number;
};

/** Lists the loans that each holder of a batch would return, as counts and outstanding amounts. */
export function listShares(transaction: Transaction, { portfolioId, id }: Batch) {
  return transaction<UndoneShare[]>`
    select move.to_team_id as team_id, move.to_agent_id as agent_id,
      sum(state.outstanding_principal_minor)::bigint as outstanding_minor,
      count(*) filter (where ${isActiveIn(transaction, 'state')}) as active,
      count(*) filter (where move.to_team_id is distinct from move.from_team_id
          and move.to_team_id is not null
        or move.to_agent_id is distinct from move.from_agent_id
          and move.to_agent_id is not null) as taken
    from assignments move
    join loan_state state
      on state.portfolio_id = move.portfolio_id and state.loan_id = move.loan_id
    where move.portfolio_id = ${portfolioId} and move.batch_id = ${id}
    group by 1, 2 order by 1, 2`;
}
