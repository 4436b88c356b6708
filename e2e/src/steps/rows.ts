import type { Database } from '@bursar/api/platform/database';

/** Counts the loans in the database, independent of the screen. */
export async function countLoans(owner: Database, portfolioId: string): Promise<number> {
  const rows = await owner`select from loans where portfolio_id = ${portfolioId}`;
  return rows.length;
}

/** Counts loans that were removed with their import. */
export async function countWithdrawn(owner: Database, portfolioId: string): Promise<number> {
  const rows = await owner`
    select from loans where portfolio_id = ${portfolioId} and withdrawn_at is not null`;
  return rows.length;
}

export async function countPayments(owner: Database, portfolioId: string): Promise<number> {
  const rows = await owner`select from payments where portfolio_id = ${portfolioId}`;
  return rows.length;
}

export async function countAssignmentBatches(
  owner: Database,
  portfolioId: string,
): Promise<number> {
  const rows = await owner`select from assignment_batches where portfolio_id = ${portfolioId}`;
  return rows.length;
}
