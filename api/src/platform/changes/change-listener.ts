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

const AGAIN_MS = 250;

/**
 * One connection that does nothing but listen, and is opened anew as often as it breaks. A line
 * that stays silent longer than a beat may take is given up too: nobody told that it is dead.
 */
export function openChangeListener(listener: Listener, silenceMs: number) {
  let heardAt = Date.now();
  const heard = (): void => {
    heardAt = Date.now();
  };
  let line = openLine(listener, heard);
  return {
    /** Called at every beat. */
    check: async () => {
      if (Date.now() - heardAt < silenceMs) return;
      const silent = line;
      heard();
      line = openLine(listener, heard);
      await silent.close();
    },
    close: () => line.close(),
  };
}

function openLine({ database, log, onWord, onListening }: Listener, heard: () => void) {
  let isClosed = false;
  let isBroken = false;
  let isHeard = false;
  let again: NodeJS.Timeout | undefined;
  const options = {
    // Read once already, in the driver's own form, which is wider than the one it takes.
    ...(database.options as unknown as postgres.Options<{}>),
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    fetch_types: false,
    // Also called for each connection that could not be opened.
    onclose: () => {
      clearTimeout(again);
      isHeard = false;
      if (!isClosed) again = setTimeout(() => void listen(), AGAIN_MS);
    },
    // An option that the driver has and its types leave out.
    onnotify: (_channel: string, word: string) => {
      if (isClosed) return;
      heard();
      // It may come before the answer to `listen`, and must not hide what was said before it.
      begin();
      onWord(word);
    },
  };
  const client = postgres(options);

  function begin(): void {
    if (isClosed || isHeard) return;
    isHeard = true;
    onListening();
  }

  async function listen(): Promise<void> {
    try {
      await client`listen ${client(CHANGES_CHANNEL)}`;
      isBroken = false;
      heard();
      begin();
    } catch (error) {
      if (!isClosed && !isBroken) log.warn({ err: error }, 'live updates wait for the database');
      isBroken = true;
    }
  }

  void listen();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(again);
      await client.end({ timeout: 0 });
    },
  };
}
