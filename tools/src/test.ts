import { boundaries, format, lint, product, types, unused } from './check-steps.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { journeys } from './playwright-step.ts';
import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/** Runs every check that must pass before a change lands. */
export async function main(): Promise<void> {
  useMemoryForTemporaryFiles();
  await runSteps([
    types,
    lint,
    format,
    boundaries,
    unused,
    // All kinds run together, so that no core waits for the last file of one kind.
    vitest('Unit tests, and API tests on PostgreSQL', ['unit', 'unit-browser', 'api']),
    vitest('Parts of the screen in a browser', [], { config: 'vitest.browser.config.ts' }),
    product,
    journeys,
  ]);
}
