import { parseArgs } from 'node:util';
import { Refusal, runCommand } from './refusal.ts';
import { runProgram } from './step.ts';

const CALLS = '20000';

/** Makes calls up from the API's own description by the thousand, and judges every answer. */
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
  const anySeed = String(Math.floor(Math.random() * 2 ** 31));
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        calls: { type: 'string', default: CALLS },
        seed: { type: 'string', default: anySeed },
      },
    });
    const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,9}$/.test(value));
    if (wrong) throw new Refusal(`--${wrong[0]} takes a whole number, not "${wrong[1]}".`);
    return values;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
