import { z } from 'zod';
import { fileQuestion } from './file-questions.ts';
import { tapeFields } from './tape-fields.ts';
import { tapeAnswers, tapeQuestionKinds, textEncodings } from './tape-telling.ts';
import { instant, uuid } from '../values.ts';

export const textEncoding = z.enum(textEncodings);
const tapeField = z.enum(tapeFields);

/** A column of a tape: what the header calls it, its first values, and what it is read as. */
const tapeColumn = z.object({
  name: z.string(),
  values: z.array(z.string()),
  /** Null where nothing of it is used. */
  field: tapeField.nullable(),
  /** The field that its name suggests, before any user's choice. */
  recognisedAs: tapeField.nullable(),
});
export type TapeColumn = z.infer<typeof tapeColumn>;

/** The answers that an upload may bring along, a parameter each. */
export const tellable = {
  decimalMark: z.enum(tapeAnswers.decimalMark).optional(),
  rateUnit: z.enum(tapeAnswers.rateUnit).optional(),
  smallAmounts: z.enum(tapeAnswers.smallAmounts).optional(),
  distantDates: z.enum(tapeAnswers.distantDates).optional(),
  missingBalances: z.enum(tapeAnswers.missingBalances).optional(),
};

/** A question about the file. No row is read or booked until it is answered. */
const tapeQuestion = z.object({
  kind: z.enum(tapeQuestionKinds),
  /** The columns that it is about, as the header names them. */
  columns: z.array(z.string()),
  /** How many cells are in question. */
  count: z.int(),
  /** The first of them, and what each answer makes of them. */
  cells: z.array(
    z.object({
      value: z.string(),
      readings: z.array(z.object({ answer: z.string(), value: z.string() })),
    }),
  ),
  /** Null while the question is open. */
  answer: z.string().nullable(),
});
export type TapeQuestion = z.infer<typeof tapeQuestion>;

/** What a dry run made of a file, beside its loans and findings. */
export const tapeReading = z.object({
  /** Null for a workbook, and where none could be made out. */
  encoding: z.enum([...textEncodings, 'utf-16le', 'utf-16be']).nullable(),
  /** Nothing in the file proves its encoding, so a person chose it. */
  isEncodingInDoubt: z.boolean(),
  /** Asks for the encoding; no row is read before the upload names one. Null if there is no doubt. */
  encodingQuestion: fileQuestion.nullable(),
  /** The first cells that another encoding would read otherwise, where it is in doubt. */
  doubts: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
  /** In the order of the file; none where there was no header to read. */
  columns: z.array(tapeColumn),
  /** What a tape of this kind must tell of each loan, read from a column or not. */
  required: z.array(tapeField),
  /** Questions that only a user can answer, answered or not. */
  questions: z.array(tapeQuestion),
  /** The earlier import with the same header, whose columns and answers were used again. */
  recalledFrom: z.object({ importId: uuid, fileName: z.string(), bookedAt: instant }).nullable(),
});
export type TapeReading = z.infer<typeof tapeReading>;
