import { setTimeout as wait } from 'node:timers/promises';
import { StartRefused } from './start-refused.ts';
import type { WatchedPostgres } from './watched-postgres.ts';

export type KeptPostgres = {
  /** Settles with a sentence once PostgreSQL has ended and every try to start it again has failed. */
  readonly lost: Promise<string>;
  readonly stop: () => Promise<void>;
};

type Keeping = {
  /** Starts it anew where it was, or refuses in a sentence. */
  readonly startAgain: (signal: AbortSignal) => Promise<WatchedPostgres>;
  readonly log: (sentence: string) => void;
  /** How long to wait before each try in a row. */
  readonly pausesMs?: readonly number[];
};

/** After an outright kill the first tries fail until the processes left behind have gone. */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000];
/** What ran this long did start well: the next failure waits for the shortest pause again. */
const STEADY_MS = 1_000;

/** Starts PostgreSQL again with growing pauses whenever it ends without being asked to. */
export function keepRunning(
  first: WatchedPostgres,
  { startAgain, log, pausesMs = PAUSES_MS }: Keeping,
): KeptPostgres {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = first;
  let tries = 0;

  async function startPatiently(): Promise<WatchedPostgres | string> {
    let problem = 'PostgreSQL ends as soon as it has started.';
    while (tries < pausesMs.length) {
      await wait(pausesMs[tries], undefined, { signal });
      tries += 1;
      try {
        return await startAgain(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StartRefused)) throw error;
        problem = error.message;
      }
    }
    return problem;
  }

  async function keep(): Promise<string> {
    for (;;) {
      const startedAt = performance.now();
      await running.exited;
      signal.throwIfAborted();
      if (performance.now() - startedAt > STEADY_MS) tries = 0;
      log('PostgreSQL has ended unexpectedly. Starting it again …');
      const next = await startPatiently();
      if (typeof next === 'string') return next;
      running = next;
      // Asked to stop in the very moment in which it came back.
      if (signal.aborted) await running.stop();
      else log('PostgreSQL answers again.');
    }
  }

  const kept = keep();
  // Nobody who asked for the end is told of a loss.
  const lost = kept.catch((error: unknown) =>
    signal.aborted ? new Promise<never>(() => undefined) : String(error),
  );
  return {
    lost,
    stop: async () => {
      stopping.abort();
      await running.stop();
      await kept.catch(() => undefined);
    },
  };
}
