/** Rows in one statement; more of them at once hold up all other requests while they are written. */
const CHUNK_MAX = 500;

/** Cuts rows into the parts that one statement sends. */
export function* chunked<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK_MAX) yield rows.slice(at, at + CHUNK_MAX);
}
