import { tapeFieldOf, tapeFieldsOf, type Fact } from '../fact-kinds.ts';
import { borrowerFacts, loanFacts } from '../facts.ts';

/** The fields that Bursar reads from a tape: record fields, and inputs of calculations. */
export const tapeFields = [
  ...tapeFieldsOf(loanFacts),
  'instalmentCount',
  'frequency',
  'repaidEvery',
  'instalment',
  'firstDueOn',
  'status',
  'balance',
  'principalPaid',
  'interestPaid',
  'lateFeesPaid',
  'paidTotal',
  'lastPaymentOn',
  'currency',
  'borrowerExternalId',
  'phone',
  'email',
  'team',
  'agent',
  'givenName',
  'familyName',
  ...tapeFieldsOf(borrowerFacts),
] as const;
export type TapeField = (typeof tapeFields)[number];

/** The facts that tapes can have, each with its field. */
export const tapeFacts = Object.entries<Fact>({ ...loanFacts, ...borrowerFacts }).flatMap(
  ([key, fact]) => {
    const field = tapeFields.find((one) => fact.tape && one === tapeFieldOf(key, fact));
    return field ? [{ key, fact, field }] : [];
  },
);

/**
 * The column of each field as the user set it: a name of the header, or `#3` for the third column;
 * empty if no column has the field.
 */
export type ChosenColumns = { readonly [Field in TapeField]?: string };

/** The upload parameter for the column of a field, such as `principalColumn`. */
export type ColumnParam = `${TapeField}Column`;

export function columnParam(field: TapeField): ColumnParam {
  return `${field}Column`;
}

/** Returns the name of a column by its position, from 1. */
export function columnAt(position: number): string {
  return `#${position}`;
}

type ReadColumn = { readonly field: TapeField | null };

/** The fields that Bursar reads from a file of borrowers. */
export const borrowerFields: readonly TapeField[] = [
  'borrowerExternalId',
  'givenName',
  'familyName',
  'phone',
  'email',
  ...tapeFieldsOf(borrowerFacts),
];

/** Returns the required fields that no column of the tape provides. */
export function missingFields(
  required: readonly TapeField[],
  columns: readonly ReadColumn[],
): readonly TapeField[] {
  const has = (field: TapeField) => columns.some((column) => column.field === field);
  return required.filter((field) => !isGiven(field, has));
}

/** Returns whether a column has the field. A family name also counts as a borrower's name. */
export function isGiven(field: TapeField, has: (field: TapeField) => boolean): boolean {
  return has(field) || (field === 'borrowerName' && has('familyName'));
}
