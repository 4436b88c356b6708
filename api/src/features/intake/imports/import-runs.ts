/** Imports that this process is working on, after the call that started them was answered. */
export type ImportRuns = {
  readonly isFull: () => boolean;
  /** Starts the work at once; it must end its import by itself, also when the signal aborts. */
  readonly start: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Resolves when nothing runs any more. */
  readonly settled: () => Promise<void>;
  /** Asks all work to stop and waits until it has. */
  readonly stop: () => Promise<void>;
};

/** Each holds two connections and half a core; more at once would starve everyone else. */
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
