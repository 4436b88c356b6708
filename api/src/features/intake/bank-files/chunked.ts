/**
 * Maximum number of rows in one statement; writing more at once would hold up all other requests.
 */
const CHUNK_MAX = 500;

/** Cuts rows into parts that each fit in one statement. */
export function* chunked<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK_MAX) yield rows.slice(at, at + CHUNK_MAX);
}
