import { looksLikeFormula } from './cell-formulas.ts';

/** Writes one line of CSV (RFC 4180); text that a spreadsheet would calculate is marked as text. */
export function writeCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && isToSeal(cell) ? `'${cell}` : String(cell);
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Some spreadsheets ignore a leading tab or line break and then run the formula. */
const isToSeal = (cell: string): boolean => looksLikeFormula(cell) || /^[\t\r\n]/.test(cell);
