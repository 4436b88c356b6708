import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { recordAudits } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database.ts';
import { updateBorrowersFacts } from '../../../records/borrowers/many-borrowers.store.ts';
import type { ImportActor } from '../import-desk.ts';
import type { ImportKey } from '../imports.store.ts';
import { hasUndoneImport, listIdleBorrowers, type IdleBorrower } from './idle-borrowers.store.ts';

type Renewing = { readonly key: ImportKey; readonly actor: ImportActor; readonly now: Date };

/**
 * Copies the fields of a tape to the borrowers of its new loans whose earlier loans were all
 * withdrawn, because the undone tapes may have been wrong. Fields that users have changed stay.
 * Such borrowers remain only if a user has recorded something about them, or if the import was
 * undone by an earlier release, which withdrew no borrowers.
 */
export async function renewIdleBorrowers(
  transaction: Transaction,
  { key, actor, now }: Renewing,
): Promise<void> {
  if (!(await hasUndoneImport(transaction, key.portfolioId))) return;
  const renewed = new Set<string>();
  let after = 0;
  while (true) {
    const idle = await listIdleBorrowers(transaction, key, { after, limit: ROWS_AT_ONCE });
    const last = idle.at(-1);
    if (!last) return;
    // The first row of a borrower describes the borrower.
    const first = idle.filter(({ id }) => !renewed.has(id) && renewed.add(id));
    const changes = first.map(changesOf).filter(({ after: to }) => Object.keys(to).length > 0);
    const updates = changes.map(({ id, after: values }) => ({ id, values }));
    await updateBorrowersFacts(transaction, key.portfolioId, updates);
    const audited = { portfolioId: key.portfolioId, actorId: actor.accountId, at: now };
    await recordAudits(
      transaction,
      changes.map(({ id, before, after: to }) => ({
        ...audited,
        event: 'update-from-tape' as const,
        subject: 'borrower' as const,
        subjectId: id,
        before,
        after: { ...to, importId: key.importId },
        requestId: actor.requestId,
      })),
    );
    after = last.row;
  }
}

const ROWS_AT_ONCE = 500;

type Values = Readonly<Record<string, string | number | null>>;

function changesOf({ id, tape, facts, changedHere }: IdleBorrower) {
  const before: Record<string, string | number | null> = {};
  const after: Record<string, string | number | null> = {};
  for (const key of keysOf(borrowerFacts)) {
    const [from, to] = [facts[key], tape[key] ?? null];
    if (from === to || changedHere.includes(key)) continue;
    before[key] = from;
    after[key] = to;
  }
  return { id, before, after } satisfies { id: string; before: Values; after: Values };
}
