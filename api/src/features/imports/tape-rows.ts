import { readCsvRows } from './read-csv.ts';
import { readWorkbookRows } from './read-workbook.ts';
import { recogniseFile, type Delimiter } from './recognise-file.ts';
import type { TapeFile } from './tape-file.ts';

/** One row as it stands in the file. */
export type TapeRow = {
  /** As a spreadsheet counts: the header is usually row 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Positions of cells that a spreadsheet would calculate. */
  readonly formulas: readonly number[];
};

export type TapeRows = {
  readonly rows: AsyncIterable<TapeRow>;
  /** How a number in a date's cell counts days; null where dates are text. */
  readonly dateSystem: 1900 | 1904 | null;
  readonly delimiter: Delimiter | null;
  readonly isWindows1252: boolean;
};

/** Opens a tape as a stream of rows, whatever it came as; one row is in memory at a time. */
export async function openTapeRows(file: TapeFile): Promise<TapeRows> {
  const recognised = await recogniseFile(file);
  if (recognised.kind === 'workbook') {
    const { rows, dateSystem } = await readWorkbookRows(file);
    return { rows, dateSystem, delimiter: null, isWindows1252: false };
  }
  return {
    rows: readCsvRows(file, recognised),
    dateSystem: null,
    delimiter: recognised.delimiter,
    isWindows1252: recognised.encoding === 'windows-1252',
  };
}
