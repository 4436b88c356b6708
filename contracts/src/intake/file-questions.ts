import { z } from 'zod';
import { fileQuestionChoices, type FileQuestionKind } from './file-questions.values.ts';

// `Object.keys` returns strings, but the keys of the table are exactly the kinds.
const fileQuestionKinds = Object.keys(fileQuestionChoices) as FileQuestionKind[];

/** A question that the file does not answer. Nothing is stored before a user answers it. */
export const fileQuestion = z.object({
  /** The key of the question in `answers`. The same file always has the same keys. */
  key: z.string(),
  kind: z.enum(fileQuestionKinds),
  /** The column's name in the file; empty if the question is about the whole file. */
  column: z.string(),
  /**
   * The value that the question is about, such as a status; empty if it is not about a single
   * value.
   */
  word: z.string(),
  /** The first values that the answer affects, as they are in the file. */
  values: z.array(z.string()),
  choices: z.array(
    z.object({
      choice: z.string(),
      /**
       * The interpretation of each of `values` under this choice, in the same order; empty if no
       * choice changes the values.
       */
      readings: z.array(z.string()),
    }),
  ),
});
export type FileQuestion = z.infer<typeof fileQuestion>;

/** The choice for each question by its key, such as `{"decimal-mark":"comma"}`. */
export type FileAnswers = Readonly<Record<string, string>>;

/** The query parameter that sends the answers with the file, as a JSON object. */
export const fileAnswers = z
  .string()
  .max(6_000)
  .optional()
  .describe('Answers to questions about the file: a JSON object of question keys and choices.');

const answersObject = z.record(z.string(), z.string());

/**
 * Reads the answers of a user, which are empty if none were sent; null if the text is not an object
 * of answers.
 */
export function readFileAnswers(text: string | undefined): FileAnswers | null {
  if (text === undefined || text === '') return {};
  try {
    const read = answersObject.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
