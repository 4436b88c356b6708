/**
 * Marks a typed text so that the sentence around it keeps its order: an Arabic sentence would
 * reverse the groups of `100 234 567`.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
