import type postgres from 'postgres';
import { openReadConnection, replicaOf, type Database, type Transaction } from './database.ts';

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
export async function* readAtOneMoment<Row extends object>(
  database: Database,
  queryOf: (sql: Database) => postgres.Fragment,
): AsyncGenerator<readonly Row[]> {
  const replica = replicaOf(database);
  const stream = await replica?.openStream();
  if (stream) {
    let isEmpty = true;
    try {
      for await (const rows of readPieces<Row>(stream, queryOf)) {
        isEmpty = false;
        yield rows;
      }
      return;
    } catch (error) {
      // Once rows were returned, the primary cannot continue, because its snapshot would be later.
      if (!isEmpty || !replica?.isToRepeat(error)) throw error;
    }
  }
  yield* readPieces<Row>(openReadConnection(database), queryOf, {
    begin: `begin ${SNAPSHOT}`,
  });
}

/** Reads a cursor, which has one snapshot at any isolation level, and closes the connection. */
async function* readPieces<Row extends object>(
  sql: Database,
  queryOf: (sql: Database) => postgres.Fragment,
  { begin }: { readonly begin?: string } = {},
): AsyncGenerator<readonly Row[]> {
  try {
    if (begin !== undefined) await sql.unsafe(begin);
    await sql`set local idle_in_transaction_session_timeout = '2min'`;
    // All rows are read, so the planner must not optimise for the first few.
    await sql`set local cursor_tuple_fraction = 1`;
    // The driver's own cursor stays within one statement, so the time limit above would not apply.
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
