import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Batch } from './assignments.store.ts';

type BatchEvent = {
  readonly batch: Batch;
  readonly event: 'assign-loans' | 'undo-assignment';
  /** Null where nobody asked for it: a day has come. */
  readonly requestId: string | null;
  readonly at: Date;
  /** The second person, where one was needed. */
  readonly approvedBy?: string | undefined;
};

/** Who moved a batch, where to, and how much of it. */
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
