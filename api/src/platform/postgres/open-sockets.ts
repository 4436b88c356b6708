import { connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress, Place } from './database-address.ts';

export type OpenSockets = {
  /** The driver's `socket` option: a socket to the primary, or one that closes at once. */
  readonly open: () => Promise<Socket>;
  /** Looks for the primary and ends the connections to every other server. False if none is. */
  readonly settle: () => Promise<boolean>;
  /** Refuses new connections at once while there is no primary. */
  readonly refuse: (isRefusing: boolean) => void;
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
    // The driver reads the name for TLS here.
    return Object.assign(socket, place);
  }

  /** Opens a socket of the pool. When it closes, its server may no longer be the primary. */
  function connectPool(place: Place): Socket {
    const socket = connectTo(place);
    socket.once('close', () => {
      if (hasChoice && known === place) known = null;
    });
    return socket;
  }

  async function isPrimary(place: Place): Promise<boolean> {
    const client = postgres(url, {
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'bursar-probe' },
      ...socketOption(() => connectTo(place)),
    });
    const asked = client.unsafe('select pg_is_in_recovery() as recovering').then(
      ([row]) => row?.['recovering'] === false,
      () => false,
    );
    const answer = await Promise.race([asked, wait(ANSWER_WITHIN_MS, false, { ref: false })]);
    void client.end({ timeout: 0 });
    return answer;
  }

  async function findPrimary(): Promise<Place | null> {
    search ??= firstPrimary(places, { preferred: known, isPrimary }).finally(() => {
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
    const place = await findPrimary();
    // At first, one server is tried without being a primary, so that its own error is reported.
    if (place || isFirst) return connectPool(place ?? places[0]);
    return closedSocket();
  }

  return {
    open,
    settle: async () => {
      const primary = await findPrimary();
      for (const [socket, place] of sockets) if (place !== primary) socket.destroy();
      return primary !== null;
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
  /** Stays the primary as long as it says that it is one. */
  readonly preferred: Place | null;
  readonly isPrimary: (place: Place) => Promise<boolean>;
};

/** Asks all servers at once and returns the first that is a primary. */
async function firstPrimary(
  places: DatabaseAddress['places'],
  { preferred, isPrimary }: Search,
): Promise<Place | null> {
  const asked = places.map(async (place) => {
    if (!(await isPrimary(place))) throw new Error('not a primary');
    return place;
  });
  const none = (): null => null;
  const first = Promise.any(asked).catch(none);
  const wanted = Promise.any(asked.filter((_, at) => places[at] === preferred)).catch(none);
  return (await wanted) ?? first;
}

/** The driver handles a closed socket like a lost one; one that is refused would stay in its pool. */
function closedSocket(): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy());
  return socket;
}
