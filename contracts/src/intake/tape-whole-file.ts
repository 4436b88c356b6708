import { z } from 'zod';
import { day } from '../values.ts';
import type { WholeFileField } from './tape-whole-file.values.ts';
import { tapeWords } from './tape-words.values.ts';

/** Values that a user can give once for all loans of a file, for fields without a column. */
const forAllShape = {
  /** The annual rate in per cent. */
  annualRate: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/)
    .optional(),
  instalmentCount: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional(),
  frequency: z.enum(tapeWords.frequency).optional(),
  disbursedOn: day.optional(),
  firstDueOn: day.optional(),
} satisfies Record<WholeFileField, z.ZodType>;

export const wholeFileValues = z.strictObject(forAllShape);

export type WholeFileValues = {
  readonly [Field in WholeFileField]?: NonNullable<z.infer<typeof wholeFileValues>[Field]>;
};

export const forAllParams = {
  annualRateForAll: forAllShape.annualRate,
  instalmentCountForAll: forAllShape.instalmentCount,
  frequencyForAll: forAllShape.frequency,
  disbursedOnForAll: forAllShape.disbursedOn,
  firstDueOnForAll: forAllShape.firstDueOn,
} satisfies Record<`${WholeFileField}ForAll`, z.ZodType>;
