import { UnreadableTape } from '../../../../platform/table-files/findings.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { isKnownHeader, recallColumns, type RememberedColumns } from './recognise-columns.ts';
import { isComment } from './template.ts';

/** Titles and notes above a table are rarely longer. */
const ROWS_ABOVE_MAX = 30;
const HEADER_CELLS_MIN = 3;

export type TableOfTape = {
  /** The rows from the header on. */
  readonly source: TapeRows;
  readonly headerRow: number | null;
  /** The rows above the header that are not read as loans, such as a title. */
  readonly above: readonly TapeRow[];
};

/**
 * Finds the header of a tape: the first row with the headings of a known layout or of an earlier
 * tape, else the first row with at least three cells. A title or a note above a table is narrower.
 */
export async function findTable(
  source: TapeRows,
  remembered: readonly RememberedColumns[],
): Promise<TableOfTape> {
  const first = await readFirstRows(source);
  const known = first.find((row) => isKnownHeader(row) || recallColumns(row, remembered) !== null);
  const header = known ?? first.find((row) => widthOf(row) >= narrowest(first));
  if (!header) return { source, headerRow: null, above: [] };
  const above = first.slice(0, first.indexOf(header));
  const rows = above.length === 0 ? source.rows : rowsFrom(source, header.number);
  return { source: { ...source, rows }, headerRow: header.number, above };
}

async function readFirstRows({ rows }: TapeRows): Promise<readonly TapeRow[]> {
  const first: TapeRow[] = [];
  try {
    for await (const row of rows) {
      if (!isComment(row.cells)) first.push(row);
      if (first.length > ROWS_ABOVE_MAX) break;
    }
  } catch (error) {
    // The reading itself finds and reports this error again.
    if (!(error instanceof UnreadableTape)) throw error;
  }
  return first;
}

const widthOf = ({ cells }: TapeRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** A table may itself be narrower than a header usually is. */
const narrowest = (rows: readonly TapeRow[]): number =>
  Math.min(HEADER_CELLS_MIN, usualWidth(rows));

/** The most frequent number of filled cells; the larger one of equally frequent numbers. */
function usualWidth(rows: readonly TapeRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(widthOf(row), (counts.get(widthOf(row)) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best?.[0] ?? 0;
}

function rowsFrom({ rows }: TapeRows, number: number): AsyncIterable<TapeRow> {
  return { [Symbol.asyncIterator]: () => skip(rows, number) };
}

async function* skip(rows: AsyncIterable<TapeRow>, number: number): AsyncGenerator<TapeRow> {
  for await (const row of rows) if (row.number >= number) yield row;
}
