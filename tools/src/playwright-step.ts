import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findBrowser } from './find-browser.ts';
import { firstLine, oneOf, runProgram, type Step, type Totals } from './step.ts';
import { numberIn, readReport } from './vitest-step.ts';

/** Runs the journeys in a real browser on the build of Bursar. */
export const journeys: Step = {
  name: 'Journeys in a browser',
  run: async () => {
    const browser = await findBrowser();
    if (!browser.ok) {
      console.error(browser.problem);
      return oneOf(false);
    }
    const folder = mkdtempSync(join(tmpdir(), 'bursar-playwright-'));
    const report = join(folder, 'report.json');
    try {
      const code = await runProgram(
        ['@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=list,json'],
        { BURSAR_BROWSER: browser.program, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      );
      return countPlaywright(readReport(report), code);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export function countPlaywright(report: unknown, exitCode: number): Totals {
  const stats =
    typeof report === 'object' && report !== null && 'stats' in report ? report.stats : null;
  const failed = numberIn(stats, 'unexpected');
  return {
    // Only CI retries a failed journey, and then prints its first failure.
    passed: numberIn(stats, 'expected') + numberIn(stats, 'flaky'),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numberIn(stats, 'skipped'),
    failures: failedJourneys(report),
  };
}

const result = z.object({ error: z.object({ message: z.string().optional() }).optional() });

const spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  tests: z.array(z.object({ results: z.array(result) })).optional(),
});

const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});

const reported = z.object({ suites: z.array(suite) });

function failedJourneys(report: unknown): string[] {
  const failedOf = ({ specs, suites = [] }: z.infer<typeof suite>): string[] => [
    ...specs.filter(({ ok }) => !ok).map(describeFailure),
    ...suites.flatMap(failedOf),
  ];
  const read = reported.safeParse(report);
  return read.success ? read.data.suites.flatMap(failedOf) : [];
}

function describeFailure({ file, title, tests = [] }: z.infer<typeof spec>): string {
  const failure = tests.flatMap(({ results }) => results).find(({ error }) => error?.message);
  return `${file} › ${title}${firstLine(failure?.error?.message)}`;
}
