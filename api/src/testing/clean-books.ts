import { expect } from 'vitest';
import { checkBooks } from '../features/control/books/verify-books.ts';
import type { Database } from '../platform/database.ts';

/**
 * Expects no differences in reconciliation, except one: arranged loans have no opening entry, so
 * their receivable in the ledger starts at zero.
 */
export async function expectCleanBooks(owner: Database): Promise<void> {
  const found = (await checkBooks(owner)).filter(
    ({ id, count }) => id !== 'receivable' && count > 0,
  );
  expect(found.map(({ id, differences }) => [id, differences])).toEqual([]);
}
