import { factsOfCall, recordAudit, type AuditedCall } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Batch } from './assignments.store.ts';

type BatchEvent = {
  readonly batch: Batch;
  readonly event: 'assign-loans' | 'undo-assignment';
  readonly call: AuditedCall;
};

/** Records in the audit trail who moved a batch, to whom, and how many loans. */
export function auditBatch(
  transaction: Transaction,
  { batch, event, call }: BatchEvent,
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
      ...factsOfCall(call),
    },
    requestId: call.requestId,
    at: call.now,
  });
}
