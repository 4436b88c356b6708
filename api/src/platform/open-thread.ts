import { Worker, type ResourceLimits } from 'node:worker_threads';

/** Starts a thread from a module beside its caller: `openThread(import.meta.url, './tape-thread')`. */
export function openThread(
  callerUrl: string,
  module: string,
  resourceLimits: ResourceLimits,
): Worker {
  if (!callerUrl.endsWith('.ts')) {
    return new Worker(new URL(`${module}.js`, callerUrl), { resourceLimits });
  }
  // Tests run what is not built, and a thread knows nothing of how its process reads TypeScript.
  const entry = JSON.stringify(new URL(`${module}.ts`, callerUrl).href);
  const start = `import('tsx/esm/api').then(({ register }) => (register(), import(${entry})))`;
  return new Worker(start, { eval: true, execArgv: ['--conditions=source'], resourceLimits });
}
