import { connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress, Place } from './database-address.ts';

/** What a server answers when it is asked for its role. */
export type ServerState = 'primary' | 'standby' | 'silent';

export type OpenSockets = {
  /** The driver's `socket` option: a socket to the primary, or one that closes at once. */
  readonly open: () => Promise<Socket>;
  /** Looks for the primary and remembers it; null if no server says that it is one. */
  readonly findPrimary: () => Promise<Place | null>;
  readonly ask: (place: Place) => Promise<ServerState>;
  /** The server that new connections use. */
  readonly current: () => Place;
  /** Refuses new connections at once while there is no primary. */
  readonly refuse: (isRefusing: boolean) => void;
  /** Ends every connection, because its server no longer answers. */
  readonly endAll: () => void;
};

const ANSWER_WITHIN_MS = 1_500;
/** A search that found nothing is not repeated for each waiting call. */
const SEARCH_AGAIN_MS = 500;

/**
 * Opens the sockets of all connections to one address. The driver's own choice between several
 * hosts goes round for ever when none is a primary, and takes a standby for one, because it asks
 * for `default_transaction_read_only`, which is off there.
 */
export function openSocketsTo({ places, url }: DatabaseAddress): OpenSockets {
  const sockets = new Set<Socket>();
  const hasChoice = places.length > 1;
  let known: Place | null = hasChoice ? null : places[0];
  let search: Promise<Place | null> | null = null;
  let searchAgainAt = 0;
  let hasFound = false;
  let isRefusing = false;

  function connectTo(place: Place): Socket {
    const isFolder = place.host.startsWith('/');
    const socket = isFolder
      ? connect({ path: `${place.host}/.s.PGSQL.${place.port}` })
      : connect({ host: place.host, port: place.port });
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      // The server may no longer be the primary.
      if (hasChoice && known === place) known = null;
    });
    // The driver reads the name for TLS here.
    return Object.assign(socket, place);
  }

  async function ask(place: Place): Promise<ServerState> {
    const client = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'bursar-probe' },
      ...socketOption(() => connectTo(place)),
    });
    const asked = client.unsafe('select pg_is_in_recovery() as recovering').then(
      ([row]): ServerState => (row?.['recovering'] === true ? 'standby' : 'primary'),
      (): ServerState => 'silent',
    );
    const tooLate = wait<ServerState>(ANSWER_WITHIN_MS, 'silent', { ref: false });
    const state = await Promise.race([asked, tooLate]);
    void client.end({ timeout: 0 });
    return state;
  }

  async function findPrimary(): Promise<Place | null> {
    search ??= firstPrimary(places, ask).finally(() => {
      search = null;
    });
    const found = await search;
    hasFound ||= found !== null;
    if (found) known = found;
    else searchAgainAt = performance.now() + SEARCH_AGAIN_MS;
    return found;
  }

  async function open(): Promise<Socket> {
    if (isRefusing) return closedSocket();
    if (known) return connectTo(known);
    if (performance.now() < searchAgainAt) return closedSocket();
    const isFirst = !hasFound;
    const place = await findPrimary();
    // At first, one server is tried without being a primary, so that its own error is reported.
    if (place || isFirst) return connectTo(place ?? places[0]);
    return closedSocket();
  }

  return {
    open,
    findPrimary,
    ask,
    current: () => known ?? places[0],
    refuse: (isOn) => {
      isRefusing = isOn;
    },
    endAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The driver has the option `socket`, but its types omit it. */
export function socketOption(open: () => Socket | Promise<Socket>): object {
  return { socket: open };
}

/** Asks all servers at once and returns the first that is a primary. */
async function firstPrimary(
  places: DatabaseAddress['places'],
  ask: OpenSockets['ask'],
): Promise<Place | null> {
  const asked = places.map(async (place) => {
    if ((await ask(place)) !== 'primary') throw new Error('not a primary');
    return place;
  });
  return Promise.any(asked).catch(() => null);
}

/** The driver handles a closed socket like a lost one; one that is refused would stay in its pool. */
function closedSocket(): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy());
  return socket;
}
