import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/**
 * Runs the crash tests of `npm test` at full length: 17 failures of each kind, with a time limit of
 * ten seconds for the recovery.
 */
export async function main(): Promise<void> {
  process.env['BURSAR_CRASH'] = 'full';
  await runSteps([
    vitest('Crashes under load', ['processes'], { folders: ['tools/src/testing/crash'] }),
  ]);
}
