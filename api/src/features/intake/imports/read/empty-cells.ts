/** Words that programs write for a cell without a value; people called Null write it "Null". */
const emptyWords: ReadonlySet<string> = new Set(['NA', 'N/A', 'n/a', 'NULL', 'null', '\\N', 'NaN']);

const LONGEST_EMPTY = Math.max(...[...emptyWords].map((word) => word.length));

/**
 * Returns whether a trimmed cell has no value. A dash is a value, because accounting formats write
 * zero as a dash.
 */
export function isEmptyCell(text: string): boolean {
  return text.length <= LONGEST_EMPTY && (text === '' || emptyWords.has(text));
}
