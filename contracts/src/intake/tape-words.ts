import { z } from 'zod';
import { tapeWords, wordFields, wordKey, type TapeWords } from './tape-words.values.ts';

const meaningsOf = <const Meaning extends string>(meanings: readonly Meaning[]) =>
  z.record(z.string().max(200), z.enum(meanings)).optional();

/** The meaning of each name: a team or an agent of the portfolio by id, or `unassigned`. */
const holders = z
  .record(
    z.string().max(200),
    z.string().regex(/^(unassigned|(team|agent):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  )
  .optional();

export const tapeWordsObject = z.strictObject({
  status: meaningsOf(tapeWords.status),
  frequency: meaningsOf(tapeWords.frequency),
  borrowerKind: meaningsOf(tapeWords.borrowerKind),
  language: meaningsOf(tapeWords.language),
  team: holders,
  agent: holders,
});

/** The query parameter that sends the meanings of words with the file, as a JSON object. */
export const tapeWordsParam = z
  .string()
  .max(6_000)
  .optional()
  .describe(
    'Meanings of words in the file: a JSON object of fields, words and meanings, ' +
      'such as {"status":{"repaid":"closed"}}.',
  );

/**
 * Reads the meanings that a user gave to words, which are empty if none were sent; null if the text
 * is not an object of words with meanings.
 */
export function readTapeWords(text: string | undefined): TapeWords | null {
  if (text === undefined || text === '') return {};
  try {
    const read = tapeWordsObject.safeParse(JSON.parse(text));
    if (!read.success) return null;
    const given = wordFields.flatMap((field) => {
      const words = Object.entries(read.data[field] ?? {});
      const keyed = words.map(([word, meaning]) => [wordKey(word), meaning]);
      return keyed.length === 0 ? [] : [[field, Object.fromEntries(keyed)]];
    });
    return Object.fromEntries(given);
  } catch {
    return null;
  }
}
