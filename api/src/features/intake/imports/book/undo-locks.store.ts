import type { Transaction } from '../../../../platform/database.ts';
import type { ImportKey } from '../imports.store.ts';

/** Locks the import, so that it is undone once. */
export async function lockImportRow(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from imports where portfolio_id = ${portfolioId} and id = ${importId} for update`;
}

/** Takes the lock that bookings and merges hold until their end. */
export async function lockNumbers(
  transaction: Transaction,
  { portfolioId }: ImportKey,
): Promise<void> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
}
