import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from './database.ts';

export type CopyValue = string | number | null;
/** A table's columns, each with where its value comes from; names are this code's own, never a user's. */
export type CopyColumns<Row> = Readonly<Record<string, (row: Row) => CopyValue>>;

/** Loads rows with COPY, the fastest way in: constraints and triggers hold as for an insert. */
export async function copyRows<Row>(
  sql: Queryable,
  { table, columns }: { table: string; columns: CopyColumns<Row> },
  rows: Iterable<Row>,
): Promise<void> {
  const encoded = encodeRows(Object.values(columns), rows);
  await copyText(sql, { table, columns: Object.keys(columns) }, encoded);
}

/** The same for rows in COPY's text format already, in pieces of whatever size as they come. */
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
  /** Rows are old from the first, for a table that the same transaction has emptied: no vacuum follows. */
  readonly isFrozen?: boolean;
};

const CHUNK_CHARACTERS = 64 * 1024;

/** Rows go out in large pieces, and none of them waits for a turn of its own. */
function* encodeRows<Row>(columns: readonly ((row: Row) => CopyValue)[], rows: Iterable<Row>) {
  let chunk = '';
  for (const row of rows) {
    chunk += encodeRow(columns.map((column) => column(row)));
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** One row's values in the order of its columns. */
export function encodeRow(values: readonly CopyValue[]): string {
  return `${values.map(encodeValue).join('\t')}\n`;
}

/** COPY's text format: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS */
function encodeValue(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (!/[\\\t\n\r]/.test(value)) return value;
  // Texts for texts: a function asked for each of a million marks takes half a gigabyte.
  return value
    .replaceAll(/\\/g, '\\\\')
    .replaceAll(/\t/g, '\\t')
    .replaceAll(/\n/g, '\\n')
    .replaceAll(/\r/g, '\\r');
}
