import type { WordLine } from './word-line.ts';

/** The channel on which database triggers report that a session changed. */
const CHANNEL = 'bursar_sessions';
const KEPT_MAX = 10_000;

export type KeptSessions<Row> = {
  /** Returns the cached row for the key, or calls `read`. */
  readonly find: (key: string, read: () => Promise<Row | null>) => Promise<Row | null>;
  /** Clears the cache after a change by this process, before its notification arrives. */
  readonly forget: () => void;
};

/** Caches session look-ups until any change is notified: docs/decisions/0019. */
export function keepSessions<Row>(line: WordLine): KeptSessions<Row> {
  const kept = new Map<string, Row>();
  let changes = 0;

  function forget(): void {
    changes += 1;
    kept.clear();
  }

  const isProved = line.follow({ channel: CHANNEL, hear: forget, onGap: forget });

  return {
    find: async (key, read) => {
      const found = isProved() ? kept.get(key) : undefined;
      if (found !== undefined) return found;
      const before = changes;
      const row = await read();
      // The row may predate a change that arrived during the read.
      if (row === null || changes !== before) return row;
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(key, row);
      return row;
    },
    forget,
  };
}
