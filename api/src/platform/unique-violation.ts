import type { FailureCode } from '@bursar/contracts/failure-status';
import { allOrNothing } from './all-or-nothing.ts';
import type { Database, Transaction } from './database.ts';
import type { Outcome } from './outcome.ts';

/** Returns the name of the database constraint that an error reports; null if it reports none. */
export function violatedConstraintOf(error: unknown): string | null {
  return error instanceof Error && 'constraint_name' in error
    ? String(error.constraint_name)
    : null;
}

/**
 * Runs a command in a transaction. A refusal rolls back what the command wrote before it. If the
 * command violates a constraint in `refusals`, it runs once again: a copy of the same request may
 * have inserted the row, and the second run then finds the row by its id. If it violates such a
 * constraint again, the result is the refusal mapped to the constraint.
 */
export function transactionOrConflict<
  Value,
  Code extends FailureCode,
  ConflictCode extends FailureCode,
>(
  database: Database,
  refusals: Readonly<Record<string, Outcome<never, ConflictCode>>>,
  run: (transaction: Transaction) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | ConflictCode>> {
  const runOnce = () => allOrNothing(database, run);
  return runOrConflict(refusals, () =>
    runOnce().catch((error: unknown) => {
      if (refusalFor(error, refusals)) return runOnce();
      throw error;
    }),
  );
}

/**
 * Runs a command that opens its own transaction, once. If it violates a constraint in `refusals`,
 * the result is the refusal mapped to the constraint.
 */
export async function runOrConflict<
  Value,
  Code extends FailureCode,
  ConflictCode extends FailureCode,
>(
  refusals: Readonly<Record<string, Outcome<never, ConflictCode>>>,
  run: () => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | ConflictCode>> {
  try {
    return await run();
  } catch (error) {
    const refused = refusalFor(error, refusals);
    if (refused) return refused;
    throw error;
  }
}

const refusalFor = <Refusal>(error: unknown, refusals: Readonly<Record<string, Refusal>>) =>
  refusals[violatedConstraintOf(error) ?? ''];
