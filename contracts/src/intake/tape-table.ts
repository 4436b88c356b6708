import { z } from 'zod';

/** The parameters with which an upload names its table, if a user chose it. */
export const tableParams = {
  /** The name of the sheet that is read. */
  sheet: z.string().min(1).max(100).optional(),
  /** The row of the heading; without a heading, the first row that is read. */
  tableRow: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .optional(),
  /** States that the table has no heading; its columns are then named A, B, C. */
  heading: z.enum(['none']).optional(),
};

/** The position of a file's table, as a user chose it. */
export const tableChoice = z.strictObject({
  sheet: z.string().optional(),
  row: z.int().optional(),
  hasNoHeading: z.literal(true).optional(),
});

/** The position of a file's table, with the first rows so that a user can check it. */
export const tableFound = z.object({
  /** Null for a text file. */
  sheet: z.string().nullable(),
  /** All sheets of a workbook; empty for a text file. */
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  /** The row of the heading; without a heading, the first row read; null if there is no table. */
  row: z.int().nullable(),
  hasHeading: z.boolean(),
  /** True if a user must choose where the table starts, because no heading was found. */
  isOpen: z.boolean(),
  /** The first rows of the sheet and the chosen row, each with its first cells. */
  preview: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
});
export type TableFound = z.infer<typeof tableFound>;
