import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countPlaywright } from './playwright-step.ts';
import { oneOf, runSteps } from './step.ts';
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

  it('goes on after a failure and exits with 1', async () => {
    await runSteps([step(0, 2, 0), step(5, 0, 0)]);
    expect(lines.at(-1)?.trim()).toBe('5 passed, 2 failed, 0 skipped');
    expect(process.exitCode).toBe(1);
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

describe('counting what Vitest reports', () => {
  const report = { numPassedTests: 8, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };

  it('takes its own numbers', () => {
    expect(countVitest(report, 1)).toEqual({ passed: 8, failed: 2, skipped: 2 });
  });

  it('fails where a file could not be loaded, or there is no report', () => {
    expect(countVitest({ ...report, numFailedTests: 0 }, 1).failed).toBe(1);
    expect(countVitest(null, 134)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('counting what Playwright reports', () => {
  it('takes its own numbers, a journey that CI had to try twice being a passed one', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats }, 1)).toEqual({ passed: 6, failed: 1, skipped: 2 });
  });

  it('fails where there is no report', () => {
    expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
