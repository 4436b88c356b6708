import type { FastifyInstance } from 'fastify';
import type { Platform } from './endpoints.ts';
import { whileListening } from './while-listening.ts';

type Repeated = {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Receives the error of a failed run; the next run still takes place. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Runs a task at once and then at intervals, one run at a time. Several processes may repeat the
 * same task: each run locks or claims the rows that it processes, and the others skip them.
 */
export function repeat({ everyMs, run, onFailure }: Repeated): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const turn = () => {
    running ??= run()
      .then(() => undefined, onFailure)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(turn, everyMs);
  turn();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Repeats a task of the background jobs; a process that only answers calls does not run it. */
export function repeatAsJob(
  { app, role }: Pick<Platform, 'app' | 'role'>,
  repeated: Repeated,
): void {
  if (role !== 'api') repeatWhileListening(app, repeated);
}

export function repeatWhileListening(app: FastifyInstance, repeated: Repeated): void {
  whileListening(app, () => repeat(repeated));
}
