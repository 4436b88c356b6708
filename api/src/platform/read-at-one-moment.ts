import type postgres from 'postgres';
import { openReadConnection, replicaOf, type Database, type Transaction } from './database.ts';
import type { StreamSnapshot } from './postgres/replica.ts';

const SNAPSHOT = 'isolation level repeatable read read only';

/**
 * Runs several reads on one snapshot. The replica may run them; if it fails, the primary repeats
 * them.
 */
export async function runAtOneMoment<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const found = await replicaOf(database)?.runAtOneMoment(work);
  if (found) return found.result;
  const { result } = await database.begin(SNAPSHOT, async (transaction) => ({
    result: await work(transaction),
  }));
  return result;
}

/**
 * Streams one query's rows in batches from one snapshot, over a separate connection, possibly to a
 * replica. A slow reader blocks no other caller; a reader that is idle for two minutes is
 * disconnected.
 */
export function readAtOneMoment<Row extends object>(
  database: Database,
  queryOf: (sql: Database) => postgres.Fragment,
): AsyncGenerator<readonly Row[]> {
  return readStream(database, {
    // A cursor has one snapshot at any isolation level.
    snapshot: 'of each statement',
    read: (sql) => fetchAll<Row>(sql, queryOf),
  });
}

type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null };

/**
 * Streams a list page by page from one snapshot, like `readAtOneMoment`. Between pages of separate
 * snapshots, a row whose sort value changes would be read twice or not at all.
 */
export function readPagesAtOneMoment<Row>(
  database: Database,
  pageAfter: (sql: Database, after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  return readStream(database, {
    snapshot: 'of the transaction',
    read: async function* pages(sql) {
      let after: string | undefined;
      do {
        // Fails if the connection was lost: the driver would go on with another snapshot.
        await sql.unsafe('savepoint page');
        const page = await pageAfter(sql, after);
        yield page.rows;
        after = page.nextCursor ?? undefined;
      } while (after);
    },
  });
}

type Reading<Row> = {
  readonly snapshot: StreamSnapshot;
  readonly read: (sql: Database) => AsyncGenerator<readonly Row[]>;
};

async function* readStream<Row>(
  database: Database,
  { snapshot, read }: Reading<Row>,
): AsyncGenerator<readonly Row[]> {
  const replica = replicaOf(database);
  const stream = await replica?.openStream(snapshot);
  if (stream) {
    let isEmpty = true;
    try {
      for await (const rows of readPieces(stream, read)) {
        isEmpty = false;
        yield rows;
      }
      return;
    } catch (error) {
      // Once rows were returned, the primary cannot continue, because its snapshot would be later.
      if (!isEmpty || !replica?.isToRepeat(error)) throw error;
    }
  }
  yield* readPieces(openReadConnection(database), read, { begin: `begin ${SNAPSHOT}` });
}

/** Reads in the transaction of the connection, and closes the connection. */
async function* readPieces<Row>(
  sql: Database,
  read: Reading<Row>['read'],
  { begin }: { readonly begin?: string } = {},
): AsyncGenerator<readonly Row[]> {
  try {
    if (begin !== undefined) await sql.unsafe(begin);
    await sql`set local idle_in_transaction_session_timeout = '2min'`;
    yield* read(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function* fetchAll<Row extends object>(
  sql: Database,
  queryOf: (sql: Database) => postgres.Fragment,
): AsyncGenerator<readonly Row[]> {
  // All rows are read, so the planner must not optimise for the first few.
  await sql`set local cursor_tuple_fraction = 1`;
  // The driver's own cursor stays within one statement, so the transaction's time limit would not
  // apply.
  await sql`declare pieces no scroll cursor for ${queryOf(sql)}`;
  for (;;) {
    const rows = await sql<Row[]>`fetch 1000 from pieces`;
    if (rows.length === 0) return;
    yield rows;
  }
}
