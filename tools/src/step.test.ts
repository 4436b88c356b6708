import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { homeFolder } from './home-folder.ts';
import { countPlaywright } from './playwright-step.ts';
import { check, oneOf, runSteps } from './step.ts';
import { countVitest } from './vitest-step.ts';

describe('a run of steps', () => {
  let lines: string[];

  beforeEach(() => {
    lines = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = 0;
  });

  const step = (passed: number, failed: number, skipped: number) => ({
    name: 'a step',
    run: async () => ({ passed, failed, skipped }),
  });

  it('ends with one plain line of totals over all of them', async () => {
    await runSteps([step(3, 0, 1), step(4, 0, 0)]);
    expect(lines.at(-1)?.trim()).toBe('7 passed, 0 failed, 1 skipped');
    expect(process.exitCode).toBe(0);
  });

  it('continues after a failure and exits with 1', async () => {
    await runSteps([step(0, 2, 0), step(5, 0, 0)]);
    expect(lines.at(-1)?.trim()).toBe('5 passed, 2 failed, 0 skipped');
    expect(process.exitCode).toBe(1);
  });

  it('names failures at the end, in case the start of a long output is cut', async () => {
    const failures = ['a.test.ts › adds up'];
    const named = {
      name: 'units',
      run: async () => ({ passed: 3, failed: 1, skipped: 0, failures }),
    };
    await runSteps([named, { name: 'types', run: async () => oneOf(false) }, step(1, 0, 0)]);
    expect(lines.at(-2)?.trim()).toBe('Failed:\nunits: a.test.ts › adds up\ntypes');
  });

  it('shows how long each took', async () => {
    await runSteps([step(1, 0, 0), { name: 'types', run: async () => oneOf(true) }]);
    expect(lines.at(-2)).toMatch(/^\nSeconds:\n +\d+\.\d {2}a step\n +\d+\.\d {2}types$/);
  });

  it('counts a step that crashes as failed', async () => {
    const crash = { name: 'crash', run: () => Promise.reject(new Error('gone')) };
    expect(await runSteps([crash, { name: 'fine', run: async () => oneOf(true) }])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });
});

describe('steps side by side', () => {
  it('show the output of those aside at the end, and count both', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line.trim()));
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk).trim());
      return true;
    });
    const version = check('version', ['typescript/bin/tsc', '--version']);
    let endMain = () => undefined as void;
    const asideEnded = new Promise<void>((resolve) => (endMain = resolve));
    const main = { name: 'main', run: () => asideEnded.then(() => oneOf(true)) };
    const last = { name: 'last', run: async () => (endMain(), oneOf(false)) };
    const sum = await runSteps([{ steps: [main], aside: [version, last] }]);
    vi.restoreAllMocks();
    process.exitCode = 0;
    expect(sum).toEqual({ passed: 2, failed: 1, skipped: 0 });
    const headings = lines.map((line) => line.replaceAll(/[─✗]/g, '').trim());
    expect(headings).toEqual([
      'main',
      'version',
      expect.stringMatching(/^Version \d/),
      'last',
      'last: 1 failed',
      expect.stringMatching(/^Seconds:/),
      'Failed:\nlast',
      '2 passed, 1 failed, 0 skipped',
    ]);
  });
});

describe('counting what Vitest reports', () => {
  const report = { numPassedTests: 8, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };

  it('uses its own numbers', () => {
    expect(countVitest(report, 1)).toMatchObject({ passed: 8, failed: 2, skipped: 2 });
  });

  it('names the tests that failed, and the files that could not be loaded', () => {
    const test = (status: string, fullName: string) => ({
      status,
      fullName,
      failureMessages: status === 'failed' ? ['\u001b[31mError: 1\u001b[39m\n    at sum'] : [],
    });
    const file = (name: string, assertionResults: object[], status = 'failed') => ({
      name: join(homeFolder, name),
      status,
      assertionResults,
    });
    const testResults = [
      file('a.test.ts', [test('passed', 'sums are kept'), test('failed', 'sums add up')]),
      file('b.test.ts', []),
      { ...file('d.test.ts', [test('passed', 'sums end')]), message: 'kill ESRCH' },
      file('c.test.ts', [test('passed', 'sums are shown')], 'passed'),
    ];
    expect(countVitest({ ...report, testResults }, 1).failures).toEqual([
      'a.test.ts › sums add up: Error: 1',
      'b.test.ts',
      'd.test.ts: kill ESRCH',
    ]);
  });

  it('fails if a file could not be loaded or there is no report', () => {
    expect(countVitest({ ...report, numFailedTests: 0 }, 1).failed).toBe(1);
    expect(countVitest(null, 134)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('counting what Playwright reports', () => {
  it('uses its own numbers and counts a journey that passed on a retry as passed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats }, 1)).toMatchObject({ passed: 6, failed: 1, skipped: 2 });
  });

  it('names the journeys that failed, at any depth', () => {
    const spec = (title: string, ok: boolean) => ({
      title,
      ok,
      file: 'pay.test.ts',
      tests: [{ results: [ok ? {} : { error: { message: 'Error: 1\n    at pay' } }] }],
    });
    const inner = { specs: [spec('pays twice', false)] };
    const suites = [{ specs: [spec('pays', true)], suites: [inner] }];
    expect(countPlaywright({ stats: { unexpected: 1 }, suites }, 1).failures).toEqual([
      'pay.test.ts › pays twice: Error: 1',
    ]);
  });

  it('fails if there is no report', () => {
    expect(countPlaywright(null, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});
