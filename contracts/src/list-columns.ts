import { listIdsOf } from './fact-kinds.ts';
import { borrowerFacts, loanFacts } from './facts.ts';

/** Columns that show the work on a loan. The API reads them only if a request asks for them. */
export const loanWorkColumnIds = [
  'phone',
  'language',
  'lastContact',
  'lastOutcome',
  'promise',
  'nextAction',
  'snoozedUntil',
  'agentActive',
] as const;

/** The ids of the columns of each list. An exported file can have the same columns. */
export const loanColumnIds = [
  'reference',
  'borrower',
  'status',
  'arrears',
  'outstanding',
  'due',
  'dueAmount',
  'arrearsAmount',
  'team',
  'agent',
  ...listIdsOf(loanFacts, 'id'),
  ...listIdsOf(borrowerFacts, 'id'),
  'tags',
  ...loanWorkColumnIds,
] as const;
export type LoanColumnId = (typeof loanColumnIds)[number];

export const staffColumnIds = [
  'name',
  'email',
  'role',
  'status',
  'portfolio',
  'team',
  'loans',
  'outstanding',
  'over30',
  'lastSeen',
  'phone',
  'commission',
  'target',
  'created',
] as const;
export type StaffColumnId = (typeof staffColumnIds)[number];

export const teamColumnIds = [
  'name',
  'portfolio',
  'desks',
  'agents',
  'loans',
  'outstanding',
  'over30',
  'commission',
  'target',
] as const;
export type TeamColumnId = (typeof teamColumnIds)[number];

export const borrowerColumnIds = [
  'name',
  'externalId',
  'kind',
  'phone',
  'email',
  'region',
  'employment',
  'employmentYears',
  'homeOwnership',
  'income',
  'loans',
  'outstanding',
  'arrears',
  'created',
] as const;
export type BorrowerColumnId = (typeof borrowerColumnIds)[number];
