import { z } from 'zod';
import { fileQuestion } from './file-questions.ts';
import { tapeFields } from './tape-fields.ts';
import { tableFound } from './tape-table.ts';
import {
  tapeAnswers,
  tapeQuestionKinds,
  textEncodings,
  type OrderedField,
} from './tape-telling.ts';
import { wholeFileValues } from './tape-whole-file.ts';
import { holderFields, wordFields } from './tape-words.values.ts';
import { instant, uuid } from '../values.ts';

export const textEncoding = z.enum(textEncodings);
const tapeField = z.enum(tapeFields);

/** The format by which the dates or numbers of a column are read, and its evidence. */
export const columnFormat = z.object({
  kind: z.enum(['dates', 'numbers']),
  /** The order of dates or the decimal mark; null if it is not needed or not known yet. */
  as: z.enum([...tapeAnswers.dateOrder, ...tapeAnswers.decimalMark]).nullable(),
  /** Null for the Gregorian calendar, for numbers, and if the calendar is not known yet. */
  calendar: z.enum(tapeAnswers.calendar).nullable(),
  /**
   * The evidence for the format. `proved`: cells of the column. `not-by-itself`: other columns, or
   * an answer. `points`: points between the numbers. `one-reading`: each cell has only one
   * interpretation. `open`: none, because a question about the format is open. `chosen`: a user set
   * it. For days without a year, `year-above`: dates above the table give the year, and
   * `year-answered`: a user stated the year.
   */
  basis: z.enum([
    'proved',
    'not-by-itself',
    'points',
    'one-reading',
    'open',
    'chosen',
    'year-above',
    'year-answered',
  ]),
  /** Number of unambiguous cells, if they prove the format. */
  proofs: z.int(),
});
export type ColumnFormat = z.infer<typeof columnFormat>;

/** A column of a tape: its name in the header, its first values, and its field. */
export const tapeColumn = z.object({
  name: z.string(),
  values: z.array(z.string()),
  /** Null if the column is not used. */
  field: tapeField.nullable(),
  /** The field that its name suggests, before any user's choice. */
  recognisedAs: tapeField.nullable(),
  /**
   * The field that its values suggest, which a user must confirm. Set only if required fields are
   * missing.
   */
  suggested: tapeField.optional(),
  /**
   * Null if the column has no dates or numbers that are read. Missing if the rows were not read,
   * and in imports of earlier releases.
   */
  format: columnFormat.nullish(),
});
export type TapeColumn = z.infer<typeof tapeColumn>;

/** The answers that an upload may include, each as a parameter. */
export const tellable = {
  decimalMark: z.enum(tapeAnswers.decimalMark).optional(),
  dateOrder: z.enum(tapeAnswers.dateOrder).optional(),
  calendar: z.enum(tapeAnswers.calendar).optional(),
  dayOfMonth: z.enum(tapeAnswers.dayOfMonth).optional(),
  rateUnit: z.enum(tapeAnswers.rateUnit).optional(),
  ratePeriod: z.enum(tapeAnswers.ratePeriod).optional(),
  smallAmounts: z.enum(tapeAnswers.smallAmounts).optional(),
  distantDates: z.enum(tapeAnswers.distantDates).optional(),
  missingBalances: z.enum(tapeAnswers.missingBalances).optional(),
  balanceParts: z.enum(tapeAnswers.balanceParts).optional(),
};

const dateOrder = z.enum(tapeAnswers.dateOrder).optional();

/** The date order of each column that a user set by hand, each as a parameter. */
export const dateOrderParams = {
  disbursedOnOrder: dateOrder,
  firstDueOnOrder: dateOrder,
  lastPaymentOnOrder: dateOrder,
} satisfies Record<`${OrderedField}Order`, z.ZodType>;

export const dateOrders = z.object({
  disbursedOn: dateOrder,
  firstDueOn: dateOrder,
  lastPaymentOn: dateOrder,
} satisfies Record<OrderedField, z.ZodType>);

/** A question about the file. No row is read or booked until it is answered. */
const tapeQuestion = z.object({
  kind: z.enum(tapeQuestionKinds),
  /** The columns in question, by their names in the header. */
  columns: z.array(z.string()),
  /** Number of cells in question. */
  count: z.int(),
  /** The first of these cells, with their values under each answer. */
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

/** A column of words, if the recognised layout does not explain all of them. */
export const wordColumn = z.object({
  field: z.enum(wordFields),
  /** The column's name in the header. */
  column: z.string(),
  /** The teams and agents that a word can mean; missing for other fields. */
  holders: z
    .array(
      z.object({
        meaning: z.string(),
        kind: z.enum(holderFields),
        name: z.string(),
        /** Null for a team. */
        email: z.string().nullable(),
      }),
    )
    .optional(),
  words: z.array(
    z.object({
      word: z.string(),
      /** Number of rows with this word. */
      count: z.int(),
      /** Null while the word has no meaning; no row is read or booked before it has one. */
      meaning: z.string().nullable(),
      /** The usual meaning, which a user must confirm. */
      suggested: z.string().nullable(),
    }),
  ),
});
export type WordColumn = z.infer<typeof wordColumn>;

/**
 * Known layouts of tapes: Bursar's template, and those of other systems. They are recognised by
 * their headings or, without headings, by their values.
 */
export const layoutNames = [
  'bursar-template',
  'lending-club-2018',
  'lending-club',
  'prosper',
  'bondora',
  'sba-7a',
  'kiva',
  'fineract',
  'esma',
  'freddie-mac',
  'fannie-mae',
  'fannie-mae-acquisitions',
] as const;
export type LayoutName = (typeof layoutNames)[number];

/** The result of reading a file in a dry run, in addition to its loans and findings. */
export const tapeReading = z.object({
  /** Null for a workbook, and if the encoding could not be detected. */
  encoding: z.enum([...textEncodings, 'utf-16le', 'utf-16be']).nullable(),
  /** True if a person chose the encoding, because nothing in the file proves it. */
  isEncodingInDoubt: z.boolean(),
  /**
   * Asks for the encoding; no row is read before the upload names one. Null if there is no doubt.
   */
  encodingQuestion: fileQuestion.nullable(),
  /** The first cells that another encoding would read differently, if there is doubt. */
  doubts: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
  /**
   * The position of the table; null if the file could not be read or its encoding is not known yet,
   * and in imports of earlier releases.
   */
  table: tableFound.nullable(),
  /** The layout of Bursar's template or of another system; null if none is recognised. */
  layout: z.enum(layoutNames).nullable(),
  /** In the order of the file; empty if no header was found. */
  columns: z.array(tapeColumn),
  /** The fields that a tape of this kind must have for each loan, with or without a column. */
  required: z.array(tapeField),
  /** Questions that only a user can answer, answered or not. */
  questions: z.array(tapeQuestion),
  /** Columns with words whose meaning a user must choose or has chosen. */
  words: z.array(wordColumn),
  /**
   * The values for all loans that a user gave for the last tape with this header, to offer them
   * again.
   */
  lastForAll: wholeFileValues,
  /** The earlier import with the same header, whose columns and answers were used again. */
  recalledFrom: z.object({ importId: uuid, fileName: z.string(), bookedAt: instant }).nullable(),
});
export type TapeReading = z.infer<typeof tapeReading>;
