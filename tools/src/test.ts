import { boundaries, format, lint, product, types, unused } from './check-steps.ts';
import { cluster } from './cluster-step.ts';
import { installHeadlessBrowser } from './find-browser.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { journeys } from './playwright-step.ts';
import { runSteps, type Step } from './step.ts';
import { vitest } from './vitest-step.ts';

/** Runs every check that must pass before a change lands. */
export async function main(): Promise<void> {
  useMemoryForTemporaryFiles();
  const browserReady = installHeadlessBrowser();
  const withBrowser = ({ name, run }: Step): Step => ({
    name,
    run: () => browserReady.then(run),
  });
  await runSteps([
    types,
    {
      steps: [
        lint,
        format,
        boundaries,
        // All kinds run together, so that no core waits for the last file of one kind.
        vitest('Unit tests, and API tests on PostgreSQL', [
          'unit',
          'unit-browser',
          'processes',
          'api',
        ]),
      ],
      // Each of them leaves one of two cores idle for most of its time.
      aside: [
        unused,
        product,
        withBrowser(
          vitest('Parts of the screen in a browser', [], { config: 'vitest.browser.config.ts' }),
        ),
      ],
    },
    // Runs alone, because it needs both cores.
    cluster('short-if-installed'),
    withBrowser(journeys),
  ]);
}
