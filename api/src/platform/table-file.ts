import { Readable } from 'node:stream';
import { formatMinor, minorUnits } from '@bursar/loan-maths';
import writeXlsxFile, { type Row as SheetRow } from 'write-excel-file/node';
import { writeCsvLine } from './write-csv.ts';

/** A workbook is built in memory; longer lists are only streamed as CSV. */
export const WORKBOOK_ROWS_MAX = 20_000;

type Text<Row> = (row: Row) => string | null;
type Kind = 'text' | 'number' | 'amount' | 'day' | 'instant';

export type FileColumn<Row, Shown extends string = string> = {
  readonly name: string;
  /** The columns on screen for which the file contains this column. */
  readonly shownAs: readonly Shown[];
  readonly kind: Kind;
  readonly text: Text<Row>;
};

/** Declares the columns of one list's files; `Shown` names its columns on screen. */
export function fileColumns<Row, Shown extends string>() {
  const column =
    (kind: Kind) =>
    (name: string, shownAs: Shown | readonly Shown[], text: Text<Row>): FileColumn<Row, Shown> => ({
      name,
      shownAs: typeof shownAs === 'string' ? [shownAs] : shownAs,
      kind,
      text,
    });
  return {
    text: column('text'),
    number: column('number'),
    /** A plain decimal with as many decimals as its currency has. */
    amount: column('amount'),
    day: column('day'),
    instant: column('instant'),
  };
}

/**
 * Returns the file's columns for the columns shown on screen, in the order on screen; all columns
 * if none are given.
 */
export function chooseColumns<Row, Shown extends string>(
  columns: readonly FileColumn<Row, Shown>[],
  shown: readonly Shown[] | undefined,
): readonly FileColumn<Row, Shown>[] {
  if (!shown) return columns;
  return [...new Set(shown.flatMap((id) => columns.filter((one) => one.shownAs.includes(id))))];
}

/** Formats an amount as a plain decimal with as many decimals as its currency has. */
export function plainAmount(amountMinor: number, currency: string): string {
  return formatMinor(minorUnits(amountMinor, currency), currency);
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

/** Writes page by page, so that memory does not grow with the list. */
export function writeTableCsv<Row>(
  columns: readonly FileColumn<Row>[],
  pages: Pages<Row>,
): Readable {
  async function* lines() {
    // The byte-order mark tells Excel that the file is UTF-8.
    let head = `\uFEFF${writeCsvLine(columns.map((column) => column.name))}`;
    for await (const rows of pages) {
      // The header waits for the first rows, so that a failure there is answered before anything is
      // sent.
      yield (
        head + rows.map((row) => writeCsvLine(columns.map((column) => column.text(row)))).join('')
      );
      head = '';
    }
    yield head;
  }
  return Readable.from(lines());
}

/** Writes a workbook of one sheet, built in memory. */
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
  const widths = columns.map(({ kind }) => ({ width: columnWidth[kind] }));
  return writeXlsxFile(data, { stickyRowsCount: 1, sheet, columns: widths }).toBuffer();
}

/** Widths in characters of the sheet's font. */
const columnWidth = { text: 20, number: 12, amount: 16, day: 12, instant: 18 };

function cellOf<Row>({ kind, text }: FileColumn<Row>, row: Row) {
  const value = text(row);
  if (value === null) return null;
  switch (kind) {
    case 'text':
      return { value, type: String };
    case 'number':
      return { value: Number(value), type: Number };
    case 'amount':
      return { value: Number(value), type: Number, format: amountFormat(value) };
    case 'day':
      return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
    case 'instant':
      return { value: new Date(value), type: Date, format: 'yyyy-mm-dd hh:mm' };
  }
}

/** Spreadsheet numbers are floats, so the format shows as many decimals as the amount has. */
function amountFormat(plain: string): string {
  const decimals = plain.split('.')[1]?.length ?? 0;
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}
