import { uuidv7 } from 'uuidv7';
import type { AuditedCall } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { auditBatch } from '../assignments/audit-batch.ts';
import { insertBatch, moveLoans, type Batch } from '../assignments/assignments.store.ts';
import { notifyHolders } from '../assignments/notify-holders.ts';
import {
  holdMembers,
  listRunningCovers,
  lockAbsenceCover,
  lockWorkOf,
  notePassedOn,
  noteShare,
  recordStart,
  type AbsenceCoverRow,
  type HeldLoan,
} from './absence-cover.store.ts';
import { planPassing, type PassingStep } from './plan-passing.ts';

/**
 * Moves the agent's active loans to the stand-ins, and the shares of absent stand-ins on to those
 * who cover for them. Each move is one assignment batch. Running it again has no effect. Returns
 * false if the agent has left the team: the loans are then another team's, and the absence cover
 * can only end.
 */
export async function beginAbsenceCover(
  transaction: Transaction,
  key: { portfolioId: string; id: string },
  call: AuditedCall,
): Promise<boolean> {
  const absenceCover = await lockAbsenceCover(transaction, key);
  if (!absenceCover || absenceCover.begunAt || absenceCover.endedAt) return true;
  const { fromAgentId } = absenceCover;
  const running = await listRunningCovers(transaction, absenceCover);
  const standIns = [absenceCover, ...running].flatMap((cover) => cover.standIns);
  const ids = [fromAgentId, ...standIns.map(({ id }) => id)];
  const members = await holdMembers(transaction, { ...absenceCover, ids });
  if (!members.some(({ id }) => id === fromAgentId)) return false;
  const team = {
    running: new Map(running.map((cover) => [cover.fromAgentId, cover])),
    activeIds: new Set(members.filter(({ isSuspended }) => !isSuspended).map(({ id }) => id)),
  };
  const held = await lockWorkOf(transaction, absenceCover);
  const steps = planPassing(absenceCover, held, { team, absentIds: new Set([fromAgentId]) });
  for (const step of steps) await takeStep(transaction, step, { absenceCover, call });
  await recordStart(transaction, { ...key, at: call.now.toISOString() });
  return true;
}

type Start = { readonly absenceCover: AbsenceCoverRow; readonly call: AuditedCall };

async function takeStep(
  transaction: Transaction,
  { cover, standIn, loans }: PassingStep,
  { absenceCover, call }: Start,
): Promise<void> {
  const { portfolioId, id: handoverId, madeBy } = cover;
  const isOwn = handoverId === absenceCover.id;
  // A batch names the account that made its cover, so it must not name another account's API key.
  const ofMaker = madeBy === absenceCover.madeBy ? call : { ...call, apiKeyName: undefined };
  const agentId = standIn.id;
  const batch = await moveShare(transaction, cover, { toAgentId: agentId, loans, call: ofMaker });
  const share = { portfolioId, handoverId, agentId, batchId: batch.id, loans: loans.length };
  await (isOwn ? noteShare(transaction, share) : notePassedOn(transaction, share));
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
