import { TAPE_COLUMNS_MAX, TAPE_ROWS_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { beyond } from './findings.ts';
import { readCsvRows } from './read-csv.ts';
import type { NumberDisplay } from './number-display.ts';
import { readWorkbookRows, type WorkbookRows } from './read-workbook.ts';
import { recogniseFile, type Delimiter } from './recognise-file.ts';
import type { DateSystem } from './serial-days.ts';
import type { TapeBytes } from './tape-file.ts';
import type { Encoding } from './text-encoding.ts';

export type TapeRow = {
  /** Numbered as in a spreadsheet: the header is usually row 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Positions of cells that contain a formula. */
  readonly formulas: readonly number[];
  /** The display of the numeric cells of the row in a workbook; null if all cells are text. */
  readonly numbers: readonly (NumberDisplay | undefined)[] | null;
  /** True if the row is hidden in its workbook, by hand or by a filter. */
  readonly isHidden: boolean;
};

export type TapeRows = {
  /** Can be iterated repeatedly, each time from the first row. */
  readonly rows: AsyncIterable<TapeRow>;
  /** The date system in which a date cell's number counts days; null if dates are text. */
  readonly dateSystem: DateSystem | null;
  /** Null if the file is not text. */
  readonly encoding: Encoding | null;
  readonly isEncodingInDoubt: boolean;
  /** The character between the cells of a line; null for a workbook or a web page. */
  readonly delimiter: Delimiter | null;
  /** The sheet that is read, and all sheets; null unless the file is a workbook or web page. */
  readonly workbook: WorkbookRead | null;
};

export type WorkbookRead = Pick<WorkbookRows, 'format' | 'sheet' | 'sheets'>;

type Chosen = {
  /** Overrides the delimiter detected from the lines of a text. */
  readonly delimiter?: Delimiter;
  /** The name of a sheet; null for the first visible one with a table. */
  readonly sheet?: string | null;
};

/** Opens a table of any format as a stream of rows. */
export async function openTapeRows(
  file: TapeBytes,
  encoding: TextEncoding | null,
  { delimiter, sheet = null }: Chosen = {},
): Promise<TapeRows> {
  const recognised = await recogniseFile(file, encoding);
  if (recognised.kind !== 'text' || recognised.isHtml) {
    const { rows, dateSystem, ...workbook } = await readWorkbookRows(file, recognised, sheet);
    const letters =
      recognised.kind === 'text'
        ? { encoding: recognised.encoding, isEncodingInDoubt: recognised.isEncodingInDoubt }
        : { encoding: null, isEncodingInDoubt: false };
    return { rows: withinLimits(rows), dateSystem, workbook, delimiter: null, ...letters };
  }
  const text = { ...recognised, delimiter: delimiter ?? recognised.delimiter };
  return {
    rows: withinLimits({ [Symbol.asyncIterator]: () => readCsvRows(file, text) }),
    dateSystem: null,
    encoding: recognised.encoding,
    isEncodingInDoubt: recognised.isEncodingInDoubt,
    delimiter: text.delimiter,
    workbook: null,
  };
}

function withinLimits(rows: AsyncIterable<TapeRow>): AsyncIterable<TapeRow> {
  return { [Symbol.asyncIterator]: () => countedRows(rows) };
}

async function* countedRows(rows: AsyncIterable<TapeRow>): AsyncGenerator<TapeRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > TAPE_ROWS_MAX) throw beyond('too_many_rows', TAPE_ROWS_MAX, row.number);
    const filled = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (filled > TAPE_COLUMNS_MAX) throw beyond('row_too_wide', TAPE_COLUMNS_MAX, row.number);
    yield row;
  }
}
