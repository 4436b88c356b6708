import type { BorrowerColumnId } from '../list-columns.ts';

/** The columns that a list of borrowers can be sorted by; a column of the table has the same id. */
export const borrowerSorts = [
  'name',
  'externalId',
  'region',
  'employment',
  'employmentYears',
  'homeOwnership',
  'income',
  'loans',
  'outstanding',
  'created',
] as const satisfies readonly BorrowerColumnId[];
export type BorrowerSort = (typeof borrowerSorts)[number];

/** Maximum columns that a list is sorted by, in order of priority. */
export const BORROWER_SORTS_MAX = 3;

/** Whether a borrower has an active loan, has only loans that are not active, or has no loan. */
export const borrowerStandings = ['owing', 'past', 'none'] as const;
export type BorrowerStanding = (typeof borrowerStandings)[number];

/** Kinds of borrowers; the default is a person. */
export const borrowerKinds = ['person', 'company'] as const;
export type BorrowerKind = (typeof borrowerKinds)[number];

/** Home ownership values of tapes, compared without regard to case. */
export const homeOwnerships = ['MORTGAGE', 'RENT', 'OWN'] as const;

/** The kinds of match of likely duplicates. */
export const duplicateIn = ['phone', 'email', 'nameAndRegion'] as const;
