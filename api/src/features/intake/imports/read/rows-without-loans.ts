import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

/**
 * Returns whether a row is a line of text, such as "Branch: North" above the loans of a branch, or
 * repeats the heading, as on each page of a printed list. A single word can be the id of a loan
 * whose other cells were lost, so such a row is read as a loan.
 */
export function isRowWithoutLoan({ cells }: TapeRow, { names }: RecognisedColumns): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [only = '', ...others] = filled;
  if (filled.length === 0 || names.length < COLUMNS_MIN) return false;
  if (others.length === 0) return isNote(only);
  return names.length === cells.length && names.every((name, at) => name === cells[at]?.trim());
}

/**
 * Returns whether a text is a note. A whole loan in one cell, because of other delimiters or
 * quotes, has more marks and numbers.
 */
const isNote = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  /\s/.test(text) &&
  (text.match(/[,;|\t]/g) ?? []).length < MARKS_OF_A_LOAN &&
  (text.match(/\p{Nd}[\p{Nd}.,/-]*/gu) ?? []).length < NUMBERS_OF_A_LOAN;

const MARKS_OF_A_LOAN = 3;
const NUMBERS_OF_A_LOAN = 4;

/** Minimum number of columns; in a narrower table, the row of a loan could have one cell. */
const COLUMNS_MIN = 4;
