import { z } from 'zod';
import { day } from '../values.ts';
import { tapeWords } from './tape-words.ts';

/** Values that a user can give once for all loans of a file, for fields without a column. */
const forAllShape = {
  /** In percent for a year. */
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
};

export const wholeFileValues = z.strictObject(forAllShape);

export type WholeFileField = keyof typeof forAllShape;
export type WholeFileValues = {
  readonly [Field in WholeFileField]?: NonNullable<z.infer<typeof wholeFileValues>[Field]>;
};

// The keys of the shape are exactly its names.
export const wholeFileFields = Object.keys(forAllShape) as readonly WholeFileField[];

/** Returns the upload parameter for the value of a field, such as `annualRateForAll`. */
export function forAllParam<Field extends WholeFileField>(field: Field): `${Field}ForAll` {
  return `${field}ForAll`;
}

export const forAllParams = {
  annualRateForAll: forAllShape.annualRate,
  instalmentCountForAll: forAllShape.instalmentCount,
  frequencyForAll: forAllShape.frequency,
  disbursedOnForAll: forAllShape.disbursedOn,
  firstDueOnForAll: forAllShape.firstDueOn,
} satisfies Record<`${WholeFileField}ForAll`, z.ZodType>;
