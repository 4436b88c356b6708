import { TAPE_COLUMNS_MAX, TAPE_ROWS_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { beyond } from './findings.ts';
import { readCsvRows } from './read-csv.ts';
import type { NumberDisplay } from './number-display.ts';
import { readWorkbookRows } from './read-workbook.ts';
import { recogniseFile } from './recognise-file.ts';
import type { TapeBytes } from './tape-file.ts';
import type { Encoding } from './text-encoding.ts';

/** One row as it stands in the file. */
export type TapeRow = {
  /** As a spreadsheet counts: the header is usually row 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Positions of cells that a spreadsheet would calculate. */
  readonly formulas: readonly number[];
  /** How a workbook displays those of its cells that are numbers; null where all cells are text. */
  readonly numbers: readonly (NumberDisplay | undefined)[] | null;
};

export type TapeRows = {
  /** Can be read again and again; each time from the first row. */
  readonly rows: AsyncIterable<TapeRow>;
  /** How a number in a date's cell counts days; null where dates are text. */
  readonly dateSystem: 1900 | 1904 | null;
  /** Null where the file is no text. */
  readonly encoding: Encoding | null;
  readonly isEncodingInDoubt: boolean;
};

/** Opens a tape as a stream of rows, whatever it came as; one row is in memory at a time. */
export async function openTapeRows(file: TapeBytes, told: TextEncoding | null): Promise<TapeRows> {
  const recognised = await recogniseFile(file, told);
  if (recognised.kind === 'workbook') {
    const { rows, dateSystem } = await readWorkbookRows(file);
    const noText = { encoding: null, isEncodingInDoubt: false };
    return { rows: withinLimits(rows), dateSystem, ...noText };
  }
  return {
    rows: withinLimits({ [Symbol.asyncIterator]: () => readCsvRows(file, recognised) }),
    dateSystem: null,
    encoding: recognised.encoding,
    isEncodingInDoubt: recognised.isEncodingInDoubt,
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
