import type { Transaction } from '../../platform/database.ts';
import type { Holder } from './assignment-target.ts';
import { auditBatch } from './assign-loans.ts';
import { insertBatch, moveLoans, type Batch } from './assignments.store.ts';

type Move = {
  readonly batchId: string;
  readonly portfolioId: string;
  readonly fromAgentId: string;
  readonly holder: Holder;
  readonly madeBy: string;
  readonly requestId: string;
  readonly now: Date;
};

/** Moves all that an agent holds to another holder, as one batch; answers how many loans. */
export async function moveHeldLoans(transaction: Transaction, move: Move): Promise<number> {
  const held = await transaction<{ loanId: string; outstandingMinor: number }[]>`
    select loan_id, outstanding_principal_minor as outstanding_minor from loan_state
    where portfolio_id = ${move.portfolioId} and agent_id = ${move.fromAgentId}
    order by loan_id for update`;
  if (held.length === 0) return 0;
  const batch: Batch = {
    id: move.batchId,
    portfolioId: move.portfolioId,
    kind: move.holder.agentId ? 'assign' : 'take-back',
    holder: move.holder,
    spread: null,
    reason: '',
    loanCount: held.length,
    outstandingMinor: held.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    madeBy: move.madeBy,
    madeAt: move.now.toISOString(),
  };
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    held.map(({ loanId }) => ({ loanId, holder: batch.holder })),
  );
  const { requestId } = move;
  await auditBatch(transaction, { batch, event: 'assign-loans', requestId, at: move.now });
  return held.length;
}
