import { connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress, Place } from './database-address.ts';

export type OpenSockets = {
  /** The driver's `socket` option: a socket to the wanted server, or one that closes at once. */
  readonly open: () => Promise<Socket>;
  /**
   * Looks for the wanted server and closes the connections to all other servers. Returns false if
   * there is no wanted server.
   */
  readonly settle: () => Promise<boolean>;
  /** Sets whether new connections are refused at once. */
  readonly refuse: (isRefusing: boolean) => void;
};

const ANSWER_WITHIN_MS = 1_500;
/** Time after a search without a result in which calls do not search again. */
const SEARCH_AGAIN_MS = 500;

/**
 * Opens the sockets of all connections to one address. The driver's own choice between several
 * hosts loops forever if none is a primary. For `read-write`, it also accepts a standby, because it
 * checks `default_transaction_read_only`, which is off on a standby.
 */
export function openSocketsTo(
  { places, url }: DatabaseAddress,
  wanted: 'primary' | 'standby' = 'primary',
): OpenSockets {
  const sockets = new Map<Socket, Place>();
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
    sockets.set(socket, place);
    socket.once('close', () => sockets.delete(socket));
    // The driver reads the host name for TLS from the socket.
    return Object.assign(socket, place);
  }

  /** Opens a socket of the pool. When it closes, its server may no longer be the wanted one. */
  function connectPool(place: Place): Socket {
    const socket = connectTo(place);
    socket.once('close', () => {
      if (hasChoice && known === place) known = null;
    });
    return socket;
  }

  async function isWanted(place: Place): Promise<boolean> {
    const client = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'bursar-probe' },
      ...socketOption(() => connectTo(place)),
    });
    const asked = client.unsafe('select pg_is_in_recovery() as recovering').then(
      ([row]) => row?.['recovering'] === (wanted === 'standby'),
      () => false,
    );
    const answer = await Promise.race([asked, wait(ANSWER_WITHIN_MS, false, { ref: false })]);
    void client.end({ timeout: 0 });
    return answer;
  }

  async function findWanted(): Promise<Place | null> {
    search ??= firstWanted(places, { preferred: known, isWanted }).finally(() => {
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
    if (known) return connectPool(known);
    if (performance.now() < searchAgainAt) return closedSocket();
    const isFirst = !hasFound;
    const place = await findWanted();
    // Until a wanted server was found once, connect to the first server, so that its own error is
    // reported.
    if (place || isFirst) return connectPool(place ?? places[0]);
    return closedSocket();
  }

  return {
    open,
    settle: async () => {
      const found = await findWanted();
      for (const [socket, place] of sockets) if (place !== found) socket.destroy();
      return found !== null;
    },
    refuse: (isOn) => {
      isRefusing = isOn;
    },
  };
}

/** The driver has the option `socket`, but its types omit it. */
export function socketOption(open: () => Socket | Promise<Socket>): object {
  return { socket: open };
}

type Search = {
  /**
   * The server that was found before; it stays the result as long as it is still the wanted one.
   */
  readonly preferred: Place | null;
  readonly isWanted: (place: Place) => Promise<boolean>;
};

/**
 * Asks all servers at once. Returns `preferred` if it is still the wanted server, otherwise the
 * first wanted server that answers; null if there is none.
 */
async function firstWanted(
  places: DatabaseAddress['places'],
  { preferred, isWanted }: Search,
): Promise<Place | null> {
  const asked = places.map(async (place) => {
    if (!(await isWanted(place))) throw new Error('not the wanted server');
    return place;
  });
  const none = (): null => null;
  const first = Promise.any(asked).catch(none);
  const wanted = Promise.any(asked.filter((_, at) => places[at] === preferred)).catch(none);
  return (await wanted) ?? first;
}

/**
 * Returns a socket that closes at once. The driver handles it like a lost connection; a rejected
 * socket would stay in its pool.
 */
function closedSocket(): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy());
  return socket;
}
