import { sealFormulas } from './cell-formulas.ts';

/**
 * Writes one line of CSV (RFC 4180). Text that a spreadsheet would run as a formula is marked as
 * text.
 */
export function writeCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? sealCell(cell) : String(cell);
  return /[",;|\t\r\n\u0085\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Marks formulas as text. A cell with a leading tab or line break is marked too, because some
 * spreadsheets ignore that character and then run the formula.
 */
function sealCell(cell: string): string {
  const sealed = sealFormulas(cell);
  return /^[\t\r\n]/.test(sealed) ? `'${sealed}` : sealed;
}
