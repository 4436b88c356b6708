import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { cancelRead, onAskedStatement, onFinishedStatement } from './statements.ts';

/** One read with its statements, shared by all calls that wait for its answer. */
export type Reading = {
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Adds a call that waits for the answer. The statements are cancelled when the connections of all
   * waiting calls have closed.
   */
  readonly addCall: (response: ServerResponse) => void;
  /** Returns whether the read's statements were cancelled, so that it has no answer. */
  readonly isEnded: () => boolean;
};

type Running = {
  readonly queries: Set<object>;
  /** Functions that end the reads that are part of this one. */
  readonly parts: Set<() => void>;
  isEnded: boolean;
};

const current = new AsyncLocalStorage<Running>();
/**
 * Maps each statement to its read, because statements finish outside the async context of the code
 * that sent them.
 */
const readingOf = new WeakMap<object, Running>();

// Subscribed once for all readings of the process.
onAskedStatement((query) => {
  const reading = current.getStore();
  if (!reading) return;
  if (reading.isEnded) return void cancelRead(query);
  reading.queries.add(query);
  readingOf.set(query, reading);
});
onFinishedStatement(({ query }) => readingOf.get(query)?.queries.delete(query));

export const READ_WITHIN_MS = 30_000;

/**
 * Opens a read that is cancelled after `withinMs`. Only statements of read-only pools are
 * cancelled. With `isPart`, the read also ends when the read in whose context it runs ends.
 */
export function openReading(
  withinMs: number,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Reading {
  const running: Running = { queries: new Set(), parts: new Set(), isEnded: false };
  const whole = isPart ? current.getStore() : undefined;
  let calls = 0;
  const end = (): void => {
    running.isEnded = true;
    for (const query of running.queries) void cancelRead(query);
    for (const endPart of running.parts) endPart();
  };
  return {
    run: async (work) => {
      const timer = setTimeout(end, withinMs);
      whole?.parts.add(end);
      if (whole?.isEnded) end();
      try {
        return await current.run(running, work);
      } finally {
        clearTimeout(timer);
        whole?.parts.delete(end);
      }
    },
    addCall: (response) => {
      calls += 1;
      const leave = (): void => {
        calls -= 1;
        if (calls === 0 && !response.writableFinished) end();
      };
      if (response.closed) leave();
      else response.once('close', leave);
    },
    isEnded: () => running.isEnded,
  };
}
