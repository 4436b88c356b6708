import postgres from 'postgres';
import { parseDatabaseAddress } from './postgres/database-address.ts';
import { defaultSchema } from './postgres/lender-names.ts';
import { openSocketsTo, socketOption, type OpenSockets } from './postgres/open-sockets.ts';
import { openReplica, type Replica } from './postgres/replica.ts';
import { routeReads } from './postgres/route-reads.ts';
import { markAsReads, observeStatements } from './postgres/statements.ts';

/**
 * Columns come back in camelCase, days as `YYYY-MM-DD`, instants as ISO text, bigint as a number.
 */
export type Database = postgres.Sql<{ bigint: number; day: string; instant: string }>;
export type Transaction = postgres.TransactionSql<{ bigint: number; day: string; instant: string }>;
/** The parameter type of stores, which work inside or outside a transaction. */
export type Queryable = Database | Transaction;

/** The operator's server, or the socket of the embedded one. */
export type DatabaseTarget =
  | {
      readonly url: string;
      /** The role that every connection switches to when it opens; absent to use the login role. */
      readonly role?: string;
      /** The address for connections that must keep their session, if `url` is a pooler. */
      readonly directUrl?: string;
      /** The address of a standby, or several, that may answer reads. */
      readonly readUrl?: string;
      /** False if the pooler does not support prepared statements. */
      readonly isPrepared?: boolean;
      /** The lender's schema; absent means `public`. */
      readonly schema?: string;
      /** The search path that every connection sets; absent to use the login role's own. */
      readonly searchPath?: string;
    }
  | { readonly host: string; readonly user: string; readonly database: string };

export type DatabaseOptions = {
  readonly target: DatabaseTarget;
  readonly maxConnections?: number;
  readonly applicationName?: string;
};

/**
 * Returns whether the error is a violated unique constraint, for example because another call with
 * this id came first.
 */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Returns whether the error is a primary key that is already in use, whichever caller used it. */
export function isIdConflict(error: unknown): boolean {
  return (
    isDuplicateKey(error) &&
    error instanceof Error &&
    'constraint_name' in error &&
    String(error.constraint_name).endsWith('_pkey')
  );
}

const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8 = 20;
const JSON_TYPE = 114;
const JSONB = 3802;

type DriverOptions = postgres.Options<typeof readTypes>;

export function openDatabase({
  target,
  maxConnections,
  applicationName,
}: DatabaseOptions): Database {
  const isPooled = 'url' in target && target.directUrl !== undefined;
  const options = {
    max: maxConnections ?? 10,
    idle_timeout: 60,
    backoff: pauseBeforeConnecting,
    onnotice: () => undefined,
    connection: {
      application_name: applicationName ?? 'bursar',
      TimeZone: 'UTC',
      ...('role' in target && target.role !== undefined && { role: target.role }),
      ...('searchPath' in target &&
        target.searchPath !== undefined && { search_path: target.searchPath }),
      // JIT compilation of a short query takes seconds. A pooler refuses the setting, so the
      // application's role has it.
      ...(!isPooled && { jit: 'off' }),
    },
    transform: { column: { from: postgres.toCamel } },
    types: readTypes,
  };
  const opened = opener(target);
  const database = opened.open(options);
  observeStatements(database);
  // Unprepared statements are planned for their values without the setting that poolers refuse.
  const planned: DriverOptions = isPooled
    ? { ...options, prepare: false }
    : {
        ...options,
        connection: { ...options.connection, plan_cache_mode: 'force_custom_plan' },
      };
  const filtering = opened.open({ ...planned, max: Math.ceil(options.max / 2) });
  const side = { ...options, max: 1, transform: {} };
  markAsReads(filtering);
  byValues.set(database, filtering);
  const replica = openReplicaOf(target, { planned, openPrimary: () => opened.openUntyped(side) });
  if (replica) replicaReadsOf.set(database, routeReads(filtering, replica));
  connectionsOf.set(database, {
    schema: ('schema' in target ? target.schema : undefined) ?? defaultSchema,
    replica,
    sockets: opened.sockets,
    openSide: () => opened.openUntyped(side),
    openDirect: (changes) => opened.openDirect({ ...side, ...changes }),
    openFiltering: () => opened.open({ ...planned, ...oneTransaction }),
  });
  const end: Database['end'] = async (how) => {
    await Promise.all([endOne(how), filtering.end(how), replica?.end()]);
  };
  const endOne = database.end.bind(database);
  return Object.assign(database, { end });
}

/** Keeps a connection whose transaction waits for a slow reader; the driver would close it. */
const oneTransaction = { max: 1, idle_timeout: 0, max_lifetime: null } as const;

