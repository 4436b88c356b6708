import type { Step } from './step.ts';
import { vitest } from './vitest-step.ts';

/**
 * Returns the step that kills each part of a cluster under load: an API node, the primary, the
 * pooler and the proxy. `full` kills each ten times and also limits how long answers may take;
 * `short` kills each once. `short-if-installed` does so too, but only if Debian's packages for the
 * cluster are installed.
 */
export function cluster(form: 'full' | 'short' | 'short-if-installed'): Step {
  const folders = ['tools/src/testing/cluster'];
  const { name, run } = vitest('A cluster under load', ['processes'], { folders });
  return {
    name,
    run: async () => {
      process.env['BURSAR_CLUSTER'] = form;
      try {
        return await run();
      } finally {
        delete process.env['BURSAR_CLUSTER'];
      }
    },
  };
}
