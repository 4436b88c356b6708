import { z } from 'zod';
import { borrowerKinds } from '../records/borrower-sorts.ts';
import { endpoint } from '../endpoint.ts';
import { fileAnswers, fileQuestion } from './file-questions.ts';
import { finding } from './imports.ts';
import { tableFound, tableParams } from './tape-table.ts';
import { borrowerFields, tapeFields, type ChosenColumns } from './tape-fields.ts';
import { tapeColumn, wordColumn } from './tape-reading.ts';
import { tapeWordsParam } from './tape-words.ts';
import { instant, nameText, uuid } from '../values.ts';

const access = 'create-borrowers';
const fileName = nameText.min(1).max(255);

/** The query parameter that sends the column of each field, as a JSON object. */
const columns = z
  .string()
  .max(6_000)
  .optional()
  .describe(
    'The column of each field: a JSON object of fields and headings or positions, ' +
      'such as {"borrowerName":"#2","phone":""}.',
  );

/**
 * Reads the columns that a user chose; null if none were sent, and undefined if the text is not an
 * object of columns.
 */
export function readBorrowerColumns(text: string | undefined): ChosenColumns | null | undefined {
  if (text === undefined || text === '') return null;
  try {
    const read = z
      .partialRecord(z.enum(tapeFields), z.string().max(300))
      .safeParse(JSON.parse(text));
    const isKnown = Object.keys(read.data ?? {}).every((field) =>
      borrowerFields.some((one) => one === field),
    );
    return read.success && isKnown ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** The preview of a borrower file; it writes nothing. */
const checkedBorrowers = z.object({
  /**
   * Questions to answer before the rows are read. Until then, `rows`, `fresh` and `known` are zero.
   */
  questions: z.array(fileQuestion),
  /**
   * The position of the table; null if the file cannot be read or its encoding is not known yet.
   */
  table: tableFound.nullable(),
  /** Rows below the header. */
  rows: z.int(),
  /** Rows of new borrowers, who would be imported. */
  fresh: z.int(),
  /** Rows of borrowers already on record by external id; these do not change. */
  known: z.int(),
  errors: z.int(),
  warnings: z.int(),
  /** The first 200 findings, in the order of the file. */
  findings: z.array(finding),
  /** In the order of the file, each with its first values and its field. */
  columns: z.array(tapeColumn),
  /** The fields that a row must have. */
  required: z.array(z.enum(tapeFields)),
  /** Columns with words whose meaning a user must choose or has chosen. */
  words: z.array(wordColumn),
  /** The earlier import with the same header, whose columns and answers were used again. */
  recalledFrom: z.object({ importId: uuid, fileName: z.string(), bookedAt: instant }).nullable(),
  /** The first new borrowers as they were read. */
  sample: z.array(
    z.object({
      row: z.int(),
      externalId: z.string(),
      name: z.string(),
      kind: z.enum(borrowerKinds).nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  /** The first rows of borrowers already on record, each with the record of its external id. */
  onRecord: z.array(
    z.object({
      row: z.int(),
      externalId: z.string(),
      borrowerId: uuid,
      name: z.string().nullable(),
    }),
  ),
});
export type CheckedBorrowers = z.infer<typeof checkedBorrowers>;

const readAs = { fileName, answers: fileAnswers, columns, words: tapeWordsParam };

export const checkBorrowerFile = endpoint({
  key: 'POST /api/borrower-imports/check',
  summary:
    'Check a borrower file (CSV, XLSX, XLS or ODS, also zipped): report its new borrowers and its errors.',
  access,
  query: z.strictObject({ ...readAs, ...tableParams }),
  streamedBody: 'application/octet-stream',
  answer: checkedBorrowers,
  failures: ['body_too_large'],
});
export type CheckBorrowerFile = typeof checkBorrowerFile;

export const importBorrowers = endpoint({
  key: 'POST /api/borrower-imports',
  summary: 'Import the new borrowers of a file: all of them, or none if a row has an error.',
  access,
  /** The client creates the id and repeats it when the same file is sent again. */
  query: z.strictObject({ id: uuid, ...readAs, ...tableParams }),
  streamedBody: 'application/octet-stream',
  answer: z.object({ taken: z.int(), known: z.int(), replayed: z.boolean() }),
  failures: [
    'body_too_large',
    'id_reused_with_different_content',
    'file_question_open',
    'borrower_file_has_errors',
    'changed_since',
  ],
});
export type ImportBorrowers = typeof importBorrowers;

export const downloadBorrowerTemplate = endpoint({
  key: 'GET /api/borrower-imports/template.csv',
  summary: 'Download the template of a borrower file. Imports skip its line of explanations.',
  access,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type DownloadBorrowerTemplate = typeof downloadBorrowerTemplate;
