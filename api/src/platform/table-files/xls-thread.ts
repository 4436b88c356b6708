import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  CELL_CHARACTERS_MAX,
  TAPE_COLUMNS_MAX,
  WORKBOOK_CHARACTERS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { read, set_cptable, type CellObject, type DenseSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { beyond, UnreadableTape, type NewFinding } from './findings.ts';
import type { DateSystem } from './serial-days.ts';
import { numberText } from './sheet-xml.ts';
import type { TapeBytes } from './tape-file.ts';
import type { Sheet } from './workbook.ts';

/**
 * A row as compact JSON: its number, whether it is hidden, its cells, the positions of formulas,
 * and the position of the format code of each numeric cell.
 */
export type XlsRow = readonly [
  number: number,
  isHidden: 0 | 1,
  cells: readonly string[],
  formulas: readonly number[],
  formats: readonly (number | null)[],
];

export type XlsRead = {
  readonly dateSystem: DateSystem;
  /** The rows of each sheet, as pieces of JSON. */
  readonly sheets: readonly (Sheet & { readonly rows: readonly Uint8Array[] })[];
  /** The format codes to which the rows refer. */
  readonly formats: readonly string[];
};

export type XlsAnswer =
  | { readonly kind: 'read'; readonly read: XlsRead }
  | { readonly kind: 'refused'; readonly finding: NewFinding }
  | { readonly kind: 'damaged' };

// Entry point of the thread that `xls.ts` starts for one file.
const port = parentPort;
if (!port) throw new Error('xls-thread.ts is started as a thread');
// Workbooks before Excel 97 have texts in the code page of their country.
set_cptable(codePages);
port.once('message', (file: TapeBytes) => {
  port.postMessage(answer(file));
});

function answer(file: TapeBytes): XlsAnswer {
  try {
    return { kind: 'read', read: readXls(file) };
  } catch (error) {
    return error instanceof UnreadableTape
      ? { kind: 'refused', finding: error.finding }
      : { kind: 'damaged' };
  }
}

const ROWS_IN_PIECE = 500;

function readXls(file: TapeBytes): XlsRead {
  const workbook = read(bytesOf(file), {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellStyles: true,
    sheetStubs: false,
  });
  const context: Context = { formats: new Map(), characters: 0 };
  const sheets = workbook.SheetNames.map((name, index) => {
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const sheet = workbook.Sheets[name];
    return { name, isHidden, rows: sheet ? piecesOf(sheet, context) : [] };
  });
  const dateSystem = workbook.Workbook?.WBProps?.date1904 === true ? 1904 : 1900;
  return { dateSystem, sheets, formats: [...context.formats.keys()] };
}

function bytesOf({ fd, bytes }: TapeBytes): Buffer {
  const buffer = Buffer.alloc(bytes);
  let position = 0;
  while (position < bytes) {
    const count = readSync(fd, buffer, position, bytes - position, position);
    if (count === 0) break;
    position += count;
  }
  return buffer.subarray(0, position);
}

type Context = {
  /** The position of each format code. */
  readonly formats: Map<string, number>;
  characters: number;
};

function piecesOf(sheet: DenseSheet, context: Context): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let rows: XlsRow[] = [];
  const flush = () => {
    if (rows.length > 0) pieces.push(new Uint8Array(Buffer.from(JSON.stringify(rows))));
    rows = [];
  };
  // Empty rows are holes in the list.
  for (const [index, cells] of Object.entries(sheet['!data'])) {
    const at = Number(index);
    const isHidden = sheet['!rows']?.[at]?.hidden === true ? 1 : 0;
    const row = rowOf(cells, { number: at + 1, isHidden }, context);
    if (row) rows.push(row);
    if (rows.length >= ROWS_IN_PIECE) flush();
  }
  flush();
  return pieces;
}

function rowOf(
  cells: readonly (CellObject | undefined)[],
  { number, isHidden }: { readonly number: number; readonly isHidden: 0 | 1 },
  context: Context,
): XlsRow | null {
  const texts: string[] = [];
  const formulas: number[] = [];
  const formats: (number | null)[] = [];
  cells.forEach((cell, column) => {
    if (!cell) return;
    const text = textOf(cell);
    if (text === '' && cell.f === undefined) return;
    if (text.length > CELL_CHARACTERS_MAX)
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX, number);
    if (column >= TAPE_COLUMNS_MAX) throw beyond('row_too_wide', TAPE_COLUMNS_MAX, number);
    context.characters += text.length;
    while (texts.length < column) texts.push('');
    texts[column] = text;
    if (cell.f !== undefined) formulas.push(column);
    if (cell.t !== 'n' || text === '') return;
    while (formats.length < column) formats.push(null);
    formats[column] = formatOf(cell, context);
  });
  if (context.characters > WORKBOOK_CHARACTERS_MAX) {
    throw beyond('workbook_has_too_much_text', WORKBOOK_CHARACTERS_MAX);
  }
  return texts.length === 0 ? null : [number, isHidden, texts, formulas, formats];
}

function formatOf({ z: code = 'General' }: CellObject, { formats }: Context): number {
  const known = formats.get(code);
  if (known !== undefined) return known;
  formats.set(code, formats.size);
  return formats.size - 1;
}

function textOf({ t: type, v: value }: CellObject): string {
  if (value === undefined || type === 'z') return '';
  if (type === 'e') return errors[Number(value)] ?? '#VALUE!';
  if (type === 'b') return value === true ? '1' : '0';
  return type === 'n' ? numberText(String(value)) : String(value);
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};
