import { cluster } from './cluster-step.ts';
import { runSteps } from './step.ts';

/**
 * Runs the cluster test. With `--short` it kills each part of the cluster once instead of ten
 * times.
 */
export async function main(args: readonly string[]): Promise<void> {
  await runSteps([cluster(args.includes('--short') ? 'short' : 'full')]);
}
