import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Database } from './database.ts';

/** Where the database's triggers tell that something about a session has changed. */
const CHANNEL = 'bursar_sessions';
const BEAT_MS = 500;
/** Older than this, nothing is kept: the line may be broken without a sign of it. */
const PROVED_MS = 1_000;
/** A line that proves nothing for so long is given up and opened anew. */
const SILENT_MS = 5_000;
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
  let openedAt = 0;
  let line: { client: postgres.Sql; timer: NodeJS.Timeout } | null = null;
  let isWarned = false;

  function forget(): void {
    changes += 1;
    kept.clear();
  }

  function hear(word: string): void {
    if (word === 'changed') forget();
    const [, sender, sentAt] = /^beat (\S+) (\S+)$/.exec(word) ?? [];
    if (sender !== self) return;
    provedAt = Number(sentAt);
    isWarned = false;
  }

  /** Once an outage, however many beats it swallows. */
  function warn(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'sessions are not kept');
    isWarned = true;
  }

  function open(): postgres.Sql {
    openedAt = performance.now();
    // The same options make a second client; its pool stays empty, only its listener connects.
    const client = postgres(database.options as unknown as postgres.Options<{}>);
    // Whatever was said before the line was there, or while it was broken, was not heard.
    client.listen(CHANNEL, hear, forget).catch(warn);
    return client;
  }

  function beat(): void {
    database.notify(CHANNEL, `beat ${self} ${performance.now()}`).catch(warn);
    if (!line || performance.now() - Math.max(provedAt, openedAt) < SILENT_MS) return;
    const silent = line.client;
    line = { ...line, client: open() };
    silent.end({ timeout: 0 }).catch(warn);
  }

  function listen(): void {
    line = { client: open(), timer: setInterval(beat, BEAT_MS) };
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
