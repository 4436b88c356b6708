import type { NotifyListener } from './notify-listener.ts';

/** The channel on which database triggers report changes that can affect a session. */
const CHANNEL = 'bursar_sessions';
const CACHE_MAX = 10_000;

export type SessionCache<Row> = {
  /** Returns the cached row for the key, or calls `read`. */
  readonly find: (key: string, read: () => Promise<Row | null>) => Promise<Row | null>;
  /** Clears the cache after a change by this process, before its notification arrives. */
  readonly forget: () => void;
};

/** Caches session look-ups until any change is notified: docs/decisions/0019. */
export function createSessionCache<Row>(line: NotifyListener): SessionCache<Row> {
  const cached = new Map<string, Row>();
  let changes = 0;

  function forget(): void {
    changes += 1;
    cached.clear();
  }

  const isHealthy = line.subscribe({ channel: CHANNEL, onNotify: forget, onGap: forget });

  return {
    find: async (key, read) => {
      const found = isHealthy() ? cached.get(key) : undefined;
      if (found !== undefined) return found;
      const before = changes;
      const row = await read();
      // The row may predate a change that arrived during the read.
      if (row === null || changes !== before) return row;
      if (cached.size >= CACHE_MAX) cached.clear();
      cached.set(key, row);
      return row;
    },
    forget,
  };
}
