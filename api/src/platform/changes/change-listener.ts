import postgres from 'postgres';
import type { Database } from '../database.ts';
import { CHANGES_CHANNEL } from './announce-change.ts';

type Log = { warn(object: object, text: string): void };

type Listener = {
  readonly database: Database;
  readonly log: Log;
  readonly onWord: (word: string) => void;
  /** The line is there, for the first time or again: what was said meanwhile was not heard. */
  readonly onListening: () => void;
};

/**
 * One connection that does nothing but listen. The driver restores it when it breaks, once; a line
 * that stays silent longer than a beat may take is given up and opened anew, until that works.
 */
export function openChangeListener(
  { database, log, onWord, onListening }: Listener,
  silenceMs: number,
) {
  let line = open();
  let heardAt = Date.now();

  function open() {
    // The same options make a second client; its pool stays empty, only its listener connects.
    const client = postgres(database.options as unknown as postgres.Options<{}>);
    const heard = (word: string) => {
      if (client !== line) return;
      heardAt = Date.now();
      onWord(word);
    };
    client.listen(CHANGES_CHANNEL, heard, onListening).catch((error: unknown) => {
      log.warn({ err: error }, 'live updates wait for the database');
    });
    return client;
  }

  return {
    /** Called at every beat. */
    check: async () => {
      if (Date.now() - heardAt < silenceMs) return;
      const silent = line;
      heardAt = Date.now();
      line = open();
      await silent.end({ timeout: 0 });
    },
    close: () => line.end({ timeout: 0 }),
  };
}
