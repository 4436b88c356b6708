import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Database } from './database.ts';

/** Where the database's triggers tell that something about a session has changed. */
const CHANNEL = 'bursar_sessions';
const BEAT_MS = 500;
/** Older than this, nothing is kept: the line may be broken without a sign of it. */
const PROVED_MS = 1_000;
const KEPT_MAX = 10_000;

type Log = { warn(object: object, text: string): void };

export type KeptSessions<Row> = {
  /** What was read under a key, or what `read` answers now. */
  readonly find: (key: string, read: () => Promise<Row | null>) => Promise<Row | null>;
  /** A change of this process is known before word of it comes back. */
  readonly forget: () => void;
  readonly stop: () => Promise<void>;
};

/**
 * Keeps what session look-ups answered until word of any change comes: docs/decisions/0019. Each
 * beat that comes back proves that all word sent before it has been heard; without one nothing is kept.
 */
export function keepSessions<Row>(database: Database, log: Log): KeptSessions<Row> {
  const kept = new Map<string, Row>();
  const self = randomUUID();
  let changes = 0;
  let provedAt = Number.NEGATIVE_INFINITY;
  let line: { client: postgres.Sql; timer: NodeJS.Timeout } | null = null;

  function forget(): void {
    changes += 1;
    kept.clear();
  }

  function hear(word: string): void {
    if (word === 'changed') forget();
    const [, sender, sentAt] = /^beat (\S+) (\S+)$/.exec(word) ?? [];
    if (sender === self) provedAt = Number(sentAt);
  }

  function listen(): void {
    // The same options make a second client; its pool stays empty, only its listener connects.
    const client = postgres(database.options as unknown as postgres.Options<{}>);
    const warn = (error: unknown) => log.warn({ err: error }, 'sessions are not kept');
    // Whatever was said before the line was there, or while it was broken, was not heard.
    client.listen(CHANNEL, hear, forget).catch(warn);
    const beat = () => {
      database.notify(CHANNEL, `beat ${self} ${performance.now()}`).catch(warn);
    };
    line = { client, timer: setInterval(beat, BEAT_MS) };
    line.timer.unref();
  }

  return {
    find: async (key, read) => {
      if (!line) listen();
      const isProved = performance.now() - provedAt < PROVED_MS;
      const found = isProved ? kept.get(key) : undefined;
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
    stop: async () => {
      if (!line) return;
      clearInterval(line.timer);
      await line.client.end({ timeout: 0 });
    },
  };
}
