import { uuidv7 } from 'uuidv7';
import type { AuditedCall } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { resolveTarget, type Holder } from './assignment-target.ts';
import {
  insertBatch,
  listOpenBatchesOfImport,
  lockLoansOfBatches,
  moveBack,
  readOutstanding,
  type Batch,
} from './assignments.store.ts';
import { auditBatch } from './audit-batch.ts';
import { writeAssignment } from './write-assignment.ts';

type Import = {
  readonly portfolioId: string;
  readonly importId: string;
  readonly currency: string;
};

type By = Omit<AuditedCall, 'approvedBy'> & { readonly accountId: string };

export type ImportedShare = { readonly holder: Holder; readonly loanIds: readonly string[] };

/**
 * Assigns the loans that an import has just booked, one batch for each team or agent, as a manager
 * does by hand. Returns false if one of them can no longer receive loans. The import has locked the
 * agents before any loan.
 */
export async function assignImportedLoans(
  transaction: Transaction,
  { portfolioId, importId, currency, shares }: Import & { shares: readonly ImportedShare[] },
  { accountId, requestId, apiKeyName, now }: By,
): Promise<boolean> {
  for (const { holder: named, loanIds } of shares) {
    const { agentId, teamId } = named;
    const kind = agentId === null ? ('team' as const) : ('agent' as const);
    const id = agentId ?? teamId ?? undefined;
    const scope = { role: 'user' as const, portfolioId, accountId };
    const target = { kind, ...(id !== undefined && { id }) };
    const found = await resolveTarget(transaction, { scope, target });
    if (!found.ok) return false;
    const holder = found.value;
    const moving = await readOutstanding(transaction, { portfolioId, loanIds });
    const batch: Batch = {
      id: uuidv7(),
      portfolioId,
      kind: 'assign',
      holder,
      spread: null,
      reason: '',
      loanCount: moving.length,
      outstandingMinor: moving.reduce((total, loan) => total + loan.outstandingMinor, 0),
      undoesBatchId: null,
      importId,
      madeBy: accountId,
      madeAt: now.toISOString(),
    };
    const written = { batch, shares: [{ holder, moving }], currency };
    await writeAssignment(transaction, written, { requestId, apiKeyName, now });
  }
  return true;
}

/**
 * Undoes the assignments that an import made, before its loans are removed from the books. Loans
 * that were taken back since stay unassigned.
 */
export async function undoImportedAssignments(
  transaction: Transaction,
  { portfolioId, importId }: Omit<Import, 'currency'>,
  { accountId, requestId, apiKeyName, now }: By,
): Promise<void> {
  const call = { requestId, apiKeyName, now };
  for (const batch of await listOpenBatchesOfImport(transaction, { portfolioId, importId })) {
    await lockLoansOfBatches(transaction, { portfolioId, ids: [batch.id] });
    const undo: Batch = {
      ...batch,
      id: uuidv7(),
      kind: 'undo',
      holder: { teamId: null, agentId: null },
      reason: '',
      undoesBatchId: batch.id,
      importId: null,
      madeBy: accountId,
      madeAt: now.toISOString(),
    };
    await insertBatch(transaction, undo);
    await moveBack(transaction, { batch, undo });
    await auditBatch(transaction, { batch: undo, event: 'undo-assignment', call });
  }
}
