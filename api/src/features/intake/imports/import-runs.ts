/** Imports that run in this process after their request was answered. */
export type ImportRuns = {
  readonly isFull: () => boolean;
  /** Starts the work at once; it must end its import itself, even if the signal aborts. */
  readonly start: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Resolves when no import is running. */
  readonly settled: () => Promise<void>;
  /** Asks all imports to stop and waits until they have. */
  readonly stop: () => Promise<void>;
};

/**
 * Each import uses at least two connections and half a core; more at once would slow down all other
 * requests.
 */
const RUNS_MAX = 2;

export function runImports(onFailure: (error: unknown) => void): ImportRuns {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    isFull: () => running.size >= RUNS_MAX,
    start(work) {
      const run = work(stopping.signal)
        .catch(onFailure)
        .finally(() => running.delete(run));
      running.add(run);
    },
    settled,
    async stop() {
      stopping.abort();
      await settled();
    },
  };
}
