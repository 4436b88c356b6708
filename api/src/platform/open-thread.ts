import { Worker, type ResourceLimits } from 'node:worker_threads';

/**
 * Starts a thread from a module next to its caller: `openThread(import.meta.url, './tape-thread')`.
 */
export function openThread(
  callerUrl: string,
  module: string,
  resourceLimits: ResourceLimits,
): Worker {
  if (!callerUrl.endsWith('.ts')) {
    return new Worker(new URL(`${module}.js`, callerUrl), { resourceLimits });
  }
  // Tests run unbuilt TypeScript, and a thread does not inherit its process's TypeScript loader.
  const entry = JSON.stringify(new URL(`${module}.ts`, callerUrl).href);
  const start = `import('tsx/esm/api').then(({ register }) => (register(), import(${entry})))`;
  return new Worker(start, { eval: true, execArgv: ['--conditions=source'], resourceLimits });
}
