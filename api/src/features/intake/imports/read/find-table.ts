import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { errorFinding, UnreadableTape } from '../../../../platform/table-files/findings.ts';
import { readNumberAs } from '../../../../platform/table-files/number-format.ts';
import { lastFilled, previewOf, sheetsOf } from '../../../../platform/table-files/table-preview.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { looksLikeDay } from '../../bank-files/read/columns/value-shapes.ts';
import type { PositionalTable } from './positional-layouts.ts';
import { isComment } from './template.ts';

/** Maximum number of rows above a table; titles and notes rarely have more. */
const ROWS_ABOVE_MAX = 30;
const HEADER_CELLS_MIN = 3;

export type TableOfTape = {
  /** The rows from the heading on; without a heading, the first row has the columns' letters. */
  readonly source: TapeRows;
  readonly found: TableFound;
  /** The first rows above the table that are not read as loans, such as a title. */
  readonly above: readonly TapeRow[];
  readonly rowsAbove: number;
  /** Whether the columns are named by letters, which say nothing about their content. */
  readonly isLettered: boolean;
};

type Finding = {
  /** The location of the table that a user chose. */
  readonly choice: TableChoice;
  /** Whether a row has the headings of a known layout or of an earlier file. */
  readonly isKnown: (row: TapeRow) => boolean;
  /** Names the columns of a known layout that has no heading; null for other tables. */
  readonly headingOf?: (rows: readonly TapeRow[], source: TapeRows) => PositionalTable | null;
  /** Whether an earlier table without a heading had the same columns. */
  readonly isKnownShape?: (rows: readonly TapeRow[], heading: TapeRow) => boolean;
};

/**
 * Finds the table of a sheet: where the user placed it, else at the first row with known headings,
 * else at the first row with at least three cells (fewer if the table is narrower), because a title
 * or a note above a table is narrower. If that row looks like data, the table has no heading, and
 * the user is asked unless the layout or an earlier table is recognised.
 *
 * @throws UnreadableTape if the chosen row is empty.
 */
export async function findTable(source: TapeRows, finding: Finding): Promise<TableOfTape> {
  const { choice, isKnown, headingOf, isKnownShape } = finding;
  const { rows: first, rowsAbove } = await readFirstRows(source, choice.row ?? null);
  const describe = describerOf(source, first);
  if (choice.row !== undefined || choice.hasNoHeading) {
    const start = choice.row === undefined ? first[0] : first.find(isAt(choice.row));
    if (!start && choice.row !== undefined) throw emptyRow(choice.row);
    if (!start) return describe.nothing();
    const from = first.slice(first.indexOf(start));
    return choice.hasNoHeading
      ? describe.withoutHeading(from, { rowsAbove, isOpen: false })
      : describe.withHeading(start, rowsAbove);
  }
  const known = first.find(isKnown);
  const header = known ?? first.find((row) => widthOf(row) >= narrowest(first));
  if (!header) return describe.nothing();
  const above = first.indexOf(header);
  if (known || !looksLikeEntries(header)) return describe.withHeading(header, above);
  const from = first.slice(above);
  const named = headingOf?.(from, source) ?? null;
  if (named) return describe.named(from, { rowsAbove: above, table: named });
  const isOpen = !(isKnownShape?.(from, lettersOf(from)) ?? false);
  return describe.withoutHeading(from, { rowsAbove: above, isOpen });
}

const isAt =
  (number: number) =>
  (row: TapeRow): boolean =>
    row.number === number;

function emptyRow(row: number): UnreadableTape {
  return new UnreadableTape(errorFinding('table_row_empty', { row }));
}

/**
 * Returns functions that describe the table, with or without a heading, for the reader and the
 * user.
 */
