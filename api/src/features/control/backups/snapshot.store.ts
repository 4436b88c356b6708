import type { Readable } from 'node:stream';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { MIGRATION_LOCK, type AppliedMigration } from '../../../platform/migrate.ts';
import { lockIn } from '../../../platform/postgres/lender-names.ts';
import {
  listBackupTables,
  listSequences,
  quoted,
  type BackupTable,
} from './backup-tables.store.ts';

export type Snapshot = {
  readonly transaction: Transaction;
  readonly tables: readonly BackupTable[];
};

/**
 * Provides one snapshot of all tables. Reads and writes continue, but schema changes wait until the
 * work ends, because a snapshot does not preserve a table's structure.
 */
export async function atOneMoment(
  owner: Database,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  const gate = await closeGate(owner);
  try {
    const tables = await listBackupTables(gate.sql);
    await owner.begin('isolation level repeatable read read only', async (transaction) => {
      // These statements take no snapshot yet, because it must come after the locks.
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

/** Blocks migrations between listing the tables and locking them. */
async function closeGate(owner: Database) {
  const sql = await owner.reserve();
  let isClosed = true;
  await sql`select pg_advisory_lock(${lockIn(sql, MIGRATION_LOCK)})`;
  return {
    sql,
    open: async (): Promise<void> => {
      if (!isClosed) return;
      isClosed = false;
      // A lost connection has released the lock already.
      await sql`select pg_advisory_unlock(${lockIn(sql, MIGRATION_LOCK)})`.catch(() => undefined);
      sql.release();
    },
  };
}

async function lockTables(sql: Queryable, tables: readonly BackupTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).join(', ');
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

/**
 * Reads the sequences. Call it after the snapshot, so that no number in the snapshot is assigned
 * again.
 */
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

/** Yields a table's rows as COPY text in chunks. */
export async function* copyOut(
  { owner, transaction }: { readonly owner: Database; readonly transaction: Transaction },
  { name, columns }: BackupTable,
): AsyncGenerator<Buffer> {
  const statement = `copy ${quoted(name)} (${quoted(...columns)}) to stdout`;
  const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const text: Readable = await transaction.unsafe(statement).readable();
  try {
    yield* text;
  } finally {
    // Without the cancel, an abandoned COPY would delay the transaction's end by the rest of the
    // table.
    if (isAbandoned(text)) await owner`select pg_cancel_backend(${row?.pid ?? 0})`;
  }
}

/**
 * Returns whether the reader left the stream early. Node.js then sets an `AbortError` on the
 * stream, as if it had failed.
 */
function isAbandoned({ readableEnded, errored }: Readable): boolean {
  return !readableEnded && (errored === null || errored.name === 'AbortError');
}
