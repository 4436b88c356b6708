import { rolledBack, type Database, type Queryable } from '../../../platform/database.ts';
import { listMissingPenalties } from '../loan-account/owed-penalties.store.ts';
import { readLoanToPay } from '../loan-account/loan-state.store.ts';
import { lockCharged } from './charge-missing.ts';

type Reading = Parameters<typeof lockCharged>[1];

/**
 * Reads a loan as if the missing penalties of closed days were charged, because a balance without
 * them would be too low. The next payment or close charges them.
 */
export async function readCharged<Result>(
  database: Database,
  reading: Reading,
  read: (sql: Queryable) => Promise<Result>,
): Promise<Result> {
  const { loanId, session } = reading;
  const loan = await readLoanToPay(database, { scope: session.scope, loanId });
  if (!loan?.hasPenaltyCheck) return read(database);
  const { portfolioId } = loan;
  const missing = await listMissingPenalties(database, { portfolioId, loanId, until: null });
  if (missing.length === 0) return read(database);
  return rolledBack(database, async (transaction) => {
    await lockCharged(transaction, reading);
    return read(transaction);
  });
}
