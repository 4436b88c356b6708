import { boundaries, format, lint, product, types, unused } from './check-steps.ts';
import { journeys } from './playwright-step.ts';
import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/** Everything that has to hold before a change lands. */
export async function main(): Promise<void> {
  await runSteps([
    types,
    lint,
    format,
    boundaries,
    unused,
    vitest('Unit tests', ['unit', 'unit-browser']),
    vitest('API tests on PostgreSQL', ['api']),
    product,
    journeys,
  ]);
}
