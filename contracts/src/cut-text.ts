/** The beginning of a text, never with half of a letter of Unicode at its end: JSON of the database takes none. */
export function firstOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** The end of a text, in whole letters. */
export function lastOf(text: string, count: number): string {
  return Array.from(text).slice(-count).join('');
}
