import type { Database, Transaction } from './database.ts';
import type { Outcome } from './outcome.ts';

/**
 * Runs a command of several steps in one transaction. If a later step refuses, the writes of the
 * earlier steps are rolled back and the refusal is returned.
 */
export async function allOrNothing<Result extends Outcome<unknown>>(
  database: Database,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const refused = new Error('a step of the command refused');
  const made: { outcome?: Result } = {};
  try {
    await database.begin(async (transaction) => {
      made.outcome = await run(transaction);
      if (!made.outcome.ok) throw refused;
    });
  } catch (error) {
    if (error !== refused) throw error;
  }
  if (!made.outcome) throw new Error('the command ended without an outcome');
  return made.outcome;
}
