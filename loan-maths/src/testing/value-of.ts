import type { Outcome } from '../outcome.ts';

/** Returns the value of an outcome that a test expects to succeed. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.name}: ${outcome.failure.field}`);
  return outcome.value;
}
