import type { Outcome } from '../outcome.ts';

/** The value of an outcome that a test expects to be good. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.name}: ${outcome.failure.field}`);
  return outcome.value;
}
