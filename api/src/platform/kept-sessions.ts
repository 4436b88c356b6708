import type { WordLine } from './word-line.ts';

/** Where the database's triggers tell that something about a session has changed. */
const CHANNEL = 'bursar_sessions';
const KEPT_MAX = 10_000;

export type KeptSessions<Row> = {
  /** What was read under a key, or what `read` answers now. */
  readonly find: (key: string, read: () => Promise<Row | null>) => Promise<Row | null>;
  /** A change of this process is known before word of it comes back. */
  readonly forget: () => void;
};

/** Keeps what session look-ups answered until word of any change comes: docs/decisions/0019. */
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
      // What changed while it was read may not be in it.
      if (row === null || changes !== before) return row;
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(key, row);
      return row;
    },
    forget,
  };
}
