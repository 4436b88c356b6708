const none: readonly number[] = [];

/** Positions of cells whose text a spreadsheet would run as a formula. */
export function formulasIn(cells: readonly string[]): readonly number[] {
  let found: number[] | undefined;
  for (const [index, cell] of cells.entries()) {
    if (looksLikeFormula(cell)) (found ??= []).push(index);
  }
  return found ?? none;
}

/** A signed number and a phone number begin like a formula but calculate nothing. */
export function looksLikeFormula(cell: string): boolean {
  const text = cell.trimStart();
  return formulaStarts.has(text.charAt(0)) && !/^[+\-＋－]?[\d\s().,/-]*$/.test(text);
}

/** The full-width ones too: a spreadsheet set to Chinese or Japanese takes them alike. */
const formulaStarts: ReadonlySet<string> = new Set('=+-@＝＋－＠');
