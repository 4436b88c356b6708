/**
 * Isolates a text from the direction of the sentence around it: an Arabic sentence would reverse
 * the groups of `100 234 567`.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
