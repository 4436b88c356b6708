import { auditedCall } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { Holder } from './assignment-target.ts';
import { auditBatch } from './audit-batch.ts';
import { insertBatch, moveLoans, type Batch } from './assignments.store.ts';

export type HeldLoan = {
  readonly loanId: string;
  readonly outstandingMinor: number;
  readonly isActive: boolean;
};

/** Locks all loans of an agent in the same order as every bulk action. */
export function lockHeldLoans(
  transaction: Transaction,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
) {
  return transaction<HeldLoan[]>`
    select state.loan_id, state.outstanding_principal_minor as outstanding_minor,
      ${isActiveIn(transaction, 'state')} as is_active
    from loan_state state
    where state.portfolio_id = ${portfolioId} and state.agent_id = ${agentId}
    order by state.loan_id for update`;
}

/** Counts the loans of the given agents within the caller's scope, and lists their portfolios. */
export async function countHeldLoans(
  sql: Queryable,
  { scope, accountIds }: { scope: Scope; accountIds: readonly string[] },
): Promise<{ loans: number; portfolioIds: string[] }> {
  const held = await sql<{ portfolioId: string; loans: number }[]>`
    select state.portfolio_id, count(*) as loans from accounts account
    join loan_state state
      on state.portfolio_id = account.portfolio_id and state.agent_id = account.id
    where ${peopleInScope(sql, scope)} and account.id = any(${[...accountIds]}::uuid[])
    group by state.portfolio_id`;
  return {
    loans: held.reduce((total, { loans }) => total + loans, 0),
    portfolioIds: held.map(({ portfolioId }) => portfolioId),
  };
}

type Move = {
  readonly batchId: string;
  readonly portfolioId: string;
  readonly held: readonly HeldLoan[];
  readonly holder: Holder;
};

/** Moves an agent's loans to another holder as one batch. */
export async function moveHeldLoans(
  transaction: Transaction,
  { held, holder, ...move }: Move,
  context: CommandContext,
): Promise<void> {
  if (held.length === 0) return;
  const { session, now } = context;
  const batch: Batch = {
    id: move.batchId,
    portfolioId: move.portfolioId,
    kind: holder.agentId ? 'assign' : 'take-back',
    holder,
    spread: null,
    reason: '',
    loanCount: held.length,
    outstandingMinor: held.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    importId: null,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  };
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    held.map(({ loanId }) => ({ loanId, holder: batch.holder })),
  );
  await auditBatch(transaction, { batch, event: 'assign-loans', call: auditedCall(context) });
}
