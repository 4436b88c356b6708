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
export function beginUnlessTaken<Value, Code extends FailureCode, TakenCode extends FailureCode>(
  database: Database,
  refusals: Readonly<Record<string, Outcome<never, TakenCode>>>,
  run: (transaction: Transaction) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code | TakenCode>> {
  return unlessTaken(refusals, () =>
    database.begin((transaction): Promise<Outcome<Value, Code>> => run(transaction)),
  );
}

/** The same of a command that opens its transaction itself. */
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
