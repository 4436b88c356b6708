import { setTimeout as wait } from 'node:timers/promises';
import { StartRefused } from './start-refused.ts';
import type { WatchedPostgres } from './watched-postgres.ts';

export type SupervisedPostgres = {
  /** Resolves with an error message after PostgreSQL has ended and every restart has failed. */
  readonly lost: Promise<string>;
  readonly stop: () => Promise<void>;
};

type SupervisionOptions = {
  /** Restarts PostgreSQL at the same socket, or rejects with an error message. */
  readonly startAgain: (signal: AbortSignal) => Promise<WatchedPostgres>;
  readonly log: (sentence: string) => void;
  readonly pausesMs?: readonly number[];
};

/**
 * Pauses before the attempts to restart. After a kill, the first attempts fail until the remaining
 * processes are gone.
 */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000];
/**
 * A run that lasts this long counts as a good start: after the next failure, the shortest pause
 * applies again.
 */
const STEADY_MS = 1_000;

/** Restarts PostgreSQL with growing pauses whenever it ends without a requested stop. */
export function superviseProcess(
  first: WatchedPostgres,
  { startAgain, log, pausesMs = PAUSES_MS }: SupervisionOptions,
): SupervisedPostgres {
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

  async function restartForever(): Promise<string> {
    for (;;) {
      const startedAt = performance.now();
      await running.exited;
      signal.throwIfAborted();
      if (performance.now() - startedAt > STEADY_MS) tries = 0;
      log('PostgreSQL has ended unexpectedly. Starting it again …');
      const next = await startPatiently();
      if (typeof next === 'string') return next;
      running = next;
      // A stop was requested just as PostgreSQL came back.
      if (signal.aborted) await running.stop();
      else log('PostgreSQL answers again.');
    }
  }

  const supervision = restartForever();
  // After a requested stop no loss is reported.
  const lost = supervision.catch((error: unknown) =>
    signal.aborted ? new Promise<never>(() => undefined) : String(error),
  );
  return {
    lost,
    stop: async () => {
      stopping.abort();
      await running.stop();
      await supervision.catch(() => undefined);
    },
  };
}
