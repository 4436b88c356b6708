import type { AuditedCall } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Holder } from './assignment-target.ts';
import { insertBatch, moveLoans, type Batch } from './assignments.store.ts';
import { auditBatch } from './audit-batch.ts';
import { notifyHolders } from './notify-holders.ts';

type Moving = {
  readonly batch: Batch;
  readonly shares: readonly {
    readonly holder: Holder;
    readonly moving: readonly { readonly loanId: string; readonly outstandingMinor: number }[];
  }[];
  readonly currency: string;
};

/** Writes a batch: moves its loans, records it in the audit trail and notifies its new holders. */
export async function writeAssignment(
  transaction: Transaction,
  { batch, shares, currency }: Moving,
  call: AuditedCall,
): Promise<void> {
  await insertBatch(transaction, batch);
  await moveLoans(
    transaction,
    batch,
    shares.flatMap(({ holder, moving }) => moving.map(({ loanId }) => ({ loanId, holder }))),
  );
  await auditBatch(transaction, { batch, event: 'assign-loans', call });
  await notifyHolders(transaction, batch, { shares, currency });
}
