import { BANK_LINES_MAX, type BankTableFormat } from '@bursar/contracts/intake/bank-files.values';
import { TAPE_COLUMNS_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { delimiters } from '../../../../../platform/table-files/recognise-file.ts';
import type { DateSystem } from '../../../../../platform/table-files/serial-days.ts';
import { previewOf, sheetsOf } from '../../../../../platform/table-files/table-preview.ts';
import type { TapeBytes } from '../../../../../platform/table-files/tape-file.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
} from '../../../../../platform/table-files/tape-rows.ts';
import { headPlaces } from './bank-headings.ts';
import { notRecognised, tooManyLines } from '../bank-line.ts';
import { looksLikeAmount, looksLikeDay, mayBeDay } from './value-shapes.ts';

export type Row = Pick<TapeRow, 'number' | 'cells' | 'numbers' | 'isHidden'>;

/**
 * Maximum number of rows in which known headings are searched: banks put their name, the account
 * and the period above the table.
 */
const ROWS_ABOVE_MAX = 40;

export type FoundHeader = {
  readonly above: readonly Row[];
  /** The headings; all empty if the table has no header. */
  readonly names: readonly string[];
  readonly below: readonly Row[];
  readonly dateSystem: DateSystem | null;
  readonly format: BankTableFormat;
  readonly table: TableFound;
};

/** The rows of a sheet, which is the chosen one or the first with a table. */
export type BankSheet = Pick<FoundHeader, 'dateSystem' | 'format'> &
  Pick<TableFound, 'sheet' | 'sheets'> & { readonly rows: readonly Row[] };

/**
 * Finds the row of headings: the row that the user chose, otherwise the row with known headings of
 * a date and an amount, otherwise the row above the first line that has a day and an amount.
 */
export function findBankHeader(sheet: BankSheet, choice: TableChoice = {}): FoundHeader {
  const { rows } = sheet;
  const known = bestKnown(rows);
  const usual = known && isTable(known) ? known.at : (headerByShape(rows) ?? known?.at ?? null);
  const chosen = choice.row === undefined ? null : placeOf(rows, choice.row);
  if (choice.hasNoHeading) return withoutHeading(sheet, chosen ?? firstLine(rows) ?? 0);
  const at = chosen ?? usual;
  if (at === null) throw notRecognised();
  return at < 0 ? withoutHeading(sheet, -at - 1) : withHeading(sheet, at);
}

function placeOf(rows: readonly Row[], row: number): number {
  const place = rows.findIndex(({ number }) => number === row);
  if (place < 0) throw notRecognised();
  return place;
}

/** Reads a row of the sheet as the headings. */
export function withHeading(sheet: BankSheet, at: number): FoundHeader {
  const { rows, dateSystem, format } = sheet;
  return {
    above: rows.slice(0, at),
    names: rows[at]?.cells ?? [],
    below: rows.slice(at + 1),
    dateSystem,
    format,
    table: tableOf(sheet, { at, hasHeading: true }),
  };
}

function withoutHeading(sheet: BankSheet, first: number): FoundHeader {
  const { rows, dateSystem, format } = sheet;
  const below = rows.slice(first);
  const width = Math.max(0, ...below.map(({ cells }) => cells.length));
  const names = Array.from({ length: Math.min(width, TAPE_COLUMNS_MAX) }, () => '');
  const table = tableOf(sheet, { at: first, hasHeading: false });
  return { above: rows.slice(0, first), names, below, dateSystem, format, table };
}

type Place = { readonly at: number; readonly hasHeading: boolean };

function tableOf({ rows, sheet, sheets }: BankSheet, { at, hasHeading }: Place): TableFound {
  const preview = rows.slice(0, ROWS_ABOVE_MAX).map(previewOf);
  return {
    sheet,
    sheets: [...sheets],
    row: rows[at]?.number ?? null,
    hasHeading,
    isOpen: false,
    preview,
  };
}

type Known = { readonly at: number; readonly score: number };
const TABLE_SCORE = 100;
const isTable = ({ score }: Known): boolean => score >= TABLE_SCORE;

