import { expect } from 'vitest';
import { runReconciliationChecks } from '../features/control/reconciliation/reconcile.ts';
import type { Database } from '../platform/database.ts';

/**
 * Expects no differences in reconciliation. Ignores the check of the receivable: arranged loans
 * have no opening entry, so their receivable in the ledger starts at zero.
 */
export async function expectReconciled(owner: Database): Promise<void> {
  const found = (await runReconciliationChecks(owner)).filter(
    ({ id, count }) => id !== 'receivable' && count > 0,
  );
  expect(found.map(({ id, differences }) => [id, differences])).toEqual([]);
}