type ReplicaOptions = {
  readonly planned: DriverOptions;
  readonly openPrimary: () => postgres.Sql;
};

function openReplicaOf(target: DatabaseTarget, { planned, openPrimary }: ReplicaOptions) {
  if (!('url' in target) || target.readUrl === undefined) return null;
  const { url, sockets, options } = addressOf(target.readUrl, {
    isPrepared: target.isPrepared ?? true,
    wanted: 'standby',
  });
  const open = (changes: DriverOptions): Database =>
    postgres(url, { ...planned, ...changes, ...options });
  const reads = open({ max: Math.ceil((planned.max ?? 2) / 2) });
  markAsReads(reads);
  return openReplica({
    primary: openPrimary(),
    sockets,
    reads,
    keepsSession: target.directUrl === undefined,
    openStream: () => open(oneTransaction),
    openPulse: () =>
      postgres(url, { ...planned, max: 1, transform: {}, ...options, types: driverDefaults }),
  });
}

const readTypes = {
  bigint: { to: INT8, from: [INT8], serialize: String, parse: parseSafeInteger },
  day: { to: DATE, from: [DATE], serialize: String, parse: String },
  instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: String, parse: parseInstant },
};

/** A server at a network address must answer a new connection within this time. */
const CONNECT_WITHIN_SECONDS = 4;

type UntypedOptions = postgres.Options<{}>;

/** Opens the connections of one target, all through the same sockets. */
function opener(target: DatabaseTarget) {
  if (!('url' in target)) {
    const local = { connect_timeout: 10, ...target };
    const openUntyped = (options: UntypedOptions) =>
      postgres({ ...options, ...local, types: driverDefaults });
    return {
      sockets: null,
      open: (options: DriverOptions): Database => postgres({ ...options, ...local }),
      openUntyped,
      openDirect: openUntyped,
    };
  }
  const pooled = addressOf(target.url, { isPrepared: target.isPrepared ?? true });
  const { directUrl } = target;
  const direct = directUrl === undefined ? pooled : addressOf(directUrl, { isPrepared: true });
  const open = (options: DriverOptions): Database =>
    postgres(pooled.url, { ...options, ...pooled.options });
  return {
    sockets: pooled.sockets,
    open,
    openUntyped: (options: UntypedOptions) =>
      postgres(pooled.url, { ...options, ...pooled.options, types: driverDefaults }),
    openDirect: (options: UntypedOptions) =>
      postgres(direct.url, { ...options, ...direct.options, types: driverDefaults }),
  };
}

type AddressOptions = { readonly isPrepared: boolean; readonly wanted?: 'primary' | 'standby' };

function addressOf(url: string, { isPrepared, wanted = 'primary' }: AddressOptions) {
  const address = parseDatabaseAddress(url);
  // The settings refuse such an address with an explanation, before anything is opened.
  if (!address) throw new Error('The address of the database cannot be read.');
  const sockets = openSocketsTo(address, wanted);
  const options = {
    connect_timeout: CONNECT_WITHIN_SECONDS,
    // Send a statement only after the previous one has ended. A pooler that pools by transaction
    // can then give the connection to another caller, who would receive the answer to a statement
    // description that was sent early.
    ...(!isPrepared && { prepare: false, max_pipeline: 0 }),
    // The driver would try several standbys one after another for ever; instead, each read checks
    // the server itself.
    ...(wanted === 'primary' && { target_session_attrs: 'primary' as const }),
    ...socketOption(sockets.open),
  };
  return { url: address.url, sockets, options };
}

type Connections = {
  readonly schema: string;
  /** Null if no other server answers reads. */
  readonly replica: Replica | null;
  /** Null for the embedded database. */
  readonly sockets: OpenSockets | null;
  readonly openSide: () => postgres.Sql;
  readonly openDirect: (changes: UntypedOptions) => postgres.Sql;
  readonly openFiltering: () => Database;
};

const connectionsOf = new WeakMap<Queryable, Connections>();

function openedBy(database: Database): Connections {
  const connections = connectionsOf.get(database);
  if (!connections) throw new Error('openDatabase did not open this database.');
  return connections;
}

/**
 * Default types of the driver, except that JSON is sent unchanged if the library that uses the
 * connection has already serialised it.
 */
