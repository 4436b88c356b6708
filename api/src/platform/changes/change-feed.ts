import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { TypingWord } from './announce-change.ts';
import { openChangeListener } from './change-listener.ts';
import {
  readChanges,
  readChangesSince,
  readPosition,
  sendBeat,
  type ChangeRow,
  type Position,
} from './changes.store.ts';

export type ChangeFeed = {
  /** Settles once the feed hears; from then on nothing is missed. */
  readonly position: () => Promise<Position>;
  readonly beat: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Feed = {
  readonly database: Database;
  readonly log: { warn(object: object, text: string): void };
  readonly onChange: (change: ChangeRow) => void;
  readonly onTyping: (word: TypingWord) => void;
  /** More was missed than can be told one by one. */
  readonly onGap: (position: Position) => void;
  /** No word for this long means that the line is dead. */
  readonly silenceMs: number;
};

/** At most this many missed changes are sent after a break. */
export const REPLAY_MAX = 500;

/**
 * Every change of the database, whichever process made it, in the order of commits. Word only
 * rings: after a break, or where reading failed, what was missed is read from the table.
 */
export function followChanges(feed: Feed): ChangeFeed {
  const { database, log, onChange, onTyping, onGap, silenceMs } = feed;
  let position: Position | null = null;
  let isBehind = false;
  let waiting: string[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
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

  async function hear(): Promise<void> {
    const words = waiting;
    waiting = [];
    const wasBehind = isBehind;
    // Before the reading: a line that breaks meanwhile leaves it behind anew.
    isBehind = false;
    if (wasBehind) await catchUp();
    const numbers = words.filter((word) => /^\d+$/.test(word));
    const changes = numbers.length > 0 ? await readChanges(database, numbers) : [];
    for (const change of changes) {
      onChange(change);
      position = change.position;
    }
    for (const word of words.flatMap(readTyping)) onTyping(word);
    // A beat stands behind all that was committed before it, so also behind these.
    position = words.map(readBeat).findLast((beat) => beat !== null) ?? position;
  }

  const hearing = oneAtATime(hear, (error) => {
    isBehind = true;
    log.warn({ err: error }, 'live updates lag behind');
  });
  const onWord = (word: string) => {
    waiting.push(word);
    hearing.again();
  };
  const onListening = () => {
    isBehind = true;
    hearing.again();
  };
  const listener = openChangeListener({ database, log, onWord, onListening }, silenceMs);
  return {
    position: async () => {
      await begun;
      if (!position) throw new Error('the feed hears, but from nowhere');
      return position;
    },
    beat: async () => {
      await listener.check();
      await sendBeat(database);
    },
    close: async () => {
      await listener.close();
      await hearing.done();
    },
  };
}

/** The first word is heard at once; what comes in the moment after is read together. */
const MOMENT_MS = 20;

/** Each run begins a moment after the one before it has ended, whatever was asked for meanwhile. */
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

function readTyping(word: string): TypingWord[] {
  const [, told] = /^typing (.+)$/.exec(word) ?? [];
  // Written by `announceTyping` alone.
  return told === undefined ? [] : [JSON.parse(told) as TypingWord];
}

function readBeat(word: string): Position | null {
  const [, horizon, at] = /^beat (\d+) (.+)$/.exec(word) ?? [];
  return horizon && at ? { horizon, at: new Date(at).toISOString() } : null;
}