function bestKnown(rows: readonly Row[]): Known | null {
  const scored = rows
    .slice(0, ROWS_ABOVE_MAX)
    .map(({ cells }, at) => ({ at, score: scoreOf(cells) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best : null;
}

/** Returns the number of known headings, and far more if they include a date and an amount. */
function scoreOf(cells: readonly string[]): number {
  if (cells.length > TAPE_COLUMNS_MAX) return 0;
  const heads = headPlaces(cells);
  const hasDay = heads.has('bookedOn') || heads.has('valueOn');
  const hasAmount = heads.has('amount') || heads.has('credit') || heads.has('debit');
  return heads.size + (hasDay && hasAmount ? TABLE_SCORE : 0);
}

/**
 * Finds the row of headings above the first line by the shape of its cells. Returns null if no row
 * looks like a line, and `-first - 1` if the table has no headings.
 */
function headerByShape(rows: readonly Row[]): number | null {
  const first = firstLine(rows);
  if (first === null) return null;
  const filled = filledOf(rows[first]);
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) {
    const names = filledOf(rows[at]);
    const areNames = names.every((cell) => !looksLikeDay(cell) && !looksLikeAmount(cell));
    if (areNames && names.length >= 2 && names.length * 2 >= filled.length) return at;
  }
  return -first - 1;
}

function firstLine(rows: readonly Row[]): number | null {
  const first = rows
    .slice(0, ROWS_ABOVE_MAX * 2)
    .findIndex((row) => looksLikeLine(row) && filledOf(row).length > 2);
  return first < 0 ? null : first;
}

const filledOf = (row: Row | undefined): readonly string[] =>
  row?.cells.filter((cell) => cell.trim() !== '') ?? [];

/** Returns whether a row has a day and an amount. */
export function looksLikeLine({ cells, numbers }: Row): boolean {
  // A workbook stores days as numbers, so the format of a number shows whether it is a day.
  const isDay = (cell: string, at: number) =>
    numbers?.[at] === undefined ? mayBeDay(cell) : numbers[at].kind === 'date';
  const day = cells.findIndex(isDay);
  return (
    day >= 0 && cells.some((cell, at) => at !== day && !isDay(cell, at) && looksLikeAmount(cell))
  );
}

type Opening = {
  readonly encoding: TextEncoding | null;
  readonly sheet?: string | undefined;
};

/**
 * Reads a sheet. If the detected delimiter gives no table, uses the first other delimiter that
 * gives one, because lines above the table may have no delimiter.
 */
export async function readBankSheet(
  file: TapeBytes,
  { encoding, sheet }: Opening,
): Promise<BankSheet> {
  const source = await openTapeRows(file, encoding, { sheet: sheet ?? null });
  const first = await collectRows(source);
  if (source.delimiter === null || hasTable(first)) return first;
  for (const delimiter of delimiters) {
    const others = await collectRows(await openTapeRows(file, encoding, { delimiter }));
    if (hasTable(others)) return others;
  }
  return first;
}

async function collectRows({ rows: source, dateSystem, workbook }: TapeRows): Promise<BankSheet> {
  const rows: Row[] = [];
  for await (const row of source) {
    if (rows.length > BANK_LINES_MAX + ROWS_ABOVE_MAX) throw tooManyLines();
    rows.push({ ...row, cells: row.cells.map(withoutFormula) });
  }
  return { rows, dateSystem, format: workbook?.format ?? 'csv', ...sheetsOf(workbook) };
}

/**
 * Removes the formula or the apostrophe of a cell: some banks write ="0012" or '0012, so that
 * spreadsheets keep the zeros.
 */
function withoutFormula(cell: string): string {
  const text = /^\s*="(.*)"\s*$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
  return text.replaceAll('\u00a0', ' ').replace(/^\s*'(.*?)'?\s*$/s, '$1');
}

function hasTable({ rows }: BankSheet): boolean {
  const known = bestKnown(rows);
  return (known !== null && isTable(known)) || headerByShape(rows) !== null;
}
