/**
 * Words that programs write for a cell without a value. Other spellings are values, because a
 * person can be called "Null".
 */
const emptyWords: ReadonlySet<string> = new Set(['NA', 'N/A', 'n/a', 'NULL', 'null', '\\N', 'NaN']);

const LONGEST_EMPTY = Math.max(...[...emptyWords].map((word) => word.length));

/**
 * Returns whether a trimmed cell has no value. A dash is a value, because accounting formats write
 * zero as a dash.
 */
export function isEmptyCell(text: string): boolean {
  return text.length <= LONGEST_EMPTY && (text === '' || emptyWords.has(text));
}
