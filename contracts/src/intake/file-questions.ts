import { z } from 'zod';

/** Questions that a file may leave open, with the possible answers. */
export const fileQuestionChoices = {
  /** Which encoding its text is in; the choices are encodings. */
  encoding: null,
  /** Which mark separates the decimals: "1.500" is one number with each. */
  'decimal-mark': ['point', 'comma'],
  /** Whether 03/04/2026 is in April or in March. */
  'day-order': ['day-first', 'month-first'],
  /** Whether all of its amounts are money received. */
  direction: ['received', 'not-all'],
  /** What a word in the column of credit and debit means. */
  'direction-word': ['received', 'not-received'],
  /** Whether the bank has booked the lines with a status. */
  status: ['booked', 'not-booked'],
} as const;
export type FileQuestionKind = keyof typeof fileQuestionChoices;

// The keys of the table above are exactly its names.
const fileQuestionKinds = Object.keys(fileQuestionChoices) as FileQuestionKind[];

/** A question about a file that the file itself does not answer. Nothing is stored before it is answered. */
export const fileQuestion = z.object({
  /** Names the question in `answers`; the same for the same file. */
  key: z.string(),
  kind: z.enum(fileQuestionKinds),
  /** What the file calls the column; empty if the whole file is meant. */
  column: z.string(),
  /** The word that is not understood; empty for other kinds. */
  word: z.string(),
  /** The first values that the answer decides about, as the file has them. */
  values: z.array(z.string()),
  choices: z.array(
    z.object({
      choice: z.string(),
      /** The same values as this choice reads them, in the same order; none if all read alike. */
      readings: z.array(z.string()),
    }),
  ),
});
export type FileQuestion = z.infer<typeof fileQuestion>;

/** The choice for each question by its key, such as `{"decimal-mark":"comma"}`. */
export type FileAnswers = Readonly<Record<string, string>>;

/** Answers travel with the file in its query, as a JSON object. */
export const fileAnswers = z
  .string()
  .max(6_000)
  .optional()
  .describe('Answers to questions about the file: a JSON object of question keys and choices.');

const answersObject = z.record(z.string(), z.string());

/** Null if the text is no object of answers. */
export function readFileAnswers(text: string | undefined): FileAnswers | null {
  if (text === undefined || text === '') return {};
  try {
    const read = answersObject.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
