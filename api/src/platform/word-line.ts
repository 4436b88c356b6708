import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Database } from './database.ts';

const BEAT_MS = 500;
/** Older than this, nothing that was kept is used: the line may be broken without a sign of it. */
const PROVED_MS = 1_000;
/** A line that has shown no sign of life for so long is closed and opened again. */
const SILENT_MS = 5_000;

type Log = { warn(object: object, text: string): void };

type Subject = {
  /** Where the database's triggers send their word at commit. */
  readonly channel: string;
  readonly hear: (word: string) => void;
  /** Words may have been missed. */
  readonly onGap: () => void;
};

export type WordLine = {
  /** The answer says whether all words sent until a second ago have been heard. */
  readonly follow: (subject: Subject) => () => boolean;
  readonly stop: () => Promise<void>;
};

type Followed = Subject & { provedAt: number };

/**
 * Hears the database's word of changes: docs/decisions/0019. Each beat that comes back on a channel
 * proves that all word sent there before it has been heard. The line opens once somebody asks.
 */
export function openWordLine(database: Database, log: Log): WordLine {
  const subjects: Followed[] = [];
  const self = randomUUID();
  let openedAt = 0;
  let line: { client: postgres.Sql; timer: NodeJS.Timeout } | null = null;
  let isWarned = false;

  function hear(subject: Followed, word: string): void {
    const [, sender, sentAt] = /^beat (\S+) (\S+)$/.exec(word) ?? [];
    if (sender === undefined) return subject.hear(word);
    if (sender !== self) return undefined;
    subject.provedAt = Number(sentAt);
    isWarned = false;
    return undefined;
  }

  /** Once an outage, however many beats it swallows. */
  function warn(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'nothing is kept until changes are heard again');
    isWarned = true;
  }

  function open(): postgres.Sql {
    openedAt = performance.now();
    // The same options make a second client; its pool stays empty, only its listener connects.
    const client = postgres(database.options as unknown as postgres.Options<{}>);
    for (const subject of subjects) {
      // Whatever was said before the line was there, or while it was broken, was not heard.
      client.listen(subject.channel, (word) => hear(subject, word), subject.onGap).catch(warn);
    }
    return client;
  }

  function beat(): void {
    const now = performance.now();
    for (const { channel } of subjects) {
      database.notify(channel, `beat ${self} ${now}`).catch(warn);
    }
    const provedAt = Math.min(...subjects.map((subject) => subject.provedAt));
    if (!line || now - Math.max(provedAt, openedAt) < SILENT_MS) return;
    const silent = line.client;
    line = { ...line, client: open() };
    silent.end({ timeout: 0 }).catch(warn);
  }

  function listen(): void {
    line = { client: open(), timer: setInterval(beat, BEAT_MS) };
    line.timer.unref();
  }

  return {
    follow: (subject) => {
      const followed = { ...subject, provedAt: Number.NEGATIVE_INFINITY };
      subjects.push(followed);
      return () => {
        if (!line) listen();
        return performance.now() - followed.provedAt < PROVED_MS;
      };
    },
    stop: async () => {
      if (!line) return;
      clearInterval(line.timer);
      await line.client.end({ timeout: 0 });
    },
  };
}
