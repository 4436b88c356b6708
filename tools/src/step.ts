import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { homeFolder } from './home-folder.ts';

export type Totals = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The file, the name and the first line of the error of each failed test. */
  readonly failures?: readonly string[];
};

/** One part of a check or a test run. It shows its own output and returns its totals. */
export type Step = { readonly name: string; readonly run: () => Promise<Totals> };

/** Two sequences of steps that run at the same time. The output of `aside` is shown at the end. */
export type SideBySide = { readonly steps: readonly Step[]; readonly aside: readonly Step[] };

type Results = {
  readonly all: Totals[];
  readonly failures: string[];
  /** One line per step. */
  readonly durations: string[];
};

/**
 * Runs every step, even after a failure, and ends with the duration of each, the failed tests and one
 * line of totals, so that the end of a long output is enough to find them.
 */
export async function runSteps(stages: readonly (Step | SideBySide)[]): Promise<Totals> {
  const results: Results = { all: [], failures: [], durations: [] };
  for (const stage of stages) {
    const { steps, aside } = 'aside' in stage ? stage : { steps: [stage], aside: [] };
    const output: Output[] = [];
    const asideEnds = heldOutput.run(output, () => runInOrder(aside, results));
    await runInOrder(steps, results);
    await asideEnds;
    for (const { stream, chunk } of output) process[stream].write(chunk);
  }
  const { all, failures, durations } = results;
  const sum = all.reduce(add, { passed: 0, failed: 0, skipped: 0 });
  console.log(`\nSeconds:\n${durations.join('\n')}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
  return sum;
}

async function runInOrder(steps: readonly Step[], results: Results): Promise<void> {
  const { all, failures, durations } = results;
  for (const { name, run } of steps) {
    say(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
    const startedAt = performance.now();
    const totals = await run().catch((error: unknown) => {
      console.error(error);
      return oneOf(false);
    });
    if (totals.failed > 0) {
      say(`✗ ${name}: ${totals.failed} failed`);
      failures.push(...(totals.failures ?? []).map((failure) => `${name}: ${failure}`));
      if (!totals.failures?.length) failures.push(name);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    durations.push(`${seconds.padStart(7)}  ${name}`);
    all.push(totals);
  }
}

type Output = { readonly stream: 'stdout' | 'stderr'; readonly chunk: Buffer | string };

/** The output of the steps of `aside`, stored until it is shown. */
const heldOutput = new AsyncLocalStorage<Output[]>();

function say(line: string): void {
  const held = heldOutput.getStore();
  if (held) held.push({ stream: 'stdout', chunk: `${line}\n` });
  else console.log(line);
}

/**
 * Returns a step that runs one program, such as the type check, and counts as one passed or failed.
 */
export function check(name: string, program: readonly string[]): Step {
  return { name, run: async () => oneOf((await runProgram(program)) === 0) };
}

export function oneOf(passed: boolean): Totals {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** Runs a program of node_modules, shows its output and returns its exit code. */
export async function runProgram(
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const held = heldOutput.getStore();
  const shown = held ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [join(homeFolder, 'node_modules', file), ...args], {
    cwd: homeFolder,
    env: { ...process.env, ...env },
    stdio: ['ignore', shown, shown],
  });
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => held?.push({ stream, chunk }));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A program that was ended by a signal has failed too.
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Returns a colon and the first line of an error's message; an empty text if there is no message.
 */
export function firstLine(message: string | undefined): string {
  const [line = ''] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n');
  return line === '' ? '' : `: ${line}`;
}

function add(left: Totals, right: Totals): Totals {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}
