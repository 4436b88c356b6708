/** Fields without a column whose value a user can give once for all loans of a file. */
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
