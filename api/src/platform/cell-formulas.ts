const none: readonly number[] = [];

/** Returns the positions of cells whose text a spreadsheet would run as a formula. */
export function formulasIn(cells: readonly string[]): readonly number[] {
  let found: number[] | undefined;
  for (const [index, cell] of cells.entries()) {
    if (looksLikeFormula(cell)) (found ??= []).push(index);
  }
  return found ?? none;
}

/** Signed numbers and phone numbers start like a formula but calculate nothing. */
export function looksLikeFormula(cell: string): boolean {
  const text = cell.trimStart();
  return formulaStarts.has(text.charAt(0)) && !/^[+\-＋－]?[\d\s().,/-]*$/.test(text);
}

/** Includes the full-width forms, which spreadsheets in Chinese or Japanese also accept. */
const formulaStarts: ReadonlySet<string> = new Set('=+-@＝＋－＠');
