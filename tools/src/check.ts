import { boundaries, lint, types } from './check-steps.ts';
import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/** Runs the fast checks that a developer repeats while working. */
export async function main(): Promise<void> {
  await runSteps([types, lint, boundaries, vitest('Unit tests', ['unit', 'unit-browser'])]);
}
