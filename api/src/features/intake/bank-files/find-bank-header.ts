import { BANK_LINES_MAX, type BankTableFormat } from '@bursar/contracts/intake/bank-files.values';
import { TAPE_COLUMNS_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { delimiters } from '../../../platform/table-files/recognise-file.ts';
import type { DateSystem } from '../../../platform/table-files/serial-days.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
} from '../../../platform/table-files/tape-rows.ts';
import { headPlaces } from './bank-headings.ts';
import { notRecognised, tooManyLines } from './bank-line.ts';
import { looksLikeAmount, looksLikeDay } from './value-shapes.ts';

export type Row = Pick<TapeRow, 'number' | 'cells' | 'numbers'>;

/** Banks put their name, the account and the period above the table. */
const ROWS_ABOVE_MAX = 40;

export type FoundHeader = {
  readonly above: readonly Row[];
  /** The headings; all empty if the table has no header. */
  readonly names: readonly string[];
  readonly below: readonly Row[];
  readonly dateSystem: DateSystem | null;
  readonly format: BankTableFormat;
};

/**
 * Finds the row of headings: the one with a known date and amount, otherwise the row above the
 * first line that has a day and an amount.
 */
export async function findBankHeader(
  file: TapeBytes,
  encoding: TextEncoding | null,
): Promise<FoundHeader> {
  const { rows, ...how } = await readRows(file, encoding);
  const known = bestKnown(rows);
  const at = known && isTable(known) ? known.at : (headerByShape(rows) ?? known?.at ?? null);
  if (at === null) throw notRecognised();
  if (at >= 0) {
    const names = rows[at]?.cells ?? [];
    return { above: rows.slice(0, at), names, below: rows.slice(at + 1), ...how };
  }
  const first = -at - 1;
  const below = rows.slice(first);
  const width = Math.max(...below.map(({ cells }) => cells.length));
  const names = Array.from({ length: Math.min(width, TAPE_COLUMNS_MAX) }, () => '');
  return { above: rows.slice(0, first), names, below, ...how };
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

/** The number of known headings, and far more if they include a date and an amount. */
function scoreOf(cells: readonly string[]): number {
  if (cells.length > TAPE_COLUMNS_MAX) return 0;
  const heads = headPlaces(cells);
  const hasDay = heads.has('bookedOn') || heads.has('valueOn');
  const hasAmount = heads.has('amount') || heads.has('credit') || heads.has('debit');
  return heads.size + (hasDay && hasAmount ? TABLE_SCORE : 0);
}

/**
 * Finds the row above the first line by the shape of its cells. A table without a header is a
 * negative number: minus the position of its first line, less one.
 */
function headerByShape(rows: readonly Row[]): number | null {
  const first = rows
    .slice(0, ROWS_ABOVE_MAX * 2)
    .findIndex((row) => looksLikeLine(row) && filledOf(row).length > 2);
  if (first < 0) return null;
  const filled = filledOf(rows[first]);
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) {
    const names = filledOf(rows[at]);
    const areNames = names.every((cell) => !looksLikeDay(cell) && !looksLikeAmount(cell));
    if (areNames && names.length >= 2 && names.length * 2 >= filled.length) return at;
  }
  return -first - 1;
}

const filledOf = (row: Row | undefined): readonly string[] =>
  row?.cells.filter((cell) => cell.trim() !== '') ?? [];

/** Whether a row has a day and an amount. */
export function looksLikeLine(row: Row): boolean {
  const filled = filledOf(row);
  const day = filled.findIndex(looksLikeDay);
  return day >= 0 && filled.some((cell, at) => at !== day && looksLikeAmount(cell));
}

type Rows = Pick<FoundHeader, 'dateSystem' | 'format'> & { readonly rows: readonly Row[] };

/**
 * Chooses the delimiter with which a row contains the most known headings, because lines above the
 * table may have no delimiter.
 */
async function readRows(file: TapeBytes, encoding: TextEncoding | null): Promise<Rows> {
  const source = await openTapeRows(file, encoding);
  const first = await collectRows(source);
  if (source.delimiter === null || hasTable(first)) return first;
  for (const delimiter of delimiters) {
    const others = await collectRows(await openTapeRows(file, encoding, { delimiter }));
    if (hasTable(others)) return others;
  }
  return first;
}

async function collectRows({ rows: source, dateSystem, workbook }: TapeRows): Promise<Rows> {
  const rows: Row[] = [];
  for await (const row of source) {
    if (rows.length > BANK_LINES_MAX + ROWS_ABOVE_MAX) throw tooManyLines();
    rows.push({ ...row, cells: row.cells.map(withoutFormula) });
  }
  return { rows, dateSystem, format: workbook?.format ?? 'csv' };
}

/** Some banks write ="0012" or '0012, so that spreadsheets keep the zeros. */
function withoutFormula(cell: string): string {
  const text = /^\s*="(.*)"\s*$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
  return text.replaceAll('\u00a0', ' ').replace(/^\s*'(.*?)'?\s*$/s, '$1');
}

function hasTable({ rows }: Pick<Rows, 'rows'>): boolean {
  const known = bestKnown(rows);
  return (known !== null && isTable(known)) || headerByShape(rows) !== null;
}
