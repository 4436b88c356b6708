import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from './database.ts';

export type CopyValue = string | number | null;
/** Maps a table's columns to their values. Column names come from code, never from a user. */
export type CopyColumns<Row> = Readonly<Record<string, (row: Row) => CopyValue>>;

/**
 * Loads rows with COPY, which is faster than inserts; constraints and triggers apply as for an
 * insert.
 */
export async function copyRows<Row>(
  sql: Queryable,
  { table, columns }: { table: string; columns: CopyColumns<Row> },
  rows: Iterable<Row>,
): Promise<void> {
  const encoded = encodeRows(Object.values(columns), rows);
  await copyText(sql, { table, columns: Object.keys(columns) }, encoded);
}

/** Loads text that is already in COPY's format, in chunks of any size. */
export async function copyText(
  sql: Queryable,
  { table, columns, isFrozen = false }: CopyInto,
  text: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const how = isFrozen ? ' (freeze)' : '';
  const into = await sql
    .unsafe(`copy ${table} (${columns.join(', ')}) from stdin${how}`)
    .writable();
  await pipeline(Readable.from(text), into);
}

type CopyInto = {
  readonly table: string;
  readonly columns: readonly string[];
  /**
   * True if rows are written as already frozen, so that no vacuum is needed. The same transaction
   * must have created or emptied the table.
   */
  readonly isFrozen?: boolean;
};

const CHUNK_CHARACTERS = 64 * 1024;

/** Rows are encoded for this long before other work can run. */
const SLICE_MS = 5;
const ROWS_BETWEEN_CHECKS = 50;

/** Encodes rows into large chunks, so that rows do not wait for one write each. */
async function* encodeRows<Row>(
  columns: readonly ((row: Row) => CopyValue)[],
  rows: Iterable<Row>,
): AsyncGenerator<string> {
  let sliceStartedAt = performance.now();
  let chunk = '';
  let encoded = 0;
  for (const row of rows) {
    chunk += encodeRow(columns.map((column) => column(row)));
    encoded += 1;
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
    if (encoded % ROWS_BETWEEN_CHECKS > 0 || performance.now() - sliceStartedAt < SLICE_MS)
      continue;
    await yieldToEventLoop();
    sliceStartedAt = performance.now();
  }
  if (chunk !== '') yield chunk;
}

export function encodeRow(values: readonly CopyValue[]): string {
  return `${values.map(encodeValue).join('\t')}\n`;
}

/**
 * Encodes a value in COPY's text format:
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
function encodeValue(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (!/[\\\t\n\r]/.test(value)) return value;
  // Replacement strings, not callbacks: a callback per character takes half a gigabyte for a
  // million matches.
  return value
    .replaceAll(/\\/g, '\\\\')
    .replaceAll(/\t/g, '\\t')
    .replaceAll(/\n/g, '\\n')
    .replaceAll(/\r/g, '\\r');
}
