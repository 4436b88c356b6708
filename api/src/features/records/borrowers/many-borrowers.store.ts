import type { FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { copyRows } from '../../../platform/copy-rows.ts';
import type { Transaction } from '../../../platform/database.ts';
import { factCopyColumns } from '../../../platform/facts.ts';
import { updateManyFacts, type FactUpdate } from '../../../platform/update-many-facts.ts';

export function updateBorrowersFacts(
  transaction: Transaction,
  portfolioId: string,
  updates: readonly FactUpdate[],
): Promise<void> {
  const versioned = transaction`, version = stored.version + 1`;
  return updateManyFacts(transaction, { table: 'borrowers', portfolioId, versioned }, updates);
}

type Row = {
  readonly id: string;
  readonly borrower: { readonly externalId: string | null } & FactValues<typeof borrowerFacts>;
};

/** Inserts many borrowers with COPY. */
export function copyBorrowerRows(
  transaction: Transaction,
  { portfolioId, createdAt }: { portfolioId: string; createdAt: string },
  rows: Iterable<Row>,
): Promise<void> {
  const columns = {
    portfolio_id: () => portfolioId,
    id: ({ id }: Row) => id,
    external_id: ({ borrower }: Row) => borrower.externalId,
    ...factCopyColumns(borrowerFacts, ({ borrower }: Row) => borrower),
    created_at: () => createdAt,
  };
  return copyRows(transaction, { table: 'borrowers', columns }, rows);
}
