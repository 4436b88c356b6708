import { Readable } from 'node:stream';
import { formatMinor, minorUnits } from '@bursar/loan-maths';
import writeXlsxFile, { type Row as SheetRow } from 'write-excel-file/node';
import { writeCsvLine } from './write-csv.ts';

/** A column of a file that a list is saved as. */
export type FileColumn<Row> = {
  readonly name: string;
  readonly kind: 'text' | 'number';
  readonly text: (row: Row) => string | null;
};

export const textColumn = <Row>(name: string, text: FileColumn<Row>['text']): FileColumn<Row> => ({
  name,
  kind: 'text',
  text,
});

export const numberColumn = <Row>(
  name: string,
  text: FileColumn<Row>['text'],
): FileColumn<Row> => ({ name, kind: 'number', text });

/** An amount as a plain decimal, with as many decimals as its currency has. */
export function plainAmount(amountMinor: number, currency: string): string {
  return formatMinor(minorUnits(amountMinor, currency), currency);
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

/** A page at a time: memory does not grow with the list. */
export function writeTableCsv<Row>(
  columns: readonly FileColumn<Row>[],
  pages: Pages<Row>,
): Readable {
  async function* lines() {
    // The mark tells Excel that what follows is UTF-8.
    yield `\uFEFF${writeCsvLine(columns.map((column) => column.name))}`;
    for await (const rows of pages) {
      yield rows.map((row) => writeCsvLine(columns.map((column) => column.text(row)))).join('');
    }
  }
  return Readable.from(lines());
}

/** A workbook of one sheet, made in memory. */
export async function writeTableWorkbook<Row>(
  columns: readonly FileColumn<Row>[],
  pages: Pages<Row>,
  sheet: string,
): Promise<Buffer> {
  const data: SheetRow[] = [
    columns.map((column) => ({ value: column.name, fontWeight: 'bold' as const })),
  ];
  for await (const rows of pages) {
    for (const row of rows) data.push(columns.map((column) => cellOf(column, row)));
  }
  return writeXlsxFile(data, { stickyRowsCount: 1, sheet }).toBuffer();
}

function cellOf<Row>(column: FileColumn<Row>, row: Row) {
  const value = column.text(row);
  if (value === null) return null;
  // A spreadsheet's own numbers are floats; shown with as many decimals as the amount has.
  return column.kind === 'number'
    ? { value: Number(value), type: Number }
    : { value, type: String };
}
