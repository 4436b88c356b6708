import type { FailureCode } from '@bursar/contracts/endpoint';
import type { Database, Transaction } from './database.ts';
import type { Outcome } from './outcome.ts';

/** Which unique key of the database a row ran into, by its name; null for any other error. */
export function takenKeyOf(error: unknown): string | null {
  return error instanceof Error && 'constraint_name' in error
    ? String(error.constraint_name)
    : null;
}

/** Runs a command in a transaction; a value that another row has is the refusal its key stands for. */
export async function beginUnlessTaken<
  Value,
  Code extends FailureCode,
  TakenCode extends FailureCode,
>(
  database: Database,
  refusals: Readonly<Record<string, Outcome<never, TakenCode>>>,
  run: (transaction: Transaction) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | TakenCode>> {
  try {
    return await database.begin((transaction): Promise<Outcome<Value, Code>> => run(transaction));
  } catch (error) {
    const refused = refusals[takenKeyOf(error) ?? ''];
    if (refused) return refused;
    throw error;
  }
}
