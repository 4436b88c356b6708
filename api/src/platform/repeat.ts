import type { FastifyInstance } from 'fastify';
import { whileListening } from './while-listening.ts';

type Repeated = {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Hears of a turn that failed; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Runs something at once and then now and again, one turn at a time. Several processes may do so
 * side by side: what a turn takes up it takes under a lock that the others skip.
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

/** The same for as long as people can reach the server. */
export function repeatWhileListening(app: FastifyInstance, repeated: Repeated): void {
  whileListening(app, () => repeat(repeated));
}
