/** Reads a table of published cases: one JSON record a line. Only tests read cases. */
export function readCaseLines<Case>(text: string): Case[] {
  return text
    .trim()
    .split('\n')
    .map((line): Case => JSON.parse(line));
}