function describerOf(source: TapeRows, first: readonly TapeRow[]) {
  const { workbook } = source;
  const about = {
    ...sheetsOf(workbook),
    preview: first.map(previewOf),
  };
  const from = (row: TapeRow, heading: TapeRow | null, cellsOf?: PositionalTable['cellsOf']) => ({
    ...source,
    rows: rowsFrom(source, { number: row.number, heading, cellsOf }),
  });
  const above = (row: TapeRow) => first.slice(0, first.indexOf(row));
  return {
    nothing: (): TableOfTape => ({
      source,
      found: { ...about, row: null, hasHeading: true, isOpen: false },
      above: [],
      rowsAbove: 0,
      isLettered: false,
    }),
    withHeading: (row: TapeRow, rowsAbove: number): TableOfTape => ({
      source: rowsAbove === 0 ? source : from(row, null),
      found: { ...about, row: row.number, hasHeading: true, isOpen: false },
      above: above(row),
      rowsAbove,
      isLettered: false,
    }),
    withoutHeading(
      rows: readonly TapeRow[],
      { rowsAbove, isOpen }: { rowsAbove: number; isOpen: boolean },
    ): TableOfTape {
      const [row] = rows;
      if (!row) return this.nothing();
      return {
        source: from(row, lettersOf(rows)),
        found: { ...about, row: row.number, hasHeading: false, isOpen },
        above: above(row),
        rowsAbove,
        isLettered: true,
      };
    },
    named(
      rows: readonly TapeRow[],
      { rowsAbove, table }: { rowsAbove: number; table: PositionalTable },
    ): TableOfTape {
      const [row] = rows;
      if (!row) return this.nothing();
      return {
        source: from(row, headingRow(table.names), table.cellsOf),
        found: { ...about, row: row.number, hasHeading: false, isOpen: false },
        above: above(row),
        rowsAbove,
        isLettered: false,
      };
    },
  };
}

/** Reads the first rows, and the chosen row if it is further down. Counts the rows above it. */
async function readFirstRows({ rows }: TapeRows, chosen: number | null) {
  const first: TapeRow[] = [];
  let rowsAbove = 0;
  try {
    for await (const row of rows) {
      if (isComment(row.cells)) continue;
      const isFirst = first.length <= ROWS_ABOVE_MAX;
      const isReached = chosen === null || row.number > chosen;
      if (chosen !== null && row.number < chosen) rowsAbove += 1;
      if (isFirst || row.number === chosen) first.push(row);
      if (!isFirst && isReached) break;
    }
  } catch (error) {
    // The reading itself finds and reports this error again.
    if (!(error instanceof UnreadableTape)) throw error;
  }
  return { rows: first, rowsAbove };
}

const widthOf = ({ cells }: Pick<TapeRow, 'cells'>): number =>
  cells.filter((cell) => cell.trim() !== '').length;

/**
 * Returns the minimum width of a heading: three cells, or fewer if the table itself is narrower.
 */
const narrowest = (rows: readonly TapeRow[]): number =>
  Math.min(HEADER_CELLS_MIN, usualWidth(rows));

/** Returns the most frequent number of filled cells; the larger one of equally frequent numbers. */
function usualWidth(rows: readonly TapeRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(widthOf(row), (counts.get(widthOf(row)) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best?.[0] ?? 0;
}

/**
 * Returns whether a row looks like data instead of a heading, which consists of words: at least a
 * third of its cells are numbers, dates or addresses.
 */
function looksLikeEntries({ cells, numbers }: TapeRow): boolean {
  const isValue = (cell: string, index: number) =>
    numbers?.[index] !== undefined || isNumber(cell) || looksLikeDay(cell) || isContact(cell);
  const filled = cells.map((cell) => cell.trim());
  const values = filled.filter((cell, index) => cell !== '' && isValue(cell, index));
  return values.length * 3 >= widthOf({ cells });
}

const isNumber = (cell: string): boolean =>
  /\p{Nd}/u.test(cell) && (readNumberAs(cell, 'point') ?? readNumberAs(cell, 'comma')) !== null;

/**
 * Returns whether a cell is an email address, or an id or a phone number, which are mostly digits.
 */
function isContact(cell: string): boolean {
  const digits = cell.replaceAll(/\P{Nd}/gu, '').length;
  return cell.includes('@') || (digits > 2 && digits > cell.replaceAll(/\P{L}/gu, '').length);
}

/** Names a column as spreadsheets do: A, B, …, Z, AA. */
function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

function lettersOf(rows: readonly TapeRow[]): TapeRow {
  const width = Math.max(...rows.map(({ cells }) => lastFilled(cells)));
  return headingRow(Array.from({ length: width }, (_, index) => letterOf(index)));
}

function headingRow(names: readonly string[]): TapeRow {
  return { number: 0, cells: names, formulas: [], numbers: null, isHidden: false };
}

type From = {
  readonly number: number;
  readonly heading: TapeRow | null;
  readonly cellsOf?: PositionalTable['cellsOf'] | undefined;
};

function rowsFrom({ rows }: TapeRows, from: From): AsyncIterable<TapeRow> {
  return { [Symbol.asyncIterator]: () => skip(rows, from) };
}

async function* skip(
  rows: AsyncIterable<TapeRow>,
  { number, heading, cellsOf }: From,
): AsyncGenerator<TapeRow> {
  if (heading) yield heading;
  for await (const row of rows) {
    if (row.number < number) continue;
    yield cellsOf ? { ...row, cells: cellsOf(row.cells) } : row;
  }
}
