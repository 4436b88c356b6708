import fc from 'fast-check';

/**
 * Returns a plugin that starts no case of a property except the first after `milliseconds`, and
 * interrupts shrinking. A case that has started finishes. With fast-check's own limit, such a case
 * would continue to run while the file's next test works on the same database.
 */
export function startNoCaseAfter(milliseconds: number): fc.Plugin<unknown> {
  return () => {
    const end = performance.now() + milliseconds;
    let isFirst = true;
    return {
      decorateRun: (run) => (value) => {
        if (isFirst || performance.now() < end) {
          isFirst = false;
          return run(value);
        }
        return new fc.PreconditionFailure(true);
      },
    };
  };
}

let isInstalled = false;

/** Lets properties try fewer cases on a slow machine, so that their tests do not time out. */
export function installTimeLimit(): void {
  if (isInstalled) return;
  isInstalled = true;
  fc.installGlobalPlugin(startNoCaseAfter(40_000));
}
