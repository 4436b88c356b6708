import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { formulasIn } from '../../platform/cell-formulas.ts';
import { errorFinding, UnreadableTape } from './findings.ts';
import type { RecognisedFile } from './recognise-file.ts';
import { readBytes, type TapeFile } from './tape-file.ts';
import type { TapeRow } from './tape-rows.ts';
import { decodeText } from './text-encoding.ts';

/** No row is as long; what seems to be is a quotation mark that nobody closed. */
const ROW_CHARACTERS_MAX = 256 * 1024;

/** Streams the rows of comma-, semicolon- or tab-separated text; empty rows are counted, not given. */
export async function* readCsvRows(
  file: TapeFile,
  { encoding, textStart, delimiter }: Extract<RecognisedFile, { kind: 'text' }>,
): AsyncGenerator<TapeRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_CHARACTERS_MAX,
  });
  const bytes = readBytes(file, textStart);
  const text = encoding === 'utf-8' ? bytes : Readable.from(decodeText(bytes, encoding));
  // A failure of either stream ends the parser with it, whose reader below hears of it.
  pipeline(text, parser, () => undefined);
  let number = 0;
  try {
    for await (const record of parser) {
      // Without `columns` the parser's records are arrays of text.
      const cells = record as string[];
      number += 1;
      if (cells.some((cell) => cell.trim() !== '')) {
        yield { number, cells, formulas: formulasIn(cells) };
      }
    }
  } catch (error) {
    throw asUnreadable(error);
  } finally {
    bytes.destroy();
  }
}

function asUnreadable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  // The parser counts the records before the broken one.
  const before = 'records' in error && typeof error.records === 'number' ? error.records : 0;
  return new UnreadableTape(errorFinding('quote_not_closed', { row: before + 1 }));
}
