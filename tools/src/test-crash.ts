import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/** The crash tests of `npm test` at full length: ten blows of each kind. */
export async function main(): Promise<void> {
  process.env['BURSAR_CRASH'] = 'full';
  await runSteps([
    vitest('Crashes under load', ['unit'], { folders: ['tools/src/testing/crash'] }),
  ]);
}
