import type { FailureCode } from '@bursar/contracts/endpoint';
import type { Database, Transaction } from './database.ts';
import type { Outcome } from './outcome.ts';

/** Returns the name of the violated unique constraint; null for any other error. */
export function takenKeyOf(error: unknown): string | null {
  return error instanceof Error && 'constraint_name' in error
    ? String(error.constraint_name)
    : null;
}

/**
 * Runs a command in a transaction and turns a violated unique key into the refusal mapped to it.
 */
export function beginUnlessTaken<Value, Code extends FailureCode, TakenCode extends FailureCode>(
  database: Database,
  refusals: Readonly<Record<string, Outcome<never, TakenCode>>>,
  run: (transaction: Transaction) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | TakenCode>> {
  return unlessTaken(refusals, () =>
    database.begin((transaction): Promise<Outcome<Value, Code>> => run(transaction)),
  );
}

/** Does the same for a command that opens its own transaction. */
export async function unlessTaken<Value, Code extends FailureCode, TakenCode extends FailureCode>(
  refusals: Readonly<Record<string, Outcome<never, TakenCode>>>,
  run: () => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | TakenCode>> {
  try {
    return await run();
  } catch (error) {
    const refused = refusals[takenKeyOf(error) ?? ''];
    if (refused) return refused;
    throw error;
  }
}
