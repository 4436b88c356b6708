import { openDirectConnection, schemaOf, type Database } from '../database.ts';
import { nameFor } from '../postgres/lender-names.ts';
import { CHANGES_CHANNEL } from './announce-change.ts';

type Log = { warn(object: object, text: string): void };

type Listener = {
  readonly database: Database;
  readonly log: Log;
  readonly onPayload: (payload: string) => void;
  /** Called each time a connection begins to listen; earlier notifications may have been missed. */
  readonly onListening: () => void;
};

const AGAIN_MS = 250;

/**
 * Maintains one connection that only listens, and reopens it when it breaks. A connection that is
 * silent for longer than `silenceMs` is dropped too, because TCP may not report that it is dead.
 */
export function openChangeListener(listener: Listener, silenceMs: number) {
  let lastSignalAt = Date.now();
  const noteSignal = (): void => {
    lastSignalAt = Date.now();
  };
  let line = openLine(listener, noteSignal);
  return {
    /** Reopens the connection if it is silent; called at every heartbeat. */
    check: async () => {
      if (Date.now() - lastSignalAt < silenceMs) return;
      const silent = line;
      noteSignal();
      line = openLine(listener, noteSignal);
      await silent.close();
    },
    close: () => line.close(),
  };
}

function openLine({ database, log, onPayload, onListening }: Listener, noteSignal: () => void) {
  let isClosed = false;
  let isBroken = false;
  let isListening = false;
  let again: NodeJS.Timeout | undefined;
  const options = {
    idle_timeout: undefined,
    max_lifetime: null,
    fetch_types: false,
    // The driver also calls this for each connection that it could not open.
    onclose: () => {
      clearTimeout(again);
      isListening = false;
      if (!isClosed) again = setTimeout(() => void listen(), AGAIN_MS);
    },
    // The driver has this option, but its types omit it.
    onnotify: (_channel: string, payload: string) => {
      if (isClosed) return;
      noteSignal();
      // A notification can arrive before the answer to `listen`; earlier changes must still be
      // caught up.
      begin();
      onPayload(payload);
    },
  };
  const client = openDirectConnection(database, options);

  function begin(): void {
    if (isClosed || isListening) return;
    isListening = true;
    onListening();
  }

  async function listen(): Promise<void> {
    try {
      await client`listen ${client(nameFor(schemaOf(database), CHANGES_CHANNEL))}`;
      isBroken = false;
      noteSignal();
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
