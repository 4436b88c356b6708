import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Queryable } from './database.ts';

/** A column of a row, with its PostgreSQL type; the values are never null. */
export type BinaryColumn<Row> =
  | { readonly type: 'uuid' | 'date'; readonly of: (row: Row) => string }
  | { readonly type: 'smallint' | 'bigint'; readonly of: (row: Row) => number };

export type BinaryColumns<Row> = Readonly<Record<string, BinaryColumn<Row>>>;

/**
 * Loads rows with COPY in its binary format, so that PostgreSQL need not parse text. Declaring the
 * types is worthwhile only for tables of millions of rows; others use `copyRows`.
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
export async function copyBinaryRows<Row>(
  sql: Queryable,
  { table, columns }: { readonly table: string; readonly columns: BinaryColumns<Row> },
  rows: Iterable<Row>,
): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const into = await sql.unsafe(`copy ${table} (${names}) from stdin (format binary)`).writable();
  // Once a chunk has been written, its memory can hold the next one.
  const isWritten = () => into.writableLength === 0;
  await pipeline(encodeRows(Object.values(columns), rows, isWritten), into);
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** No flags and no header extension follow the signature. */
const HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 64 * 1024;
/** Rows are encoded for this long before other work can run. */
const SLICE_MS = 5;

async function* encodeRows<Row>(
  columns: readonly BinaryColumn<Row>[],
  rows: Iterable<Row>,
  isWritten: () => boolean,
): AsyncGenerator<Buffer> {
  const writers = columns.map(writerOf);
  const rowBytes = 2 + writers.reduce((bytes, { length }) => bytes + 4 + length, 0);
  const rowsInChunk = Math.max(1, Math.floor(CHUNK_BYTES / rowBytes));
  yield HEADER;
  let sliceStartedAt = performance.now();
  let chunk = Buffer.allocUnsafe(rowsInChunk * rowBytes);
  let at = 0;
  for (const row of rows) {
    chunk.writeInt16BE(writers.length, at);
    at += 2;
    for (const { length, write } of writers) {
      chunk.writeInt32BE(length, at);
      write(chunk, at + 4, row);
      at += 4 + length;
    }
    if (at < chunk.length) continue;
    yield chunk;
    if (!isWritten()) chunk = Buffer.allocUnsafe(rowsInChunk * rowBytes);
    at = 0;
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await yieldToEventLoop();
    sliceStartedAt = performance.now();
  }
  yield chunk.subarray(0, at);
  yield TRAILER;
}

type Writer<Row> = {
  readonly length: number;
  readonly write: (into: Buffer, at: number, row: Row) => void;
};

function writerOf<Row>(column: BinaryColumn<Row>): Writer<Row> {
  switch (column.type) {
    case 'uuid': {
      const bytesOf = rememberLast((id: string) => Buffer.from(id.replaceAll('-', ''), 'hex'));
      const write: Writer<Row>['write'] = (into, at, row) => bytesOf(column.of(row)).copy(into, at);
      return { length: 16, write };
    }
    case 'date':
      return {
        length: 4,
        write: (into, at, row) => into.writeInt32BE(dayNumber(column.of(row)), at),
      };
    case 'smallint':
      return { length: 2, write: (into, at, row) => into.writeInt16BE(column.of(row), at) };
    case 'bigint':
      return { length: 8, write: (into, at, row) => writeBigint(into, at, column.of(row)) };
  }
}

/**
 * Returns a function that remembers its last result. The rows of one loan follow each other, so the
 * id of a loan is decoded only once.
 */
function rememberLast<Value>(make: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: make(text) };
    return last.value;
  };
}

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(2000, 0, 1);

/** Returns the days since 2000-01-01, as PostgreSQL counts them. */
function dayNumber(day: string): number {
  return (Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8, 10)) - EPOCH) / DAY_MS;
}

const HALF = 2 ** 32;

/**
 * Writes a safe integer as two 32-bit halves, because `writeBigInt64BE` would need a BigInt for
 * each value.
 */
function writeBigint(into: Buffer, at: number, value: number): void {
  const high = Math.floor(value / HALF);
  into.writeInt32BE(high, at);
  into.writeUInt32BE(value - high * HALF, at + 4);
}
