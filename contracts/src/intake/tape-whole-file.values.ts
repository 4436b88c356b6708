/**
 * Fields for which a user can enter one value for all loans of a file if the file has no column for
 * them.
 */
export const wholeFileFields = [
  'annualRate',
  'instalmentCount',
  'frequency',
  'disbursedOn',
  'firstDueOn',
] as const;
export type WholeFileField = (typeof wholeFileFields)[number];

/** Returns the upload parameter for the value of a field, such as `annualRateForAll`. */
export function forAllParam<Field extends WholeFileField>(field: Field): `${Field}ForAll` {
  return `${field}ForAll`;
}
