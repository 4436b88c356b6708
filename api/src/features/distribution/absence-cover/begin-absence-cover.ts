import { uuidv7 } from 'uuidv7';
import type { AuditedCall } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { auditBatch } from '../assignments/audit-batch.ts';
import { insertBatch, moveLoans, type Batch } from '../assignments/assignments.store.ts';
import { spreadLoans } from '../assignments/spread-loans.ts';
import { notifyHolders } from '../assignments/notify-holders.ts';
import {
  holdPeople,
  lockAbsenceCover,
  lockWorkOf,
  recordStart,
  noteShare,
  type AbsenceCoverRow,
  type HeldLoan,
} from './absence-cover.store.ts';

/**
 * Moves the agent's active loans to the stand-ins, in one assignment batch per stand-in. Running it
 * again has no effect. Returns false if the agent has left the team: the loans are then another
 * team's, and the absence cover can only end.
 */
export async function beginAbsenceCover(
  transaction: Transaction,
  key: { portfolioId: string; id: string },
  call: AuditedCall,
): Promise<boolean> {
  const absenceCover = await lockAbsenceCover(transaction, key);
  if (!absenceCover || absenceCover.begunAt || absenceCover.endedAt) return true;
  const { isAgentInTeam, standIns } = await holdPeople(transaction, absenceCover);
  if (!isAgentInTeam) return false;
  // Without an available stand-in, the loans stay where they are.
  const held = standIns.length === 0 ? [] : await lockWorkOf(transaction, absenceCover);
  const loads = standIns.map(() => ({ loans: 0, outstandingMinor: 0 }));
  const places = spreadLoans(
    held.map((loan) => ({ ...loan, isActive: true, heldAt: null })),
    { loads, by: 'count', borrowersTogether: absenceCover.borrowersTogether },
  );
  for (const [place, standIn] of standIns.entries()) {
    const loans = held.filter(({ loanId }) => places.get(loanId) === place);
    if (loans.length === 0) continue;
    const batch = await moveShare(transaction, absenceCover, {
      toAgentId: standIn.id,
      loans,
      call,
    });
    await noteShare(transaction, {
      portfolioId: absenceCover.portfolioId,
      handoverId: absenceCover.id,
      agentId: standIn.id,
      batchId: batch.id,
      loans: loans.length,
    });
  }
  await recordStart(transaction, { ...key, at: call.now.toISOString() });
  return true;
}

type Share = {
  readonly toAgentId: string | null;
  readonly loans: readonly HeldLoan[];
  readonly call: AuditedCall;
};

/** Moves one share within the absence cover's team and notifies the agent who receives it. */
export async function moveShare(
  transaction: Transaction,
  absenceCover: AbsenceCoverRow,
  { toAgentId, loans, call }: Share,
): Promise<Batch> {
  const batch: Batch = {
    id: uuidv7(),
    portfolioId: absenceCover.portfolioId,
    kind: toAgentId ? 'assign' : 'take-back',
    holder: { teamId: absenceCover.teamId, agentId: toAgentId },
    spread: null,
    reason: absenceCover.reason,
    loanCount: loans.length,
    outstandingMinor: loans.reduce((total, loan) => total + loan.outstandingMinor, 0),
    undoesBatchId: null,
    importId: null,
    madeBy: absenceCover.madeBy,
    madeAt: call.now.toISOString(),
  };
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    loans.map(({ loanId }) => ({ loanId, holder: batch.holder })),
  );
  await auditBatch(transaction, { batch, event: 'assign-loans', call });
  await notifyHolders(transaction, batch, {
    shares: [{ holder: batch.holder, moving: loans }],
    currency: absenceCover.currency,
  });
  return batch;
}
