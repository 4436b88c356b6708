import { runSteps } from './step.ts';
import { vitest } from './vitest-step.ts';

/**
 * Kills each part of a cluster ten times under load: an API node, the primary, the pooler and the
 * proxy. `--short` kills each once.
 */
export async function main(args: readonly string[]): Promise<void> {
  process.env['BURSAR_CLUSTER'] = args.includes('--short') ? 'short' : 'full';
  await runSteps([
    vitest('A cluster under load', ['processes'], { folders: ['tools/src/testing/cluster'] }),
  ]);
}
