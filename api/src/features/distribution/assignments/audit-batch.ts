import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Batch } from './assignments.store.ts';

type BatchEvent = {
  readonly batch: Batch;
  readonly event: 'assign-loans' | 'undo-assignment';
  /** Null if a scheduled day triggered the move instead of a request. */
  readonly requestId: string | null;
  readonly at: Date;
  readonly approvedBy?: string | undefined;
};

/** Records in the audit trail who moved a batch, to whom, and how many loans. */
export function auditBatch(
  transaction: Transaction,
  { batch, event, requestId, at, approvedBy }: BatchEvent,
): Promise<void> {
  return recordAudit(transaction, {
    portfolioId: batch.portfolioId,
    actorId: batch.madeBy,
    event,
    subject: 'assignment-batch',
    subjectId: batch.id,
    after: {
      kind: batch.kind,
      ...batch.holder,
      loans: batch.loanCount,
      outstandingMinor: batch.outstandingMinor,
      reason: batch.reason,
      ...(batch.spread && { spreadBy: batch.spread.by, over: batch.spread.ids.length }),
      undoesBatchId: batch.undoesBatchId,
      ...(approvedBy && { approvedBy }),
    },
    requestId,
    at,
  });
}
