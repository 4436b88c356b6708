import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from './database.ts';

export type CopyValue = string | number | null;
/** A table's columns, each with where its value comes from; names are this code's own, never a user's. */
export type CopyColumns<Row> = Readonly<Record<string, (row: Row) => CopyValue>>;

/**
 * Loads rows with COPY, the fastest way in: constraints and triggers hold as for an insert. Rows may
 * come as a stream; only a chunk of them is in memory.
 */
export async function copyRows<Row>(
  sql: Queryable,
  { table, columns }: { table: string; columns: CopyColumns<Row> },
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const into = await sql.unsafe(`copy ${table} (${names}) from stdin`).writable();
  await pipeline(Readable.from(encodeRows(Object.values(columns), rows)), into);
}

type Encoders<Row> = readonly ((row: Row) => CopyValue)[];

function encodeRows<Row>(
  columns: Encoders<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Iterable<string> | AsyncIterable<string> {
  return Symbol.asyncIterator in rows ? encodeStream(columns, rows) : encodeList(columns, rows);
}

async function* encodeStream<Row>(columns: Encoders<Row>, rows: AsyncIterable<Row>) {
  for await (const row of rows) yield encodeRow(columns, row);
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Rows that are at hand go out in large pieces, and none of them waits for a turn of its own. */
function* encodeList<Row>(columns: Encoders<Row>, rows: Iterable<Row>) {
  let chunk = '';
  for (const row of rows) {
    chunk += encodeRow(columns, row);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function encodeRow<Row>(columns: Encoders<Row>, row: Row): string {
  return `${columns.map((column) => encodeValue(column(row))).join('\t')}\n`;
}

/** COPY's text format: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS */
function encodeValue(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, escape) : value;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escape(character: string): string {
  return escapes[character] ?? character;
}
