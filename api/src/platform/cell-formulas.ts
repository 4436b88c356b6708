const none: readonly number[] = [];

/** Returns the positions of cells whose text a spreadsheet would run as a formula. */
export function formulasIn(cells: readonly string[]): readonly number[] {
  let found: number[] | undefined;
  for (let index = 0; index < cells.length; index += 1) {
    if (looksLikeFormula(cells[index] ?? '')) (found ??= []).push(index);
  }
  return found ?? none;
}

/**
 * Returns whether a spreadsheet would run the text as a formula. Signed numbers and phone numbers
 * start like a formula but do no harm, so they do not count.
 */
export function looksLikeFormula(cell: string): boolean {
  if (startsWithLetterOrDigit(cell)) return false;
  const text = cell.trimStart();
  return formulaStarts.has(text.charAt(0)) && !/^[+\-＋－]?[\d\s().,/-]*$/.test(text);
}

/** Returns true for nearly all cells, so that they need no further check. */
function startsWithLetterOrDigit(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return (
    (first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)
  );
}

/**
 * Puts an apostrophe before each formula in the text, so that spreadsheets show it as text. Each
 * part is checked, because a program with another separator, or a paste, can split the text into
 * several cells.
 */
export function sealFormulas(text: string): string {
  return text
    .split(/([;|\t\r\n\u0085\u2028\u2029])/)
    .map((part) => (looksLikeFormula(part) ? `'${part}` : part))
    .join('');
}

/**
 * First characters of formulas. They include the full-width forms, which spreadsheets in Chinese or
 * Japanese also accept.
 */
const formulaStarts: ReadonlySet<string> = new Set('=+-@＝＋－＠');
