import { parseArgs } from 'node:util';
import { Refusal, runCommand } from './refusal.ts';
import { runProgram } from './step.ts';

const CALLS = '20000';

/** Generates thousands of calls from the API's own description and checks every answer. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const { calls, seed } = readOptions(args);
    console.log(`${calls} calls from seed ${seed}. The same ones again: --seed ${seed}`);
    const failed = await runProgram(
      ['vitest/vitest.mjs', 'run', '--project=api', 'api/src/testing/fuzz/fuzz.test.ts'],
      { FUZZ_CALLS: calls, FUZZ_SEED: seed },
    );
    if (failed !== 0) process.exitCode = 1;
  });

function readOptions(args: readonly string[]): { calls: string; seed: string } {
  const options = parse(args);
  const wrong = Object.entries(options).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value));
  if (wrong) throw new Refusal(`--${wrong[0]} takes a whole number, not "${wrong[1]}".`);
  return options;
}

function parse(args: readonly string[]): { calls: string; seed: string } {
  const seed = String(1 + Math.floor(Math.random() * 2 ** 29));
  try {
    const options = {
      calls: { type: 'string', default: CALLS },
      seed: { type: 'string', default: seed },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
