import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { homeFolder } from './home-folder.ts';
import { firstLine, runProgram, type Step, type Totals } from './step.ts';

type Where = { readonly folders?: readonly string[]; readonly config?: string };

/**
 * Returns a step that runs Vitest for some projects or folders, and reads the totals from its
 * report.
 */
export function vitest(
  name: string,
  projects: readonly string[],
  { folders = [], config = 'vitest.config.ts' }: Where = {},
): Step {
  return {
    name,
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'bursar-vitest-'));
      const report = join(folder, 'report.json');
      try {
        const code = await runProgram([
          'vitest/vitest.mjs',
          'run',
          `--config=${config}`,
          ...folders,
          ...projects.map((project) => `--project=${project}`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ]);
        return countVitest(readReport(report), code);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/**
 * Counts one failure if the run failed without a failed test: a file that cannot be loaded has no
 * counted tests, and a crash leaves no report.
 */
export function countVitest(report: unknown, exitCode: number): Totals {
  const read = (name: string): number => numberIn(report, name);
  const failed = read('numFailedTests');
  return {
    passed: read('numPassedTests'),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: read('numPendingTests') + read('numTodoTests'),
    failures: failedTests(report),
  };
}

const reported = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

function failedTests(report: unknown): string[] {
  const read = reported.safeParse(report);
  if (!read.success) return [];
  return read.data.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(homeFolder, name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      // A failure in a hook belongs to the file.
      if (tests.length === 0) return [`${file}${firstLine(message)}`];
      return tests.map(
        ({ fullName, failureMessages }) =>
          `${file} › ${fullName}${firstLine(failureMessages?.[0])}`,
      );
    });
}

export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export function numberIn(report: unknown, name: string): number {
  if (typeof report !== 'object' || report === null) return 0;
  const value: unknown = Object.entries(report).find(([key]) => key === name)?.[1];
  return typeof value === 'number' ? value : 0;
}
