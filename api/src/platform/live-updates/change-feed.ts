import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { TypingNotice } from './announce-change.ts';
import { openChangeListener } from './change-listener.ts';
import {
  readChanges,
  readChangesSince,
  readPosition,
  sendBeat,
  type ChangeRow,
  type Position,
} from './live-updates.store.ts';

export type ChangeFeed = {
  /** Resolves with the current position once the feed listens; no change is missed after that. */
  readonly position: () => Promise<Position>;
  readonly beat: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Feed = {
  readonly database: Database;
  readonly log: { warn(object: object, text: string): void };
  readonly onChange: (change: ChangeRow) => void;
  readonly onTyping: (payload: TypingNotice) => void;
  /** Called when the missed changes are too many, or too old, to be read from the table. */
  readonly onGap: (position: Position) => void;
  /** The connection counts as dead after this much silence. */
  readonly silenceMs: number;
};

/** Maximum number of missed changes that are replayed after a break. */
export const REPLAY_MAX = 500;

/**
 * Follows the changes in the database, from any process. Notifications only trigger a read: after a
 * break or a failed read, missed changes are read from the table, or `onGap` is called if they are
 * too many or too old.
 */
export function followChanges(feed: Feed): ChangeFeed {
  const { database, log, onChange, onTyping, onGap, silenceMs } = feed;
  let position: Position | null = null;
  let isBehind = false;
  let waiting: string[] = [];
  let begin = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });

  async function catchUp(): Promise<void> {
    if (!position) {
      position = await readPosition(database);
      begin();
      return;
    }
    const now = await readPosition(database);
    const missed = await readChangesSince(database, position, REPLAY_MAX);
    for (const change of missed ?? []) onChange(change);
    position = now;
    if (!missed) onGap(position);
  }

  async function readWaiting(): Promise<void> {
    const payloads = waiting;
    waiting = [];
    const wasBehind = isBehind;
    // Reset before reading, because the connection can break again during the read.
    isBehind = false;
    if (wasBehind) await catchUp();
    const numbers = payloads.filter((payload) => /^\d+$/.test(payload));
    const changes = numbers.length > 0 ? await readChanges(database, numbers) : [];
    for (const change of changes) {
      onChange(change);
      position = change.position;
    }
    for (const payload of payloads.flatMap(readTyping)) onTyping(payload);
    // A heartbeat arrives after everything committed before it, so its position covers these
    // changes too.
    position = payloads.map(readBeat).findLast((beat) => beat !== null) ?? position;
  }

  const reading = oneAtATime(readWaiting, (error) => {
    isBehind = true;
    log.warn({ err: error }, 'live updates lag behind');
  });
  const onPayload = (payload: string) => {
    waiting.push(payload);
    reading.again();
  };
  const onListening = () => {
    isBehind = true;
    reading.again();
  };
  const listener = openChangeListener({ database, log, onPayload, onListening }, silenceMs);
  return {
    position: async () => {
      await started;
      if (!position) throw new Error('the feed hears, but from nowhere');
      return position;
    },
    beat: async () => {
      await listener.check();
      await sendBeat(database);
    },
    close: async () => {
      await listener.close();
      await reading.done();
    },
  };
}

/** The first notification is read at once; those within the next moment are read together. */
const MOMENT_MS = 20;

/**
 * Returns a runner that runs `run` on request, never twice at once and with a pause of at least
 * `MOMENT_MS` between runs. Requests made before a run starts share that run.
 */
function oneAtATime(run: () => Promise<void>, onFailure: (error: unknown) => void) {
  let last: Promise<void> = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;
  let isAsked = false;
  const runNext = async () => {
    const pause = endedAt + MOMENT_MS - performance.now();
    if (pause > 0) await wait(pause);
    isAsked = false;
    await run().catch(onFailure);
    endedAt = performance.now();
  };
  return {
    again: () => {
      if (isAsked) return;
      isAsked = true;
      last = last.then(runNext);
    },
    done: () => last,
  };
}

function readTyping(payload: string): TypingNotice[] {
  const [, typing] = /^typing (.+)$/.exec(payload) ?? [];
  // Only `announceTyping` writes this payload.
  return typing === undefined ? [] : [JSON.parse(typing) as TypingNotice];
}

function readBeat(payload: string): Position | null {
  const [, horizon, at] = /^beat (\d+) (.+)$/.exec(payload) ?? [];
  return horizon && at ? { horizon, at: new Date(at).toISOString() } : null;
}