const driverDefaults = {
  json: {
    to: JSON_TYPE,
    from: [JSON_TYPE, JSONB],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
};

/** Opens another connection for a library with its own SQL; column names are not converted. */
export function openSideConnection(database: Database): postgres.Sql {
  return openedBy(database).openSide();
}

/**
 * Opens a connection that preserves its session, for LISTEN and for locks that outlive a
 * transaction. It bypasses a pooler if a direct address is set.
 */
export function openDirectConnection(
  database: Database,
  changes: UntypedOptions = {},
): postgres.Sql {
  return openedBy(database).openDirect(changes);
}

/** Returns the schema of the lender whose database this is. */
export function schemaOf(database: Database): string {
  return openedBy(database).schema;
}

/** Returns the sockets to the operator's server; null for the embedded database. */
export function socketsOf(database: Database): OpenSockets | null {
  return openedBy(database).sockets;
}

/** Returns the replica that answers reads; null if none is configured. */
export function replicaOf(database: Database): Replica | null {
  return openedBy(database).replica;
}

/** Opens one more connection for reads that the planner plans for their values. */
export function openReadConnection(database: Database): Database {
  return openedBy(database).openFiltering();
}

const byValues = new WeakMap<Queryable, Database>();

/**
 * Returns the same database over connections that plan each statement for its values:
 * docs/decisions/0018. Use it for reads whose filter decides the plan; a transaction stays on its
 * connection.
 */
export function plannedByValues(sql: Queryable): Queryable {
  return byValues.get(sql) ?? sql;
}

const replicaReadsOf = new WeakMap<Queryable, Database>();

/**
 * Returns the database for reads that a replica may answer, if one is configured, with all that was
 * committed before the read: docs/decisions/0097. Otherwise the primary plans them for their
 * values. Either way, a read ends when its caller disconnects. A command that reads before it
 * writes uses `plannedByValues`.
 */
export function replicaReads(sql: Queryable): Queryable {
  return replicaReadsOf.get(sql) ?? plannedByValues(sql);
}

/** Plans one read inside a transaction for its values; later statements use cached plans again. */
export async function readByValues<Rows>(
  transaction: Transaction,
  read: () => Promise<Rows>,
): Promise<Rows> {
  await transaction`set local plan_cache_mode = force_custom_plan`;
  const rows = await read();
  await transaction`set local plan_cache_mode = auto`;
  return rows;
}

/**
 * Makes the planner join two large sides with a single scan of each. A new tape's rows have no
 * statistics yet, and a plan for few rows compares each row with each loan.
 */
export async function joinedWhole<Result>(
  transaction: Transaction,
  join: () => Promise<Result>,
): Promise<Result> {
  await transaction`set local enable_nestloop = off`;
  const result = await join();
  await transaction`set local enable_nestloop = on`;
  return result;
}

/**
 * Call before a bulk load: cached plans suit the tables as they were. A foreign-key check planned
 * for twenty loans scans all ten thousand for each row.
 */
export async function forgetPlans(transaction: Transaction): Promise<void> {
  await transaction`discard plans`;
}

/**
 * Call after a bulk load: collects the statistics of tables that have grown by a tenth, so that the
 * first reads after the commit already get plans for the new size.
 */
export async function refreshStatistics(transaction: Transaction): Promise<void> {
  await transaction`select refresh_statistics()`;
}

/**
 * Returns the seconds to pause before the next attempt to connect, at most half a second. The
 * driver's own pauses soon reach twenty seconds, because it counts the failures of all connections
 * together. A query must not wait that long for a database that is available again.
 */
function pauseBeforeConnecting(failures: number): number {
  return Math.min(0.05 * 2 ** failures, 0.5) * (0.5 + Math.random() / 2);
}

/** Parses a bigint. Throws if it is beyond 2^53, because a number would round it. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond a safe integer`);
  return value;
}

/**
 * Converts PostgreSQL's `2026-01-02 03:04:05.678+00` to ISO 8601, which the API contracts promise.
 */
function parseInstant(text: string): string {
  return new Date(text).toISOString();
}

/** Runs writes and rolls them back, to preview the result of a command. */
export function rolledBack<Result>(
  database: Database,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return takeBack((steps) => database.begin(steps), run);
}

/** Runs writes and rolls them back inside a transaction that continues. */
export function rolledBackWithin<Result>(
  transaction: Transaction,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return takeBack((steps) => transaction.savepoint(steps), run);
}

async function takeBack<Result>(
  begin: (steps: (transaction: Transaction) => Promise<never>) => Promise<unknown>,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const isOver = new Error('rolled back on purpose');
  const results: Result[] = [];
  try {
    await begin(async (transaction) => {
      results.push(await run(transaction));
      throw isOver;
    });
  } catch (error) {
    if (error !== isOver) throw error;
  }
  const [result] = results;
  if (result === undefined) throw new Error('a transaction that ended has a result');
  return result;
}
