import fc from 'fast-check';

/**
 * Returns a plugin that starts no more cases of a property after `milliseconds`, and then
 * interrupts shrinking. The first case always starts, and a started case finishes. With
 * fast-check's own limit, a started case would continue to run while the file's next test works on
 * the same database.
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
