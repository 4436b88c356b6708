import postgres from 'postgres';

/** Columns come back in camelCase, days as `YYYY-MM-DD`, instants as ISO text, bigint as a number. */
export type Database = postgres.Sql<{ bigint: number; day: string; instant: string }>;
export type Transaction = postgres.TransactionSql<{ bigint: number; day: string; instant: string }>;
/** What a store takes: it never cares whether a transaction was begun around it. */
export type Queryable = Database | Transaction;

export type DatabaseOptions = {
  /** A URL, or where the embedded database listens. */
  readonly target:
    | string
    | { readonly host: string; readonly user: string; readonly database: string };
  readonly maxConnections?: number;
  readonly applicationName?: string;
};

/** Whether a row with that key was there already: another call with the same id has won. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Whether the clash is over the row's own id, whoever used it first. */
export function isTakenId(error: unknown): boolean {
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

export function openDatabase({
  target,
  maxConnections,
  applicationName,
}: DatabaseOptions): Database {
  const options = {
    max: maxConnections ?? 10,
    idle_timeout: 60,
    connect_timeout: 10,
    backoff: pauseBeforeConnecting,
    onnotice: () => undefined,
    connection: {
      application_name: applicationName ?? 'bursar',
      TimeZone: 'UTC',
    },
    transform: { column: { from: postgres.toCamel } },
    types: {
      bigint: { to: INT8, from: [INT8], serialize: String, parse: parseSafeInteger },
      day: { to: DATE, from: [DATE], serialize: String, parse: String },
      instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: String, parse: parseInstant },
    },
  };
  const open = (settings: typeof options) =>
    typeof target === 'string' ? postgres(target, settings) : postgres({ ...settings, ...target });
  const database = open(options);
  const connection = { ...options.connection, plan_cache_mode: 'force_custom_plan' };
  const filtering = open({ ...options, max: Math.ceil(options.max / 2), connection });
  byValues.set(database, filtering);
  beside.set(database, () => {
    const settings = { ...options, max: 1, transform: {}, types: asTheyCome };
    return typeof target === 'string'
      ? postgres(target, settings)
      : postgres({ ...settings, ...target });
  });
  apart.set(database, () => open({ ...options, connection, max: 1 }));
  const end: Database['end'] = async (how) => {
    await Promise.all([endOne(how), filtering.end(how)]);
  };
  const endOne = database.end.bind(database);
  return Object.assign(database, { end });
}

const beside = new WeakMap<Queryable, () => postgres.Sql>();

/** JSON that a library has written already, and everything else as the driver reads it by itself. */
const asTheyCome = {
  json: {
    to: JSON_TYPE,
    from: [JSON_TYPE, JSONB],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
};

/** One more connection, for a library with SQL of its own: columns keep the names they have. */
export function openBeside(database: Database): postgres.Sql {
  const open = beside.get(database);
  if (!open) throw new Error('openDatabase did not open this database.');
  return open();
}

const apart = new WeakMap<Queryable, () => Database>();

/**
 * The rows of one query as they are at one moment, a piece at a time, over a connection of its own: a
 * slow reader keeps no other caller waiting, and one that is silent for two minutes is cut off.
 */
export async function* readAtOneMoment<Row extends object>(
  database: Database,
  queryOf: (sql: Database) => postgres.Fragment,
): AsyncGenerator<readonly Row[]> {
  const open = apart.get(database);
  if (!open) throw new Error('openDatabase did not open this database.');
  const sql = open();
  try {
    await sql.unsafe('begin isolation level repeatable read read only');
    await sql`set local idle_in_transaction_session_timeout = '2min'`;
    // All rows are read, so that a plan for the first few of them would be the wrong one.
    await sql`set local cursor_tuple_fraction = 1`;
    // The driver's own cursor stays within its statement, where the time limit above does not count.
    await sql`declare pieces no scroll cursor for ${queryOf(sql)}`;
    for (;;) {
      const rows = await sql<Row[]>`fetch 1000 from pieces`;
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const byValues = new WeakMap<Queryable, Database>();

/**
 * The same database over connections that plan each statement for its values: docs/decisions/0018.
 * For reads whose filter decides the plan; a transaction stays on the connection it has.
 */
export function plannedByValues(sql: Queryable): Queryable {
  return byValues.get(sql) ?? sql;
}

/** The same for one read of a transaction: what it writes afterwards runs by kept plans again. */
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
 * Joins two large sides once each, however small old statistics say that they are: a tape's rows have
 * none yet, and a plan for a handful compares each row with each loan.
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
 * Before many rows come in: what is kept was planned for the tables as they were, and the check of a
 * foreign key that was planned for twenty loans reads all of ten thousand for each.
 */
export async function forgetPlans(transaction: Transaction): Promise<void> {
  await transaction`discard plans`;
}

/**
 * Every failed connection counts towards all others, so that the driver's own pauses reach twenty
 * seconds at once; a query must not wait that long for a database that is back.
 */
function pauseBeforeConnecting(failures: number): number {
  return Math.min(0.05 * 2 ** failures, 0.5) * (0.5 + Math.random() / 2);
}

/** Money beyond 2^53 could only be shown wrong, so it is an error, never a rounded figure. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond a safe integer`);
  return value;
}

/** PostgreSQL writes `2026-01-02 03:04:05.678+00`; the contracts promise ISO 8601. */
function parseInstant(text: string): string {
  return new Date(text).toISOString();
}
