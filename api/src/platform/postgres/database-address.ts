/** A server's host and port. A host that starts with `/` is the folder of a Unix socket. */
export type Place = { readonly host: string; readonly port: number };

/** The parsed address of a database, with every server that the address lists. */
export type DatabaseAddress = {
  readonly places: readonly [Place, ...Place[]];
  /**
   * The address for the driver. Its host is a placeholder, because the sockets choose the server.
   */
  readonly url: string;
};

const DEFAULT_PORT = 5432;

/**
 * Reads an address in libpq's forms: several hosts with ports, and `host`, `port`, `user`,
 * `password` and `dbname` as parameters. Returns null for anything else. Source: the section
 * "Connection URIs" of PostgreSQL's manual.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | null {
  const parts = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (!parts) return null;
  const [, authority = '', path = '', query = ''] = parts;
  // In libpq a plus is itself; `URLSearchParams` would read it as a space.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const take = (name: string): string | null => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  const afterLogin = authority.lastIndexOf('@') + 1;
  const places = readPlaces(take('host') ?? authority.slice(afterLogin), take('port'));
  const [user, password] = readLogin(authority.slice(0, Math.max(0, afterLogin - 1)));
  const login = [take('user') ?? user, take('password') ?? password];
  const database = take('dbname') ?? decode(path);
  if (!places || login.includes(null) || database === null) return null;
  // Removed because the driver accepts a standby for `read-write`: see open-sockets.ts.
  parameters.delete('target_session_attrs');
  const [name, secret] = login.map((part) => encodeURIComponent(part ?? ''));
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const credentials = name === '' ? '' : `${name}${secret === '' ? '' : `:${secret}`}@`;
  const url = `postgres://${credentials}localhost/${encodeURIComponent(database)}${rest}`;
  return { places, url };
}

function readPlaces(hosts: string, ports: string | null): DatabaseAddress['places'] | null {
  const listed = ports?.split(',') ?? [];
  const each = hosts.split(',').map((part, at, all) => {
    // One port in the parameters is the port of every host.
    const given = listed[listed.length === 1 ? 0 : at];
    if (listed.length > 1 && listed.length !== all.length) return null;
    return readPlace(part, given);
  });
  const [first, ...others] = each.filter((place) => place !== null);
  return first && others.length === each.length - 1 ? [first, ...others] : null;
}

function readPlace(part: string, givenPort: string | undefined): Place | null {
  const [, v6, name, ownPort] = /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:]*))(?::(\d*))?$/.exec(part) ?? [];
  const host = v6 ?? (name === undefined ? null : decode(name));
  if (host === null) return null;
  const text = [givenPort, ownPort].find((port) => port !== undefined && port !== '');
  const port = text === undefined ? DEFAULT_PORT : Number(text);
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  return isPort ? { host: host === '' ? 'localhost' : host, port } : null;
}

function readLogin(text: string): readonly [string | null, string | null] {
  const colon = text.indexOf(':');
  return colon === -1
    ? [decode(text), '']
    : [decode(text.slice(0, colon)), decode(text.slice(colon + 1))];
}

/** Decodes percent-encoded text; returns null if a code is broken. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
