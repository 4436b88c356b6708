import type { Readable } from 'node:stream';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { MIGRATION_LOCK, type AppliedMigration } from '../../../platform/migrate.ts';
import {
  listBooksTables,
  listSequences,
  quoted,
  tableName,
  type BooksTable,
} from './books-tables.store.ts';

export type Snapshot = {
  readonly transaction: Transaction;
  readonly tables: readonly BooksTable[];
};

/**
 * One moment of all tables. Others read and write on; whoever would alter a table waits until the
 * work is done, since a snapshot does not keep what a table was.
 */
export async function atOneMoment(
  owner: Database,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  const gate = await closeGate(owner);
  try {
    const tables = await listBooksTables(gate.sql);
    await owner.begin('isolation level repeatable read read only', async (transaction) => {
      // Neither statement takes the snapshot yet: it is to be later than the locks.
      await transaction
        .unsafe(
          'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
        )
        .simple();
      if (tables.length > 0) await lockTables(transaction, tables);
      await transaction`select 'the snapshot is of now'`;
      await gate.open();
      await work({ transaction, tables });
    });
  } finally {
    await gate.open();
  }
}

/** Between the list of tables and their locks no migration may pass. */
async function closeGate(owner: Database) {
  const sql = await owner.reserve();
  let isClosed = true;
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  return {
    sql,
    open: async (): Promise<void> => {
      if (!isClosed) return;
      isClosed = false;
      // Where its connection is lost, the lock is gone with it.
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined);
      sql.release();
    },
  };
}

async function lockTables(sql: Queryable, tables: readonly BooksTable[]): Promise<void> {
  const names = tables.map(({ name }) => tableName(name)).join(', ');
  await sql.unsafe(`lock table ${names} in access share mode`).simple();
}

export async function readMoment(
  sql: Queryable,
): Promise<{ takenAt: string; postgres: number; migrations: AppliedMigration[] }> {
  const [row] = await sql<{ takenAt: string; postgres: number }[]>`
    select now() as taken_at, current_setting('server_version_num')::int / 10000 as postgres`;
  if (!row) throw new Error('a select without a table answers one row');
  const migrations = await sql<AppliedMigration[]>`
    select name, checksum from schema_migrations order by name`;
  return { ...row, migrations: migrations.map(({ name, checksum }) => ({ name, checksum })) };
}

/** Read after the snapshot was taken, so that no number of it is ever given out again. */
export async function readSequences(
  sql: Queryable,
): Promise<{ name: string; lastValue: string; isCalled: boolean }[]> {
  const read = [];
  for (const name of await listSequences(sql)) {
    const rows = await sql<{ lastValue: string; isCalled: boolean }[]>`
      select last_value::text, is_called from ${sql(name)}`;
    for (const { lastValue, isCalled } of rows) read.push({ name, lastValue, isCalled });
  }
  return read;
}

/** A table's rows as COPY writes them, in pieces as they come. */
export async function* copyOut(
  { owner, transaction }: { readonly owner: Database; readonly transaction: Transaction },
  { name, columns }: BooksTable,
): AsyncGenerator<Buffer> {
  const statement = `copy ${tableName(name)} (${quoted(...columns)}) to stdout`;
  const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const text: Readable = await transaction.unsafe(statement).readable();
  try {
    yield* text;
  } finally {
    // Given up half-way, the rest of a large table would stand before the transaction's end.
    if (!text.readableEnded && !text.errored)
      await owner`select pg_cancel_backend(${row?.pid ?? 0})`;
  }
}
