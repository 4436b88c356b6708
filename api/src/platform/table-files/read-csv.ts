import { pipeline, Readable } from 'node:stream';
import {
  CELL_CHARACTERS_MAX,
  ROW_CHARACTERS_MAX,
  SHEET_ROWS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { CsvError, parse, type Info } from 'csv-parse';
import { formulasIn } from '../cell-formulas.ts';
import { beyond, errorFinding, UnreadableTape } from './findings.ts';
import type { RecognisedFile } from './recognise-file.ts';
import { readBytes, type TapeBytes } from './tape-file.ts';
import type { TapeRow } from './tape-rows.ts';
import { decodeText } from './text-encoding.ts';

/**
 * Streams the rows of text that is separated by commas, semicolons, tabs or pipes; empty rows and a
 * line that only names the separator are counted but not returned.
 */
export async function* readCsvRows(
  file: TapeBytes,
  { encoding, textStart, delimiter, hasDelimiterLine }: Extract<RecognisedFile, { kind: 'text' }>,
): AsyncGenerator<TapeRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_CHARACTERS_MAX,
    // Passing on each empty line would take minutes for a megabyte of them.
    skip_empty_lines: true,
    info: true,
  });
  const bytes = readBytes(file, textStart);
  const text = Readable.from(encoding === 'utf-8' ? bytes : decodeText(bytes, encoding));
  // A failure of either stream also ends the parser; the loop below receives its error.
  pipeline(text, parser, () => undefined);
  try {
    for await (const parsed of parser) {
      // With `info` and without `columns`, the parser returns this shape.
      const { record, info } = parsed as { record: string[]; info: Info };
      const cells = withoutTextFormulas(record);
      const number = rowOf(info);
      if (hasDelimiterLine && number === 1) continue;
      if (number > SHEET_ROWS_MAX) throw beyond('too_many_rows', SHEET_ROWS_MAX, number);
      if (cells.some((cell) => cell.length > CELL_CHARACTERS_MAX)) {
        throw beyond('cell_too_long', CELL_CHARACTERS_MAX, number);
      }
      if (cells.some((cell) => cell.trim() !== '')) {
        yield { number, cells, formulas: formulasIn(cells), numbers: null, isHidden: false };
      }
    }
  } catch (error) {
    throw asUnreadable(error);
  } finally {
    text.destroy();
  }
}

/**
 * Replaces ="000123" with 000123. Programs write text as a formula so that spreadsheets do not
 * remove leading zeros.
 */
function withoutTextFormulas(cells: string[]): string[] {
  if (!cells.some((cell) => cell.startsWith('="'))) return cells;
  return cells.map((cell) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell);
}

/** Returns the row number as a spreadsheet shows it, counting empty lines. */
function rowOf({
  records,
  empty_lines: emptyLines,
}: Pick<Info, 'records' | 'empty_lines'>): number {
  return records + emptyLines;
}

function asUnreadable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { records, empty_lines: emptyLines } = error;
  const isCounted = typeof records === 'number' && typeof emptyLines === 'number';
  // The parser's count excludes the broken row.
  const row = isCounted ? rowOf({ records, empty_lines: emptyLines }) + 1 : 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return beyond('row_too_long', ROW_CHARACTERS_MAX, row);
  return new UnreadableTape(errorFinding('quote_not_closed', { row }));
}
