import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileAnswers, fileQuestion } from '../intake/file-questions.ts';
import { finding } from '../intake/imports.ts';
import { columnFormat } from '../intake/tape-reading.ts';
import { tableFound, tableParams } from '../intake/tape-table.ts';
import { instant, nameText, uuid } from '../values.ts';
import {
  PRICE_SOURCE_MAX,
  priceFields,
  type ChosenPriceColumns,
  type PriceField,
} from './price-files.values.ts';

export const PRICE_ROWS_MAX = 2_000;

const priceField = z.enum(priceFields);

/** The query parameter that sends the field of each column, as a JSON object. */
const columns = z
  .string()
  .max(4_000)
  .optional()
  .describe('The field of each column by its position: a JSON object such as {"1":"symbol"}.');

const chosenColumns = z.record(z.string().regex(/^[1-9]\d{0,3}$/), priceField);

/**
 * Reads the columns that a user chose; null if none were sent, and undefined if the text is not an
 * object of columns with different fields.
 */
export function readPriceColumns(text: string | undefined): ChosenPriceColumns | null | undefined {
  if (text === undefined || text === '') return null;
  try {
    const { data } = chosenColumns.safeParse(JSON.parse(text));
    const fields = Object.values(data ?? {});
    return data && new Set<PriceField>(fields).size === fields.length ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The problems of a row in a price file. */
export const priceProblems = [
  'asset_unknown',
  'price_not_read',
  'currency_contradicts',
  'currency_unknown',
  'time_not_read',
  'priced_in_future',
  'source_missing',
  'price_entered_otherwise',
] as const;
export type PriceProblem = (typeof priceProblems)[number];

const priceColumn = z.object({
  /** Counted from 1. */
  position: z.int(),
  name: z.string(),
  /** The column's first different values. */
  values: z.array(z.string()),
  /** Null if the column is not used. */
  field: priceField.nullable(),
  /**
   * Null unless the field is `price`, or `time` with at least one written date; also null while a
   * required field has no column.
   */
  format: columnFormat.nullable(),
});
export type PriceColumn = z.infer<typeof priceColumn>;

const readAs = {
  fileName: nameText.min(1).max(255),
  answers: fileAnswers,
  columns,
  ...tableParams,
  /**
   * The source of prices whose row states none. The default is the source of the last list with
   * these headings.
   */
  source: z.string().max(PRICE_SOURCE_MAX).optional(),
};

export const previewPrices = endpoint({
  key: 'POST /api/collateral/price-files/preview',
  summary:
    'Check a file of prices (CSV, XLSX, XLS or ODS, also zipped) without importing it: new, known and wrong prices by row.',
  access: 'price-collateral',
  query: z.strictObject(readAs),
  streamedBody: 'application/octet-stream',
  answer: z.object({
    /** Questions to answer before any row is read. */
    questions: z.array(fileQuestion),
    /** Why the file has no table that can be read; null if no such problem was found. */
    unreadable: finding.nullable(),
    /** The position of the table; null if the file is unreadable or its encoding is still open. */
    table: tableFound.nullable(),
    /** In the order of the file, each with its first values and its field. */
    columns: z.array(priceColumn),
    /**
     * The required fields that no column has; no row is read before a user chooses their columns.
     */
    missing: z.array(priceField),
    /** The source of prices whose row states none; empty if no user gave one. */
    source: z.string(),
    /** The earlier list with the same headings, if its choices are reused for this list. */
    recalledFrom: z.object({ fileName: z.string(), importedAt: instant }).nullable(),
    fresh: z.int(),
    known: z.int(),
    refused: z.int(),
    rows: z.array(
      z.object({
        /** The row number in a spreadsheet, where the first row is row 1. */
        row: z.int(),
        symbol: z.string(),
        currency: z.string(),
        /** As a plain decimal; as in the file if it was not understood. */
        price: z.string(),
        /** As year, month, day and time; as in the file if it was not understood. */
        time: z.string(),
        source: z.string(),
        problem: z.enum(priceProblems).nullable(),
        isKnown: z.boolean(),
      }),
    ),
  }),
  failures: ['body_too_large', 'too_many_prices'],
});
export type PreviewPrices = typeof previewPrices;

export const importPrices = endpoint({
  key: 'POST /api/collateral/price-files',
  summary: 'Import the valid new prices of a file.',
  access: 'price-collateral',
  query: z.strictObject({ id: uuid, ...readAs }),
  streamedBody: 'application/octet-stream',
  answer: z.object({ taken: z.int(), known: z.int(), refused: z.int() }),
  failures: [
    'body_too_large',
    'file_not_read',
    'file_question_open',
    'columns_missing',
    'too_many_prices',
  ],
});
export type ImportPrices = typeof importPrices;
