import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../platform/database.ts';
import { auditBatch } from '../assignments/audit-batch.ts';
import { insertBatch, moveLoans, type Batch } from '../assignments/assignments.store.ts';
import { spreadLoans } from '../assignments/spread-loans.ts';
import { tellHolders } from '../assignments/tell-holders.ts';
import {
  holdStandIns,
  lockHandover,
  lockWorkOf,
  noteBegun,
  noteShare,
  type HandoverRow,
  type HeldLoan,
} from './handovers.store.ts';

export type Turn = {
  /** Null if a scheduled day triggered it instead of a request. */
  readonly requestId: string | null;
  readonly now: Date;
};

/**
 * Moves the agent's active loans to the stand-ins, one assignment batch each. Running it again has
 * no effect.
 */
export async function beginHandover(
  transaction: Transaction,
  key: { portfolioId: string; id: string },
  turn: Turn,
): Promise<void> {
  const handover = await lockHandover(transaction, key);
  if (!handover || handover.begunAt || handover.endedAt) return;
  const standIns = await holdStandIns(transaction, handover);
  // Without an available stand-in, the loans stay where they are.
  const held = standIns.length === 0 ? [] : await lockWorkOf(transaction, handover);
  const loads = standIns.map(() => ({ loans: 0, outstandingMinor: 0 }));
  const places = spreadLoans(
    held.map((loan) => ({ ...loan, isActive: true, heldAt: null })),
    { loads, by: 'count', borrowersTogether: handover.borrowersTogether },
  );
  for (const [place, standIn] of standIns.entries()) {
    const loans = held.filter(({ loanId }) => places.get(loanId) === place);
    if (loans.length === 0) continue;
    const batch = await moveShare(transaction, handover, { toAgentId: standIn.id, loans, turn });
    await noteShare(transaction, {
      portfolioId: handover.portfolioId,
      handoverId: handover.id,
      agentId: standIn.id,
      batchId: batch.id,
      loans: loans.length,
    });
  }
  await noteBegun(transaction, { ...key, at: turn.now.toISOString() });
}

type Share = {
  readonly toAgentId: string | null;
  readonly loans: readonly HeldLoan[];
  readonly turn: Turn;
};

/** Moves one share within the handover's team and notifies the agent who receives it. */
export async function moveShare(
  transaction: Transaction,
  handover: HandoverRow,
  { toAgentId, loans, turn }: Share,
): Promise<Batch> {
  const batch: Batch = {
    id: uuidv7(),
    portfolioId: handover.portfolioId,
    kind: toAgentId ? 'assign' : 'take-back',
    holder: { teamId: handover.teamId, agentId: toAgentId },
    spread: null,
    reason: handover.reason,
    loanCount: loans.length,
    outstandingMinor: loans.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    madeBy: handover.madeBy,
    madeAt: turn.now.toISOString(),
  };
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    loans.map(({ loanId }) => ({ loanId, holder: batch.holder })),
  );
  await auditBatch(transaction, {
    batch,
    event: 'assign-loans',
    requestId: turn.requestId,
    at: turn.now,
  });
  await tellHolders(transaction, batch, {
    shares: [{ holder: batch.holder, moving: loans }],
    currency: handover.currency,
  });
  return batch;
}
