/**
 * Returns the start of a text. It never ends in half a surrogate pair, which JSON in PostgreSQL
 * refuses.
 */
export function firstOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the last code points of a text. */
export function lastOf(text: string, count: number): string {
  return Array.from(text).slice(-count).join('');
}
