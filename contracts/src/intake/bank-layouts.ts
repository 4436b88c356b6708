import { z } from 'zod';
import { bankFields } from './bank-files.values.ts';
import { columnFormat } from './tape-reading.ts';
import { tableFound } from './tape-table.ts';

const bankField = z.enum(bankFields);

/** A column of a bank's table: its heading, its first values, and its field. */
export const bankColumn = z.object({
  /** The column’s position, from 1. */
  position: z.int(),
  /** Empty if the file has no heading for the column. */
  name: z.string(),
  values: z.array(z.string()),
  /** Null if the column is not used. Before the user chooses, the field that the values suggest. */
  field: bankField.nullable(),
});
export type BankColumn = z.infer<typeof bankColumn>;

/** The columns and formats by which a table was read, with their evidence. */
export const bankReading = z.object({
  table: tableFound.omit({ isOpen: true, preview: true }),
  /** Number of hidden rows in the workbook; these are also read. */
  hiddenRows: z.int(),
  columns: z.array(bankColumn.extend({ format: columnFormat.nullable() })),
});
export type BankReading = z.infer<typeof bankReading>;

/**
 * Columns and answers that are stored for a table's headings and reused for the next file with
 * these headings.
 */
export const bankLayout = z.object({
  name: z.string(),
  /** Whether a user chose the columns; otherwise Bursar knows their headings. */
  isChosen: z.boolean(),
  columns: z.array(bankColumn.omit({ values: true })),
  /** The answers used for the next file with these headings, by question. */
  answers: z.record(z.string(), z.string()),
});

/** The field of each used column by its position, such as `{"1":"bookedOn","4":"amount"}`. */
export const chosenBankColumns = z.record(z.string().regex(/^[1-9]\d{0,2}$/), bankField);
export type ChosenBankColumns = Readonly<z.infer<typeof chosenBankColumns>>;

/** The query parameter that sends the columns with the file, as a JSON object. */
export const bankColumnsParam = z
  .string()
  .max(6_000)
  .optional()
  .describe('The columns of a table: a JSON object of positions from 1 and fields.');

/**
 * Reads the columns that a user chose; undefined if none were sent, and null if the text is not an
 * object of columns.
 */
export function readChosenColumns(text: string | undefined): ChosenBankColumns | null | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const read = chosenBankColumns.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
